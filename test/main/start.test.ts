import { afterAll, expect, test } from "bun:test";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { run, SECRET, safety, safetyProcess } from "../support/command.ts";
import { issueKey } from "../support/issue-key.ts";
import { logLines, troubleIn } from "../support/log-lines.ts";
import { scratchFolder } from "../support/scratch.ts";
import { serveProgram } from "../support/served-program.ts";
import { emptyStoreUrl } from "../support/stores.ts";

const folder = scratchFolder("start");
const environment = { DATABASE_URL: `sqlite:${join(folder, "store.sqlite")}` };

const taken = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("another program") });
afterAll(() => taken.stop(true));

test("a start fails if its port is in use, and leaves the first key to the start that succeeds, and to no later one", async () => {
  const refused = await safety({ ...environment, LOG_LEVEL: "silent", PORT: String(taken.port) }, "serve");
  expect(refused).toMatchObject({ exitCode: 1, out: "" });
  expect(refused.note).toContain(`Cannot listen on http://127.0.0.1:${taken.port}: another program is listening there`);
  const program = await serveProgram(environment);
  expect(program.greeting).toContain("X-API-Key: svc_test_");
  expect(program.greeting).toContain("/docs/quick-start");
  expect(program.greeting).toMatch(
    /^ {2}datasets .+\d{4}: \d+ cities, \d+ counties \(\w+\)\n {11}.+\d{4}: \d+ cities and towns \(\w+\)$/m,
  );
  const requests = [...program.greeting.matchAll(/curl -H '(X-API-Key): (\w+)' (\S+)/g)];
  const answers = requests.map(([, header = "", key = "", url = ""]) => fetch(url, { headers: { [header]: key } }));
  expect(await Promise.all((await Promise.all(answers)).map((answer) => answer.json()))).toMatchObject([
    { found: true, data: { city: "Irvine" } },
    { found: true, data: { city: "Austin", state: "TX" } },
  ]);
  expect(program.log()).not.toContain("svc_test_");
  // Whatever its store, a second service on the same address and port is refused.
  const { port } = new URL(program.url);
  const other = { DATABASE_URL: `sqlite:${join(folder, "other.sqlite")}`, PORT: port };
  const second = await safetyProcess(other, "serve");
  expect([second.exitCode, second.out]).toEqual([1, ""]);
  expect(second.note).toContain(`Cannot listen on http://127.0.0.1:${port}: another program is listening there`);
  expect((await serveProgram(environment)).greeting).not.toContain("svc_test_");
});

test("starting and stopping are logged with the main settings, and a start that listens on every interface creates no key", async () => {
  const program = await serveProgram({ BASE_URL: "https://safety.example.com", HOST: "0.0.0.0" });
  await program.stop();
  const [created, started, ...others] = logLines(program.log());
  expect(created).toMatchObject({ level: "warn", msg: "created a new store: is DATABASE_URL correct?" });
  expect(started).toMatchObject({
    level: "info",
    msg: "started",
    version: manifest.version,
    pid: program.pid,
    address: program.url,
    baseUrl: "https://safety.example.com",
    store: program.databaseUrl,
    dataset: expect.stringMatching(/^[0-9a-f]{16}$/),
    dataYear: expect.any(Number),
  });
  expect(others.map(({ msg }) => msg)).toEqual(["stopping", "stopped"]);
  expect(program.greeting).not.toContain("svc_test_");
});

test("a start fails if its metrics port is in use, instead of serving without metrics", async () => {
  const refused = await safety({ ...environment, PORT: "0", METRICS_PORT: String(taken.port) }, "serve");
  expect(refused).toMatchObject({ exitCode: 1, out: "" });
  expect(refused.note).toContain("Change METRICS_HOST and METRICS_PORT");
});

test("the metrics cannot share the port of the service", async () => {
  const refused = await safety({ ...environment, PORT: "18080", METRICS_PORT: "18080" }, "serve");
  expect(refused.exitCode).toBe(2);
  expect(refused.note).toContain("METRICS_PORT must differ from PORT");
});

test("if several processes start with one new store, one creates the account and shows a key", async () => {
  const databaseUrl = `sqlite:${join(folder, "at-once", "store.sqlite")}`;
  const programs = await Promise.all(Array.from({ length: 2 }, () => serveProgram({ DATABASE_URL: databaseUrl })));
  const shown = programs.flatMap(({ greeting }) => /svc_test_\w+/.exec(greeting) ?? []);
  expect(shown).toHaveLength(1);
  for (const { url } of programs) {
    const answer = await fetch(`${url}/v1/stats`, { headers: { "X-API-Key": shown[0] ?? "" } });
    expect(answer.status).toBe(200);
  }
  const words = ["key", "list", "--email", "local@safety.localhost", "--json"];
  const listed = await safety({ DATABASE_URL: databaseUrl }, ...words);
  expect(JSON.parse(listed.out)).toHaveLength(1);
  for (const program of programs) await program.stop();
});

test("a store in a folder that cannot be created is refused with the setting to change", async () => {
  const file = join(folder, "no-folder");
  writeFileSync(file, "");
  for (const path of [join(file, "store.sqlite"), join(file, "below", "store.sqlite")]) {
    const refused = await safety({ PORT: "0", DATABASE_URL: `sqlite:${path}` }, "serve");
    expect(refused).toMatchObject({ exitCode: 1, out: "" });
    expect(refused.note).toContain("Set DATABASE_URL");
  }
});

test("the folder created for a store is accessible only to its owner", async () => {
  const made = join(folder, "command");
  const words = ["key", "create", "--email", "alice@example.com", "--type", "test"];
  await safety({ DATABASE_URL: `sqlite:${join(made, "store.sqlite")}` }, ...words);
  for (const path of [made, join(folder, "at-once")]) expect(statSync(path).mode & 0o777).toBe(0o700);
});

/** The PostgreSQL driver and its dependencies. */
const POSTGRES_DRIVER = [
  ...["pg", "pg-connection-string", "pg-int8", "pg-pool", "pg-protocol", "pg-types", "postgres-array"],
  ...["postgres-bytea", "postgres-date", "postgres-interval", "xtend"],
];

const LOG_LIBRARY = [
  ...["@pinojs/redact", "atomic-sleep", "on-exit-leak-free", "pino", "pino-std-serializers", "quick-format-unescaped"],
  ...["safe-stable-stringify", "sonic-boom", "thread-stream"],
];

// The main thread neither makes pages nor decodes the geography.
const FLOODED = { pages: 12, statuses: [200], modules: ["http/kept-answer.ts", "site.ts"] };

test.each([
  ["sqlite", "and during a flood of pages", [], FLOODED],
  ["postgres", "at first", POSTGRES_DRIVER, {}],
] as const)("on %s lookups wait for no library but the log and the driver, %s", async (dialect, _, driver, flooded) => {
  const databaseUrl = await emptyStoreUrl(dialect);
  const key = await issueKey(databaseUrl, { email: "alice@example.com", plan: "enterprise" });
  const program = new URL("../support/loaded-packages.ts", import.meta.url).pathname;
  const env = {
    ...{ PORT: "0", DATABASE_URL: databaseUrl, SECRET, TEST_KEY: key },
    PLAN_LIMITS: '{"free":{"monthlyRequests":2000}}',
  };
  const { exitCode, out, note } = await run([process.execPath, program, ...Object.keys(flooded)], { env });
  expect([exitCode, troubleIn(note)]).toEqual([0, []]);
  const packages = [...LOG_LIBRARY, ...driver].toSorted();
  expect(JSON.parse(out)).toEqual({ status: 200, packages, ...flooded });
});
