import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { OPERATIONS } from "../../src/api/operations.ts";
import { URLS } from "../../src/site/ui/urls.ts";
import { safety } from "../support/command.ts";
import { WIDE_LIMITS } from "../support/counted.ts";
import { issueKey } from "../support/issue-key.ts";
import { rounds } from "../support/load.ts";
import { troubleIn } from "../support/log-lines.ts";
import { checkAgainstDocument } from "../support/openapi-check.ts";
import { exchangeBytes } from "../support/raw-http.ts";
import { serveProgram } from "../support/served-program.ts";
import { BODIES, HEADERS, type HostileRequest, REQUEST_LINES, SMUGGLING } from "./corpus.ts";
import { type FuzzedRequest, fuzzedRequest } from "./fuzzed-requests.ts";

const GROUPS = { SMUGGLING, REQUEST_LINES, HEADERS, BODIES } as const;
/** In a full run, each kilobyte leaked per request would add 300 MiB. */
const ROUNDS = rounds(8, 2_000);
/** Garbage collection lets the heap vary between 140 and 240 MiB under this load, however long it runs. */
const MAX_MEMORY_MIB = 320;
const EVERYTHING = Object.values(GROUPS).flat();
const FIXED = ["/mcp", "/healthz", "/readyz", "/sitemap.xml", "/robots.txt", "/llms.txt", "/assets/site.css"];
const ROUTES = [...Object.values(URLS), ...OPERATIONS.map(({ path }) => path), ...FIXED, "/nothing"];
const VALID_HOSTS = ["localhost", "a.example:8080", "127.0.0.1", "[::1]:80", "under_score"];
const MALFORMED_HOSTS = ["1.2.3.4.5.999", "%", "[", "xn--a", "0x100000000", "", "a b", "a/b", "u@h", "a:99999", "a:x"];
const REQUESTS = rounds(300, 100_000);
const SEED = Number(process.env["FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

const program = await serveProgram({ PLAN_LIMITS: WIDE_LIMITS });
const port = Number(new URL(program.url).port);
const databaseUrl = program.databaseUrl;
const key = await issueKey(databaseUrl, { plan: "enterprise" });

/** Everything received. A connection that is reset while bytes are still being sent counts as closed. */
function send({ bytes }: HostileRequest, withKey = key): Promise<string> {
  return exchangeBytes(port, [bytes(withKey)]).catch(() => "");
}

function statusesOf(answer: string): readonly number[] {
  const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
  return statuses.filter((status) => status !== 100);
}

for (const [group, requests] of Object.entries(GROUPS)) {
  describe(`${group.toLowerCase().replace("_", " ")}: the specified status or a closed connection`, () => {
    test.each(requests.map((request) => [request.name, request] as const))("%s", async (_name, request) => {
      expect(statusesOf(await send(request))).toEqual([...request.statuses]);
    });
  });
}

test("no smuggled request is ever counted", async () => {
  const email = "counted@example.com";
  const counted = await issueKey(databaseUrl, { email, plan: "enterprise" });
  for (const request of SMUGGLING) await send(request, counted);
  const { out } = await safety({ DATABASE_URL: databaseUrl }, "usage", "--email", email, "--json");
  // Requests with broken chunks had valid headers. The smuggled requests ask for the statistics.
  expect(JSON.parse(out)).toMatchObject({ days: [{ stats: 0, city: 0, county: 0, other: 0 }] });
});

test(`after all of it, ${ROUNDS} times, the process is the same and uses no more memory`, async () => {
  for (let round = 0; round < ROUNDS; round++) await Promise.all(EVERYTHING.map((request) => send(request)));
  expect(memoryMib(program.pid)).toBeLessThan(MAX_MEMORY_MIB);
  expect((await fetch(`${program.url}/v1/stats`, { headers: { "X-API-Key": key } })).status).toBe(200);
});

/** Proportional set size: the memory of this process, with shared pages divided among their users. */
function memoryMib(pid: number): number {
  const kib = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1];
  return Number(kib) / 1024;
}

/** Text that may stand in a line of a request: a line end would only end the line. */
const anyText = fc
  .oneof(
    fc.constantFrom("", "*/*", "%", "..", "%2e%2e", "a;q=", "br;q=9", "W/", "*", "\xff", "null", "0", "-1", "Irvine"),
    fc.string({ maxLength: 30 }),
    fc.webFragments(),
  )
  .map((text) => text.replaceAll(/[\r\n\0]/g, "?"));
const segment = anyText.map((text) => text.replaceAll(/[\s#]/g, "+"));
const target = fc
  .tuple(fc.constantFrom(...ROUTES), segment, fc.option(segment), fc.constantFrom("", "/", "http://[", "//"))
  .map(([route, filled, query, extra]) => {
    const path = route.replaceAll(/:[a-z]+|\{[a-z]+\}/gi, filled || "x");
    const search = query === null ? "" : `?q=${query}&place=${query}&${query}`;
    return extra === "/" ? `${path}/${search}` : `${extra}${path}${search}`;
  });
const host = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...VALID_HOSTS) },
  fc.constantFrom(...MALFORMED_HOSTS),
  anyText,
  fc.constant(null),
);
const ANY_HEADERS = [
  ...["Accept", "Accept-Encoding", "Accept-Language", "Cookie", "If-None-Match", "If-Modified-Since", "Range"],
  ...["Content-Type", "Authorization", "Origin", "Sec-Fetch-Site", "User-Agent", "Traceparent", "X-Request-Id"],
  ...["Expect", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "Forwarded", "MCP-Protocol-Version"],
] as const;
const request = fc.record({
  method: fc.constantFrom("GET", "GET", "HEAD", "POST", "OPTIONS", "PUT", "CONNECT"),
  target,
  host,
  headers: fc.dictionary(fc.constantFrom(...ANY_HEADERS), anyText, { maxKeys: 4 }),
  withKey: fc.boolean(),
  body: fc.option(anyText),
  version: fc.constantFrom("1.1", "1.1", "1.0"),
});

test("whatever the host, target, and headers, no route answers 500", async () => {
  await fc.assert(
    fc.asyncProperty(request, async ({ method, target: asked, host: name, headers, withKey, body, version }) => {
      const lines = [
        ...(name === null ? [] : [`Host: ${name}`]),
        ...Object.entries(headers).map(([header, value]) => `${header}: ${value}`),
        ...(withKey ? [`X-API-Key: ${key}`] : []),
        ...(body === null ? [] : [`Content-Length: ${Buffer.byteLength(body, "latin1")}`]),
        "Connection: close",
      ];
      const head = `${method} ${asked} HTTP/${version}\r\n${lines.join("\r\n")}\r\n\r\n`;
      const answer = await exchangeBytes(port, [Buffer.from(head + (body ?? ""), "latin1")]).catch(() => "");
      expect(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? "closed").not.toMatch(/^50[0-4]/);
    }),
    { numRuns: rounds(150, 20_000) },
  );
});

test.each(MALFORMED_HOSTS)("the host %j gets 400 from every route", async (name) => {
  for (const route of ROUTES) {
    const answer = await exchangeBytes(port, [`GET ${route} HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`]);
    expect([route, answer.slice(0, 12)]).toEqual([route, "HTTP/1.1 400"]);
  }
});

test.each(VALID_HOSTS)("the host %j is accepted, and so is none in HTTP/1.0", async (name) => {
  const ask = (version: string, line: string) =>
    exchangeBytes(port, [`GET /search?q=san HTTP/${version}\r\n${line}Connection: close\r\n\r\n`]);
  for (const answer of [await ask("1.1", `Host: ${name}\r\n`), await ask("1.0", "")]) {
    expect(answer).toStartWith("HTTP/1.1 200");
    expect(answer).toContain("San Francisco");
  }
});

test.each(["*", "x", ":", "%", "localhost:80", "[::1]:1"])("CONNECT %s gets 400", async (asked) => {
  const answer = await exchangeBytes(port, [`CONNECT ${asked} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`]);
  expect(answer).toStartWith("HTTP/1.1 400");
});

async function check(request: FuzzedRequest): Promise<void> {
  const { method, path, status, allow, body } = request;
  const value = request.key === "good" ? key : request.key?.value;
  const response = await fetch(program.url + path, {
    method,
    headers: { ...request.headers, ...(value === undefined ? {} : { "X-API-Key": value }) },
    ...(body === undefined ? {} : { body }),
  });
  const answer = { method, path, status: response.status, headers: response.headers, body: await response.text() };
  checkAgainstDocument(answer);
  if (answer.status >= 500 || (status !== null && answer.status !== status))
    throw new Error(`${answer.status} in place of ${status}: ${answer.body.slice(0, 300)}`);
  if (allow !== undefined) expect(response.headers.get("allow")?.split(", ")).toEqual([...allow]);
}

test(`${REQUESTS} requests generated from the document are answered as it says (FUZZ_SEED=${SEED})`, async () => {
  console.log(`fuzz: ${REQUESTS} requests, FUZZ_SEED=${SEED}`);
  await fc.assert(fc.asyncProperty(fuzzedRequest, check), { numRuns: REQUESTS, seed: SEED, endOnFailure: false });
});

test("none of these requests is logged as an error", () => {
  expect(troubleIn(program.log())).toEqual([]);
});
