import { expect, test } from "bun:test";
import { cpSync, readdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { SafetyClient } from "../../packages/client/src/index.ts";
import { loadClientFiles } from "../../src/main/client-files.ts";
import { outputOf } from "../support/command.ts";
import { everyMethod } from "../support/every-method.ts";
import { issueKey } from "../support/issue-key.ts";
import { scratchFolder } from "../support/scratch.ts";
import { serveSite } from "../support/served-site.ts";
import { releasedPlaces } from "../support/server.ts";

const FOLDER = join(import.meta.dir, "../../packages/python");
const PREAMBLE = `
import json, os, sys
from safety_statistics import *
url, key = os.environ["BASE_URL"], os.environ["SAFETY_API_KEY"]
client = SafetyClient(url, key)
def raised(call):
    try:
        call()
    except Exception as error:
        return error
def show(*values):
    print(json.dumps(values))
`;

const site = await serveSite();
const key = await issueKey(site.databaseUrl, { plan: "pro" });

/** Runs a program with the client and returns its output. Warnings are errors. */
async function python(program: string, environment: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const file = join(scratchFolder("python"), "program.py");
  writeFileSync(file, PREAMBLE + program);
  const env = { PYTHONPATH: FOLDER, BASE_URL: site.url, SAFETY_API_KEY: key, ...environment };
  return JSON.parse(await outputOf(["python3", "-B", "-W", "error", file], { env }));
}

/** A server in place of the service, which counts its requests. */
function standIn(answer: (request: number) => Response) {
  let requests = 0;
  const server = Bun.serve({ port: 0, fetch: () => answer(requests++) });
  return { url: server.url.origin, requests: () => requests, stop: () => server.stop(true) };
}

test("every method returns the same as that of the TypeScript client", async () => {
  const { misused: _, ...results } = await everyMethod(new SafetyClient({ baseUrl: site.url, apiKey: key }));
  const program = `
refused = raised(lambda: client.locate(zip="9"))
kind, record = client.city_or_county("Half Moon Bay", "San Mateo")
show({
    "city": client.city(" irvine\\n"), "absentCity": client.city("Atlantis"), "county": client.county(" orange "),
    "cityOrCounty": {"kind": kind, "record": record},
    "explanation": client.explain("Los Angeles"), "countyExplanation": client.explain_county("Orange"),
    "history": client.history("Irvine"), "countyHistory": client.county_history("Orange"),
    "point": client.locate(lat=34.0983, lon=-118.3267), "zip": client.locate(zip=" 92618 "),
    "name": client.locate(name="East Los Angeles"), "unknown": client.locate(name="Atlantis & Co? #1"),
    "suggested": client.locate_or_suggest(name="UCLA"),
    "located": client.locate_batch([{"zip": "92618"}, {"name": "UCLA"}]),
    "explained": client.explain_batch(["Irvine"], ["Orange"]), "histories": client.history_batch(("Atlantis",)),
    "places": list(client.places(kind="city", county=" Orange ", sort="-score", limit=10)),
    "refused": {"name": type(refused).__name__, "code": refused.code},
    "batch": client.batch(name for name in ["Irvine", " Atlantis "]), "statistics": client.stats(),
    "town": client.us.city("TX", " austin\\n"), "townExplanation": client.us.explain("Texas", "Austin"),
    "townHistory": client.us.history("IL", "Chicago"),
    "townBatch": client.us.batch([{"state": "TX", "city": "Atlantis"}]),
    "areas": client.us.areas("MD", "Howard County"),
    "areasMonths": client.us.areas_months("MD", "Howard County"),
    "areasBatch": client.us.areas_batch([{"state": "MD", "county": "Howard County"}]),
    "towns": list(client.us.places(state="VT")), "states": client.us.states(), "nation": client.us.stats(),
    "limits": client.limits.policy,
}, client.city_or_county("Atlantis", "Narnia"), client.batch([]),
   [place["distance_km"] for place in client.places(near=(38.5, -121.5), radius_km=5)] != [])`;
  expect(await python(program)).toEqual([results, null, [], true]);
});

test("lists of any length are answered in requests of the plan's size, and a fault is named by its place in the list", async () => {
  const typescript = new SafetyClient({ baseUrl: site.url, apiKey: key });
  const names = releasedPlaces.records.cities.slice(0, 120).map(({ record }) => record.city);
  const asked = names.map((city, index) => ({ state: "Texas", city: index % 2 ? "Austin" : city }));
  const expected = [
    await typescript.batch(names),
    await typescript.locateBatch(names.map((name) => ({ name }))),
    await typescript.us.batch(asked),
    "state",
    "/places/60/state",
  ];
  const program = `
names, asked = json.loads(os.environ["ASKED"])
one = raised(lambda: client.us.city("Narnia", "Austin"))
many = raised(lambda: client.us.batch(asked[:60] + [{"state": "ZZ", "city": "Austin"}]))
show(client.batch(names), client.locate_batch({"name": name} for name in names), client.us.batch(asked),
     one.errors[0]["parameter"], many.errors[0]["pointer"])`;
  expect(await python(program, { ASKED: JSON.stringify([names, asked]) })).toEqual(expected);
});

test("the asynchronous client returns the same, many calls at once, and raises the same errors", async () => {
  const program = `
import asyncio, inspect
public = lambda of: {name for name in vars(of) if not name.startswith("_")}
async def main():
    other = AsyncSafetyClient(url, key)
    names = ["Irvine", "Atlantis", "Fresno"] * 5
    cities = await asyncio.gather(*(other.city(name) for name in names))
    places = [place async for place in other.places(kind="county", limit=20)]
    try:
        await other.locate(zip="9")
    except InputError as error:
        fault = error.errors[0]["parameter"]
    pairs = [(AsyncSafetyClient, SafetyClient), (AsyncNationClient, NationClient)]
    same = [public(asynchronous) == public(of) for asynchronous, of in pairs] + [
        list(inspect.signature(getattr(asynchronous, name)).parameters.items())
        == list(inspect.signature(getattr(of, name)).parameters.items())
        for asynchronous, of in pairs for name in public(of) - {"limits"}]
    ohio = [place async for place in other.us.places(state="OH", limit=100)]
    show(cities == [client.city(name) for name in names], places == list(client.places(kind="county")), fault, all(same),
         await other.explain_batch(["Irvine"], ["Orange"]) == client.explain_batch(["Irvine"], ["Orange"]),
         await other.stats() == client.stats(), ohio == list(client.us.places(state="OH")),
         await other.us.city("TX", "Austin") == client.us.city("TX", "Austin"), other.limits.policy, repr(other) == "Async" + repr(client))
asyncio.run(main())`;
  expect(await python(program)).toEqual([true, true, "zip", true, true, true, true, true, "month", true]);
});

test.each(["the repository's folder", "the server's address"])("pip installs it from %s, typed", async (from) => {
  const folder = scratchFolder("pip");
  const { pythonPackage } = await loadClientFiles();
  const source = from.startsWith("the server") ? `${site.url}/downloads/clients/${pythonPackage.name}` : FOLDER;
  const target = join(folder, "installed");
  const env = { HOME: homedir(), TMPDIR: folder };
  // A copy, because a build leaves files in the folder.
  const copy = join(folder, "source");
  if (source === FOLDER) cpSync(FOLDER, copy, { recursive: true });
  const command = ["python3", "-m", "pip", "install", "--quiet", "--target", target];
  await outputOf([...command, source === FOLDER ? copy : source], { env });
  expect(readdirSync(join(target, "safety_statistics"))).toContain("py.typed");
  const program = `import safety_statistics as s; print(s.__file__, s.SafetyClient("${site.url}", "${key}").city("Irvine")["city"])`;
  const out = await outputOf(["python3", "-B", "-c", program], { cwd: folder, env: { PYTHONPATH: target } });
  expect(out.trim()).toBe(`${join(target, "safety_statistics/__init__.py")} Irvine`);
});

test("the remaining requests are known after an answer, a loop over places that ends early requests no further page, and a refused parameter is named", async () => {
  const program = `
before = client.limits
first = next(client.places(kind="county", limit=1)); one = client.limits
client.stats(); two = client.limits
error = raised(lambda: list(client.places(county="Narnia")))
show(before, two.policy, two.limit, first["kind"], one.remaining - two.remaining, type(error).__name__, error.errors[0]["parameter"])`;
  expect(await python(program)).toEqual([null, "month", 50_000, "county", 1, "InputError", "county"]);
});

test("names with a special meaning in paths are still names", async () => {
  const program = `show(*[client.city(name) for name in [".", "..", "batch", "county", "a/b", "?x=1", "\\ud800"]])`;
  expect(await python(program)).toEqual(Array(7).fill(null));
});

test("a refusal is an error of the right class, with code, status, and request id", async () => {
  const revoked = `
from itertools import repeat
unknown = raised(lambda: SafetyClient(url, "svc_test_unknown").stats())
long = raised(lambda: client.batch([*repeat("Irvine", 60), "a" * 101]))
text = raised(lambda: client.batch("Irvine"))
number = raised(lambda: client.city(7))
empty = raised(lambda: client.county(" "))
element = raised(lambda: client.batch(["Irvine", 7]))
show(type(unknown).__name__, unknown.code, unknown.status, len(unknown.request_id), "svc_test" in str(unknown),
     type(long).__name__, long.code, long.errors[0]["pointer"], type(text).__name__, str(number), str(empty), str(element))`;
  expect(await python(revoked)).toEqual([
    "KeyRefused",
    "key_unknown",
    403,
    36,
    false,
    "InputError",
    "name_too_long",
    "/cities/60",
    "TypeError",
    'city() takes a name, such as "Irvine", not int',
    'county() takes a name, such as "Irvine", not an empty string',
    "batch() takes names, but element 1 is of type int",
  ]);
});

test("a client waits out a limit if the wait is short, and otherwise raises an error with the reset time", async () => {
  const testKey = await issueKey(site.databaseUrl, { type: "test" });
  const program = `
for _ in range(100): client.stats()
error = raised(client.stats)
show(type(error).__name__, error.code, client.limits.remaining, error.resets_at == client.limits.resets_at)`;
  expect(await python(program, { SAFETY_API_KEY: testKey })).toEqual(["LimitExceeded", "day_quota_exceeded", 0, true]);

  const exhausted = standIn(() => new Response("no more", { status: 429 }));
  await python("show(raised(client.stats).status)", { BASE_URL: exhausted.url });
  expect(exhausted.requests()).toBe(1);
  await exhausted.stop();

  const busy = standIn((request) =>
    request < 2
      ? new Response("busy", { status: 503, headers: { "Retry-After": "1" } })
      : Response.json({ grade_distribution: {} }),
  );
  const timed = `
import time
began = time.monotonic()
client.stats()
show(time.monotonic() - began >= 2)`;
  expect(await python(timed, { BASE_URL: busy.url })).toEqual([true]);
  expect(busy.requests()).toBe(3);
  await busy.stop();
});

test("a permanent failure is tried once, and retries end", async () => {
  const down = standIn(() => new Response("down", { status: 502 }));
  const broken = standIn(() => new Response("broken", { status: 500 }));
  const program = `
show(*[(type(error).__name__, error.status) for error in [
  raised(SafetyClient(url, key, retries=1).stats), raised(SafetyClient(os.environ["BROKEN"], key).stats)]])`;
  expect(await python(program, { BASE_URL: down.url, BROKEN: broken.url })).toEqual([
    ["UnexpectedAnswer", 502],
    ["UnexpectedAnswer", 500],
  ]);
  expect([down.requests(), broken.requests()]).toEqual([2, 1]);
  await down.stop();
  await broken.stop();
});

test("an answer that is not from the service is reported: JSON of another program, a redirect, a closed port, a timeout", async () => {
  const other = standIn(() => Response.json({ found: true, data: null }));
  const redirect = standIn(() => Response.redirect(site.url));
  const silent = Bun.serve({ port: 0, fetch: () => Promise.withResolvers<Response>().promise });
  const program = `
def error_of(address, **options):
    error = raised(lambda: SafetyClient(address, key, retries=0, **options).city("Irvine"))
    return [type(error).__name__, isinstance(error, SafetyError), isinstance(error, ConnectionFailed)]
show(error_of(os.environ["OTHER"]), error_of(os.environ["REDIRECT"]), error_of("http://127.0.0.1:1"),
     error_of(os.environ["SILENT"], timeout=0.2))`;
  const answers = await python(program, { OTHER: other.url, REDIRECT: redirect.url, SILENT: silent.url.origin });
  expect(answers).toEqual([
    ["UnexpectedAnswer", true, false],
    ["UnexpectedAnswer", true, false],
    ["ConnectionFailed", true, true],
    ["TimedOut", true, true],
  ]);
  expect([other.requests(), redirect.requests()]).toEqual([1, 1]);
  await other.stop();
  await redirect.stop();
  await silent.stop(true);
});

test("a client that cannot work is not created, and no message contains the key", async () => {
  const program = `
wrong = [("localhost:80", key), ("", key), (key, key), ("https://u:" + key + "@h", key), (url + "/v1/", key), (url, ""),
         (url, "Bearer " + key)]
errors = [raised(lambda: SafetyClient(*one)) for one in wrong]
options = [raised(lambda: SafetyClient(url, key, **one)) for one in
           [{"timeout": 0}, {"retries": -1}, {"batch_size": 0}, {"max_retry_wait": float("nan")}, {"retries": True}]]
show([type(error).__name__ for error in errors + options], any(key in str(error) for error in errors + [client]),
     SafetyClient(url + "/", key).city("irvine")["city"])`;
  expect(await python(program)).toEqual([Array(12).fill("SetupError"), false, "Irvine"]);
});
