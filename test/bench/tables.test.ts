import { describe, expect, test } from "bun:test";
import { chartOf } from "../../bench/chart.ts";
import type { Measurement } from "../../bench/measure.ts";
import type { Results } from "../../bench/results.ts";
import { stepTimes } from "../../bench/step-times.ts";
import { STEPS, type StepResult } from "../../bench/steps.ts";
import { stepsChartOf } from "../../bench/steps-chart.ts";
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

test("the memory of the geography is the median difference of the processes", () => {
  const process = (lookUps: number, more: number) => ({
    lookUpsBytes: lookUps * 1e6,
    geographyBytes: (lookUps + more) * 1e6,
  });
  const geographyMemory = [process(40, 70), process(60, 50), process(44, 58)];
  const target = targetsOf({ ...results, geographyMemory }).find(({ what }) => what.startsWith("memory with the geo"));
  expect([target?.measured, target && isReached(target)]).toEqual([58, true]);
});

test("the chart is a well-formed image with its numbers in text", () => {
  const svg = chartOf(results);
  expect(svg).toContain("city, SQLite: 38500");
  expect(svg).toContain("Median of 2 rounds, 64 connections, server on one core of A &lt;processor&gt; &amp; more");
  expect(svg.match(/<rect /g)).toHaveLength(3);
});

test("the chart has the number of rounds of its cases, not of other parts", () => {
  const cases = { ...results.cases, city: [52_000, 25_000, 30_000].map((perSecond) => measurement(perSecond, 2)) };
  expect(chartOf({ ...results, rounds: 7, cases })).toContain("Median of 2 or 3 rounds");
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

describe("the steps of a lookup", () => {
  /** Microseconds by step; the fourth is faster than the third. */
  const us = [10, 12, 14, 13, 15, 15.5, 18, 19, 20];
  const steps: readonly StepResult[] = STEPS.map(({ id }, index) => ({
    id,
    roundsUs: [0.5, 1, 2].map((slowdown) => slowdown * (us[index] ?? 0)),
    alone: [measurement(50_000, 1), measurement(50_000, 3)],
  }));

  test("are drawn with their numbers in text, a step that saves time as well", () => {
    const svg = stepsChartOf(results, stepTimes(steps));
    expect(svg).toContain("a city lookup: 20.0");
    expect(svg).toContain("the key: header, checksum, digest: −1.0");
    expect(svg.match(/<rect /g)).toHaveLength(STEPS.length + 1);
    expect(svg.match(/<path /g)).toHaveLength(STEPS.length);
    for (const [, width] of svg.matchAll(/<rect [^>]*width="([^"]*)"/g)) expect(Number(width)).toBeGreaterThan(0);
  });

  test("are a table, and count as measurements", () => {
    const text = tablesOf({ ...results, steps });
    expect(text).toMatch(/\| SQLite: check, count, commit +\| +18\.0 \| +2\.5 \| +2\.5 to 2\.5 \| +1 \| +2 \|/);
    expect(text).toContain(`0 of ${6 + STEPS.length * 2} measurements`);
  });

  test("are left out if one of them has no figures", () => {
    expect(stepTimes(steps.slice(1))).toEqual([]);
    expect(tablesOf({ ...results, steps: steps.slice(1) })).not.toContain("step by step");
    expect(tablesOf(results)).not.toContain("step by step");
  });
});

describe("the three whole runs", () => {
  /** Two rounds of each case: the second has half the speed, as on a machine that became slow. */
  const runOf = (speeds: Readonly<Record<string, number>>) =>
    Object.fromEntries(
      Object.entries(speeds).map(([id, speed]) => [id, [measurement(speed, 1), measurement(speed / 2, 1)]]),
    );
  const measuredIn = (runs: NonNullable<Results["runs"]>, what: string) =>
    targetsOf({ ...results, runs }).find((target) => target.what === what)?.measured;

  test("give a ratio that is the median of their ratios, not that of all rounds together", () => {
    const runs = [200, 110, 120].map((city) => runOf({ node: 100, city }));
    expect(measuredIn(runs, "city, SQLite, to node:http constant, median of three runs")).toBeCloseTo(1.2, 6);
  });

  const run = runOf({
    node: 50,
    bun: 100,
    floor: 80,
    bun10k: 90,
    city: 60,
    cityPostgres: 25,
    batch100: 30,
    fastify: 20,
  });

  test.each([
    ["city, SQLite, to node:http constant", 1.2],
    ["city, SQLite, to Bun.serve constant", 0.6],
    ["city, SQLite, to the floor", 0.75],
    ["city, PostgreSQL on the same core, to node:http constant", 0.5],
    ["batch of 100, to Bun.serve constant 10 KB", 1 / 3],
    ["city, SQLite, to Fastify, rate-limit plugin, SQLite", 3],
  ])("have the ratio of the target: %s", (what, ratio) => {
    expect(measuredIn([run, run, run], `${what}, median of three runs`)).toBeCloseTo(ratio, 6);
  });

  test("are a row each in their table", () => {
    const rows = tablesOf({ ...results, runs: [run] }).split("\n");
    const row = rows[rows.findIndex((line) => line.startsWith("| run ")) + 2];
    expect(row?.split("|").map((cell) => cell.trim())).toEqual([
      ...["", "1", "45", "1.2", "0.6", "0.75", "3", "0.5", "0.333", ""],
    ]);
  });

  test("leave latency to the table of cases, and each ratio for which they lack a case", () => {
    const runs = [runOf({ node: 100, city: 110 })];
    expect(measuredIn(runs, "city, SQLite, to Bun.serve constant")).toBeCloseTo(0.51, 6);
    expect(measuredIn(runs, "p99 of city, SQLite, to that of node:http constant")).toBeCloseTo(0.5, 6);
  });
});

test("what ended with an error is named above the tables", () => {
  expect(tablesOf(results)).not.toContain("error");
  expect(tablesOf({ ...results, failed: ["keys", "fastify"] })).toContain(
    "Ended with an error, and so without figures: keys, fastify.",
  );
});
