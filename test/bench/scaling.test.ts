import { describe, expect, test } from "bun:test";
import { costOf, fitCost } from "../../bench/scaling/costs.ts";
import { type FleetSettings, type Scenario, simulate } from "../../bench/scaling/simulation.ts";

const SETTINGS: FleetSettings = {
  costs: {
    sqlite: { batchUs: 20, requestUs: 0, rowUs: 5 },
    node: { batchUs: 100, requestUs: 0, rowUs: 5 },
    postgres: { batchUs: 300, requestUs: 2, rowUs: 14 },
    commitUs: 1_000,
  },
  httpUs: 25,
  networkUs: 500,
  maxWaiting: 10_000,
  maxBatch: 1_000,
  warmUpUs: 500_000,
  measuredUs: 1_000_000,
  seed: 1,
};
const SMALL: Scenario = {
  name: "small",
  nodes: 4,
  requestsPerSecond: 8_000,
  accounts: 100_000,
  hotShare: 0,
  shards: 1,
  coresPerShard: 4,
  affinity: false,
};

describe("the simulated fleet", () => {
  test("decides all requests while no part is saturated, with about the latency of one batch", () => {
    const result = simulate(SMALL, SETTINGS);
    expect(result.decidedPerSecond).toBeGreaterThan(7_700);
    expect(result.decidedPerSecond).toBeLessThan(8_300);
    expect(result.overloaded).toBe(0);
    expect(result.meanMs).toBeGreaterThan(1.9);
    expect(result.meanMs).toBeLessThan(5);
  });

  test("uses the cores for as long as its batches cost", () => {
    const { decidedPerSecond, meanBatch, postgresBusy } = simulate(SMALL, SETTINGS);
    const perBatchUs = costOf(SETTINGS.costs.postgres, meanBatch, meanBatch);
    const expected = ((decidedPerSecond / meanBatch) * perBatchUs) / (SMALL.coresPerShard * 1_000_000);
    expect(postgresBusy / expected).toBeGreaterThan(0.95);
    expect(postgresBusy / expected).toBeLessThan(1.05);
  });

  test("never decides more than its cores can, and refuses the rest", () => {
    const result = simulate({ ...SMALL, requestsPerSecond: 1_000_000, coresPerShard: 1 }, SETTINGS);
    expect(result.decidedPerSecond).toBeLessThan(1_000_000 / 16);
    expect(result.postgresBusy).toBeLessThanOrEqual(1.01);
    expect(result.overloaded).toBeGreaterThan(0.9);
  });

  test("locks a hot row for one batch at a time, and for only one node if requests are balanced by account", () => {
    const hot = { ...SMALL, nodes: 20, requestsPerSecond: 40_000, hotShare: 0.2, coresPerShard: 32 };
    const spread = simulate(hot, SETTINGS);
    expect(spread.hotRowLocked).toBeGreaterThan(0.9);
    const balanced = simulate({ ...hot, affinity: true }, SETTINGS);
    expect(balanced.p99Ms).toBeLessThan(spread.p99Ms / 2);
  });

  test("gives the same result for the same seed", () => {
    expect(simulate(SMALL, SETTINGS)).toEqual(simulate(SMALL, SETTINGS));
  });
});

test("a fit recovers the costs that produced the samples", () => {
  const cost = { batchUs: 300, requestUs: 2, rowUs: 14 };
  const shapes = [
    [1, 1],
    [64, 1],
    [64, 64],
    [512, 256],
  ] as const;
  const fitted = fitCost(shapes.map(([requests, rows]) => ({ requests, rows, us: costOf(cost, requests, rows) })));
  expect(fitted.batchUs).toBeCloseTo(300, 1);
  expect(fitted.requestUs).toBeCloseTo(2, 1);
  expect(fitted.rowUs).toBeCloseTo(14, 1);
});
