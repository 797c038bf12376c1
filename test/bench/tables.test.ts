import { expect, test } from "bun:test";
import { chartOf } from "../../bench/chart.ts";
import type { Measurement } from "../../bench/measure.ts";
import type { Results } from "../../bench/results.ts";
import { stepsChartOf, timeParts } from "../../bench/steps-chart.ts";
import { tablesOf } from "../../bench/tables.ts";
import { isReached, targetsOf } from "../../bench/targets.ts";

function measurement(requestsPerSecond: number, p99Ms: number): Measurement {
  return {
    requestsPerSecond,
    requests: requestsPerSecond,
    p50Ms: 1,
    p90Ms: 2,
    p99Ms,
    memoryBytes: 60_000_000,
    serverCpu: 1,
    loadCpu: 0.5,
    otherCpu: 0,
    stolenCpu: 0,
    disturbed: false,
  };
}

const results: Results = {
  measuredAt: "2026-01-01T00:00:00.000Z",
  machine: {
    processor: "A <processor> & more",
    cores: 2,
    memoryGib: 8,
    kernel: "6",
    bun: "1",
    node: "20",
    postgres: "1",
    nginx: "1",
    wrk: "4",
    peers: {},
  },
  commit: "0123456789abcdef",
  rounds: 2,
  seconds: 1,
  quick: false,
  measured: ["cases"],
  failed: [],
  cases: {
    node: [measurement(40_000, 4), measurement(20_000, 8)],
    bun: [measurement(100_000, 2), measurement(50_000, 4)],
    city: [measurement(52_000, 2), measurement(25_000, 4)],
  },
};

test("the table has medians, and ratios to the reference of the same round", () => {
  const row = tablesOf(results)
    .split("\n")
    .find((line) => line.startsWith("| city, SQLite  "));
  expect(row?.split("|").map((cell) => cell.trim())).toEqual([
    ...["", "city, SQLite", "38,500", "1.27", "0.51", "1", "3", "0.5", "60", "1", "0.5", ""],
  ]);
});

test("a missed target is reported as missed, and one that was not measured is left out", () => {
  const verdicts = new Map(targetsOf(results).map((target) => [target.what, isReached(target)]));
  expect(verdicts.get("city, SQLite, to node:http constant")).toBe(true);
  expect(verdicts.get("city, SQLite, to Bun.serve constant")).toBe(false);
  expect(verdicts.get("start to first 200")).toBeUndefined();
  expect(tablesOf(results)).not.toContain("start to first 200");
});

test("the chart is a well-formed image with its numbers in text", () => {
  const svg = chartOf(results);
  expect(svg).toContain("city, SQLite: 38500");
  expect(svg).toContain("A &lt;processor&gt; &amp; more");
  expect(svg.match(/<rect /g)).toHaveLength(3);
});

test.each([960, 9_500, 58_000, 99_000, 100_000, 122_550, 139_000, 150_000, 240_000, 999_000, 1_250_000])(
  "the chart's axis up to %d has labels that do not overlap",
  (requestsPerSecond) => {
    const svg = chartOf({ ...results, cases: { bun: [measurement(requestsPerSecond, 2)] } });
    const labels = [...svg.matchAll(/<text x="([\d.]+)" y="\d+" text-anchor="middle"[^>]*>([\d,]+)</g)];
    expect(labels.length).toBeGreaterThanOrEqual(2);
    // DejaVu Sans, which is wide: 8.3 pixels per digit at this size.
    const spans = labels.map(([, x, text = ""]) => ({ middle: Number(x), half: (text.length * 8.3) / 2 }));
    for (const [index, { middle, half }] of spans.entries()) {
      const before = spans[index - 1];
      if (before !== undefined) expect(middle - half - (before.middle + before.half)).toBeGreaterThan(8);
    }
  },
);

test("the parts of a lookup's time add up to the whole for any measurement, and are drawn with their numbers in text", () => {
  const run = {
    bun: [measurement(100_000, 1)],
    floor: [measurement(80_000, 1)],
    city: [measurement(50_000, 1)],
  };
  const steps = { targetUs: 0.5, keyUs: 0.5, storeUs: 2, admissionUs: 1, answerUs: 1 };
  const whole = { ...results, runs: [run, run, run], steps };
  const parts = timeParts(whole) ?? [];
  const total = parts.slice(0, -1).reduce((sum, { us }) => sum + us, 0);
  expect(total).toBeCloseTo(20, 6);
  expect(parts.at(-1)).toMatchObject({ title: "a city lookup", us: 20 });
  expect(stepsChartOf(whole, parts)).toContain("a city lookup: 20.0");
  expect(timeParts(results)).toBeUndefined();
});

test("a ratio over three runs is the median of their ratios, not that of all rounds together", () => {
  const run = (city: number) => ({ node: [measurement(100, 1)], city: [measurement(city, 1)] });
  const targets = targetsOf({ ...results, runs: [run(200), run(110), run(120)] });
  expect(targets.find(({ what }) => what.startsWith("city, SQLite, to node:http"))?.measured).toBeCloseTo(1.2, 6);
});

test("what ended with an error is named above the tables", () => {
  expect(tablesOf(results)).not.toContain("error");
  expect(tablesOf({ ...results, failed: ["keys", "fastify"] })).toContain(
    "Ended with an error, and so without figures: keys, fastify.",
  );
});
