import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { mistyped } from "../../bench/fixture.ts";
import { blocks } from "../../bench/page.ts";
import { cpuMs, memoryBytes } from "../../bench/procfs.ts";
import { chartOf, range, tableOf } from "../../bench/report.ts";
import { ratioOf, spreadOf } from "../../bench/statistics.ts";
import { until } from "../support/until.ts";

describe("a spread", () => {
  test("is the median with the middle half of the values, in any order", () => {
    expect(spreadOf([5, 1, 3, 2, 4])).toEqual({ median: 3, from: 2, to: 4 });
    expect(spreadOf([1, 2])).toEqual({ median: 1.5, from: 1.25, to: 1.75 });
    expect(() => spreadOf([])).toThrow(RangeError);
  });

  test("of ratios compares neighbors, so a slow second of the machine changes nothing", () => {
    expect(ratioOf([100, 10, 50], [50, 5, 25])).toEqual({ median: 2, from: 2, to: 2 });
  });

  test("is written with two significant digits", () => {
    expect(range({ median: 5.449, from: 0.951, to: 12.4 })).toBe("5.4 (0.95 to 12)");
  });
});

const sample = (requestsPerSecond: number) => ({
  requestsPerSecond,
  cpuUsPerRequest: 25.04,
  writtenBytes: 200,
  p50Ms: 1.5,
  p90Ms: 2.5,
  p99Ms: 3.25,
  sentP99Ms: null,
  memoryBytes: 55_400_000,
  startMs: 150,
});
const RESULTS = {
  load: "city",
  series: [
    { name: "this service, SQLite", samples: [sample(40_000), sample(20_000)] },
    { name: "Fastify <SQLite>", samples: [sample(8_000), sample(4_000)] },
  ],
};

test("the table has the service first, and how many times as fast it is as the others", () => {
  const [, , service, other] = tableOf([RESULTS]).split("\n");
  expect(service).toBe("| city | this service, SQLite | 30,000 |  | 25.0 |  | 1.50 | 3.25 | 55 |");
  expect(other).toBe("|  | Fastify <SQLite> | 6,000 | 5.0 (5.0 to 5.0) | 25.0 | 1.0 (1.0 to 1.0) | 1.50 | 3.25 | 55 |");
});

test("the picture names every server and says its value, the fastest first", () => {
  const chart = chartOf(RESULTS, "AMD & co");
  expect(chart).toContain('<desc id="desc">this service, SQLite: 30000; Fastify &lt;SQLite&gt;: 6000</desc>');
  expect(chart).toContain("AMD &amp; co");
  expect(chart.match(/<rect/g)).toHaveLength(2);
});

test("the page has what the benchmark wrote, unchanged, with its commit; the picture has the servers of the first load", () => {
  expect(blocks().map(({ name, isAsWritten }) => [name, isAsWritten])).toEqual([
    ["table", true],
    ["customers", true],
    ["nodes", true],
    ["pages", true],
    ["memory", true],
    ["crowds", true],
    ["texts", true],
  ]);
  const [table = ""] = blocks().map(({ text }) => text);
  for (const { text } of blocks()) expect(text).toMatch(/^Version \d+\.\d+\.\d+(?:-dev\.\d+)?, commit [0-9a-f]{12}/m);
  const [head, line, ...rows] = table.split("\n");
  expect(`${head}\n${line}\n`).toBe(tableOf([]));
  const city = rows.slice(
    0,
    rows.findIndex((row, index) => index > 0 && !row.startsWith("|  |")),
  );
  const bars = city.map((row) => row.split(" | ")).map(([, name, rate]) => `${name}: ${rate?.replaceAll(",", "")}`);
  const chart = readFileSync(`${import.meta.dir}/../../docs/benchmarks.svg`, "utf8");
  const drawn = /<desc id="desc">(.*)<\/desc>/.exec(chart)?.[1]?.split("; ") ?? [];
  expect(drawn.toSorted()).toEqual(bars.toSorted());
});

test("a misspelled name has one letter omitted, doubled, swapped, or replaced", () => {
  const wrong = [0, 0.3, 0.6, 0.9].map((kind) => {
    const numbers = [0.5, 0, kind];
    return mistyped("Irvine", () => numbers.shift() ?? 0);
  });
  expect(wrong).toEqual(["Irvne", "Irviine", "Irvnie", "Irvane"]);
});

test("the CPU time of a process includes its children's", async () => {
  const child = Bun.spawn(["sh", "-c", "(while :; do :; done) & (while :; do :; done)"], {
    stdio: ["ignore", "ignore", "ignore"],
    detached: true,
  });
  try {
    await until("it used CPU time", () => Promise.resolve(cpuMs([child.pid]) >= 100));
    expect(memoryBytes(child.pid)).toBeGreaterThan(10_000);
  } finally {
    process.kill(-child.pid, "SIGKILL");
  }
  expect(cpuMs([2 ** 22 + 1])).toBe(0);
});
