// Measures the service and other ways to build it. Usage: npm run bench -- [--quick] [--write] [--against CHECKOUT] [--PART]
//   --quick      a second each, to test the benchmark
//   --write      writes what it measures into docs/benchmarks.md, and docs/benchmarks.svg
//   --against    compares the service with the one of another checkout, under all loads of the part
//   --customers  measures lookups with keys from stores of up to a million customers instead
//   --nodes      measures nodes on one PostgreSQL instead
//   --pages      measures public pages instead, and lookups beside them
//   --memory     measures memory after lookups and searches of the whole country instead
//   --crowds     measures how long a visitor waits beside crowds instead
//   --texts      measures hostile texts at every door instead
//   --help       prints this
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { customersTable } from "./customers.ts";
import { type Fixture, type LoadName, NO_FIXTURE, readFixture, requestsOf } from "./fixture.ts";
import { SERVER_CORE } from "./load.ts";
import { answerTo, type Extent, measure } from "./measure.ts";
import { nodesTable } from "./nodes.ts";
import { machine, measured, writeBlock } from "./page.ts";
import { chartOf, type LoadResults, tableOf } from "./report.ts";
import { type Contestant, createKeyStore, floor, peer, service, sharedPostgres } from "./servers.ts";
import { spreadOf } from "./statistics.ts";

const CHART = join(import.meta.dir, "../docs/benchmarks.svg");
const LOADS = ["city", "batch of 100", "history", "explain", "locate", "search"] as const;
const QUICK: Extent = { processes: 1, rounds: 1, warmUpSeconds: 1, turnSeconds: 1 };
const WHOLE: Extent = { processes: 3, rounds: 4, warmUpSeconds: 3, turnSeconds: 1 };
/** Long enough for what the service does every few seconds, in most turns. */
const CUSTOMERS: Extent = { processes: 2, rounds: 5, warmUpSeconds: 3, turnSeconds: 3 };

const { values: options } = parseArgs({
  options: {
    help: { type: "boolean" },
    quick: { type: "boolean" },
    write: { type: "boolean" },
    against: { type: "string" },
    customers: { type: "boolean" },
    nodes: { type: "boolean" },
    pages: { type: "boolean" },
    memory: { type: "boolean" },
    crowds: { type: "boolean" },
    texts: { type: "boolean" },
  },
});
if (options.help) {
  const [usage = ""] = readFileSync(import.meta.path, "utf8").split("import ");
  console.log(usage.replaceAll(/^\/\/ ?/gm, "").trim());
  process.exit(0);
}
if (options.pages) await import("./pages.ts");
if (options.memory) await import("./memory.ts");
if (options.crowds) {
  const crowds = [process.execPath, join(import.meta.dir, "crowds.ts"), ...(options.write ? ["--write"] : [])];
  const env = { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: "1000" };
  process.exit(Bun.spawnSync(crowds, { env, stdio: ["ignore", "inherit", "inherit"] }).exitCode);
}
if (options.texts) await import("./texts.ts");
const extent = options.quick ? QUICK : WHOLE;

// Every process that this one starts runs on the same core, except the load generator.
Bun.spawnSync(["taskset", "-a", "-c", "-p", String(SERVER_CORE), String(process.pid)]);
const other = options.against === undefined ? null : resolve(options.against);
if (options.customers) {
  const table = `${await customersTable(options.quick ? QUICK : CUSTOMERS, other)}\n${measured(options.quick)}\n`;
  console.log(table);
  if (options.write) writeBlock("customers", table);
  process.exit(0);
}
const store = createKeyStore(other ?? undefined);
const us = await service("this service, SQLite", "sqlite", store);
const fixture = await fixtureOf(us);
const requests = requestsOf(fixture);

if (options.nodes) {
  const node = await service("node", "postgres", store);
  const nodes = `${await nodesTable(requests.city, node, extent)}\n${measured(options.quick)}\n`;
  console.log(nodes);
  if (options.write) writeBlock("nodes", nodes);
  await (await sharedPostgres()).stop();
  process.exit(0);
}
const results = other === null ? await againstPeers() : await againstCheckout(other);
const starts = results.flatMap(({ series }) => series[0]?.samples.map(({ startMs }) => startMs) ?? []);
const table = `${tableOf(results)}\n${measured(options.quick)} The service starts in ${Math.round(spreadOf(starts).median)} ms.\n`;
console.log(table);
if (options.write && results[0] !== undefined) {
  writeBlock("table", table);
  writeFileSync(CHART, chartOf(results[0], machine()));
}
await (await sharedPostgres()).stop();
process.exit(0);

async function fixtureOf({ start }: Contestant): Promise<Fixture> {
  const server = await start(NO_FIXTURE);
  try {
    return await readFixture(server.url, store);
  } finally {
    await server.stop();
  }
}

async function againstPeers(): Promise<readonly LoadResults[]> {
  const fastify = peer("Fastify, SQLite", "fastify-sqlite.mjs", "sqlite");
  const city = await compare("city", [
    us,
    await service("this service, PostgreSQL", "postgres", store),
    fastify,
    peer("Hono, rate-limiter-flexible, PostgreSQL", "hono-rate-limiter-flexible.mjs", "postgres"),
    peer("Express, PostgreSQL", "express-pg.mjs", "postgres"),
  ]);
  return [city, await compare("batch of 100", [us, fastify]), await compare("search", [us, fastify])];
}

async function againstCheckout(checkout: string): Promise<readonly LoadResults[]> {
  const ours = await service("this service, PostgreSQL", "postgres", store);
  const [sqlite, postgres] = [
    await service("the checkout, SQLite", "sqlite", store, { checkout }),
    await service("the checkout, PostgreSQL", "postgres", store, { checkout }),
  ];
  const results = [await compare("city", [ours, postgres])];
  for (const load of LOADS) results.push(await compare(load, [us, sqlite]));
  return results;
}

/** Compares the first contestant with the floor, which gives its answer to the first request, and the others. */
async function compare(
  load: LoadName,
  [first, ...others]: readonly [Contestant, ...Contestant[]],
): Promise<LoadResults> {
  console.error(`${load} ...`);
  const server = await first.start(fixture);
  const body = await answerTo(server.url, requests[load]).finally(server.stop);
  // Searches differ in what they find, and checkouts in their data.
  const isExpected = (answer: string) =>
    load === "search" || other !== null || Bun.deepEquals(JSON.parse(answer), JSON.parse(body));
  const contestants = [first, floor(body), ...others];
  const series = await measure(contestants, { requests: requests[load], fixture, isExpected }, extent);
  return { load, series };
}
