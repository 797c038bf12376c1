import { type Fixture, NO_FIXTURE, readFixture, requestsOf } from "./fixture.ts";
import { CONNECTIONS, type Pace } from "./load.ts";
import { answerTo, type Extent, measure, type Series } from "./measure.ts";
import { range } from "./report.ts";
import { type Contestant, createFilledStore, floor, peer, service } from "./servers.ts";
import { meanOf, ratioOf, spreadOf } from "./statistics.ts";

/** Customers of a store, and how many of them send requests. */
const STORES = [
  { customers: 160, active: 160 },
  { customers: 10_000, active: 160 },
  { customers: 1_000_000, active: 1_000 },
  { customers: 1_000_000, active: 100_000 },
] as const;
const FEW_CONNECTIONS = 8;
/** The store of the loads that the others leave out: fewer connections, and fixed times. */
const USUAL = STORES[2];

type Store = (typeof STORES)[number];

/**
 * A table of city lookups with keys at random from stores of different sizes, over many and few connections, and at fixed
 * times at a third of what the service does. `checkout` is another one to compare with.
 */
export async function customersTable(extent: Extent, checkout: string | null): Promise<string> {
  const rows: string[] = [];
  for (const store of STORES) rows.push(...(await rowsOf(store, extent, checkout)));
  const head =
    "| customers | load | server | requests/s | service is … times as fast | CPU µs | bytes written | p50 ms | p90 ms | p99 ms | service's p90, p99 to it |";
  return `${head}\n|${" --- |".repeat(3)}${" --: |".repeat(8)}\n${rows.join("")}`;
}

async function rowsOf(store: Store, extent: Extent, checkout: string | null): Promise<readonly string[]> {
  const { customers, active } = store;
  const name = active === customers ? `${active}` : `${number(active)} of ${number(customers)}`;
  const filled = createFilledStore(customers, active, checkout ?? undefined);
  const us = await service("this service", "sqlite", filled);
  const fixture = await fixtureOf(us, filled);
  const { city: requests } = requestsOf(fixture);
  const server = await us.start(fixture);
  const body = await answerTo(server.url, requests).finally(server.stop);
  const others =
    checkout === null
      ? [peer("Fastify, SQLite", "fastify-sqlite.mjs", "sqlite")]
      : [await service("the checkout", "sqlite", filled, { checkout })];
  const isExpected = () => true;
  const run = (pace: Pace, contestants: readonly Contestant[]) => {
    console.error(`${name} customers, ${nameOf(pace)} ...`);
    return measure(contestants, { requests, fixture, pace, isExpected }, extent);
  };
  const many = { connections: CONNECTIONS };
  const closed = await run(many, [us, floor(body), ...others]);
  const rows = linesOf(name, many, closed);
  if (store !== USUAL && store !== STORES[0]) return rows;
  const few = { connections: FEW_CONNECTIONS };
  rows.push(...linesOf(name, few, await run(few, [us, floor(body), ...others])));
  // Fastify does not get this far.
  const rivals = checkout === null ? [] : others;
  const third =
    Math.round(spreadOf(closed[0]?.samples.map((one) => one.requestsPerSecond) ?? []).median / 3_000) * 1_000;
  const open = { connections: CONNECTIONS, perSecond: third };
  rows.push(...linesOf(name, open, await run(open, [us, floor(body), ...rivals])));
  return rows;
}

async function fixtureOf({ start }: Contestant, store: Parameters<typeof readFixture>[1]): Promise<Fixture> {
  const server = await start(NO_FIXTURE);
  try {
    return await readFixture(server.url, store);
  } finally {
    await server.stop();
  }
}

function linesOf(customers: string, pace: Pace, series: readonly Series[]): string[] {
  const [us] = series;
  return series.map(({ name, samples }, index) => {
    const median = (of: "requestsPerSecond" | "cpuUsPerRequest" | "p50Ms" | "p90Ms" | "p99Ms") =>
      spreadOf(samples.map((sample) => sample[of])).median;
    const ratio = (of: "requestsPerSecond" | "p90Ms" | "p99Ms") =>
      us === undefined || index === 0
        ? ""
        : range(
            ratioOf(
              us.samples.map((sample) => sample[of]),
              samples.map((sample) => sample[of]),
            ),
          );
    const cells = [
      index === 0 ? customers : "",
      index === 0 ? nameOf(pace) : "",
      name,
      number(median("requestsPerSecond")),
      pace.perSecond === undefined ? ratio("requestsPerSecond") : "",
      median("cpuUsPerRequest").toFixed(1),
      // Not each turn has a write of the journal to the tables.
      number(meanOf(samples.map(({ writtenBytes }) => writtenBytes))),
      median("p50Ms").toFixed(2),
      median("p90Ms").toFixed(2),
      median("p99Ms").toFixed(2),
      index === 0 ? sentNote(samples) : `${ratio("p90Ms")}, ${ratio("p99Ms")}`,
    ];
    return `| ${cells.join(" | ")} |\n`;
  });
}

/** How much of the p99 of an open loop is the wait for a free connection, which a closed loop hides. */
function sentNote(samples: Series["samples"]): string {
  const sent = samples.flatMap(({ sentP99Ms }) => sentP99Ms ?? []);
  return sent.length === 0 ? "" : `p99 from sending: ${spreadOf(sent).median.toFixed(2)}`;
}

function nameOf({ connections, perSecond }: Pace): string {
  return perSecond === undefined ? `${connections} connections` : `${number(perSecond)}/s at fixed times`;
}

function number(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
