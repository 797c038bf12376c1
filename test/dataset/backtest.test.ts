import { beforeAll, describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { backtest, backtestText } from "../../src/dataset/backtest/backtest.ts";
import { poissonDeviance, ranks, spearman } from "../../src/dataset/backtest/measure.ts";
import { backtestTables } from "../../src/dataset/backtest/report.ts";
import { openLedger } from "../../src/dataset/ledger.ts";
import { fitMove } from "../../src/dataset/own-past.ts";
import { cityPanel } from "../../src/dataset/panel.ts";
import { readReview } from "../../src/dataset/review.ts";
import { readTables } from "../../src/dataset/table.ts";
import type { BacktestResult } from "../../src/domain/backtest.ts";

const ROOT = join(import.meta.dir, "../..");
const DATA_DIR = join(ROOT, "data");
const RUN_MS = 60_000;

let result: BacktestResult;
beforeAll(async () => {
  result = backtest(await readTables(DATA_DIR), await readReview(DATA_DIR));
}, RUN_MS);

describe("back-test", () => {
  test("gives the committed result, number for number", async () => {
    expect(backtestText(result)).toBe(await readFile(join(DATA_DIR, "backtest.json"), "utf8"));
  });

  test("has its tables in the document as the command prints them", async () => {
    expect(await readFile(join(ROOT, "docs/backtest.md"), "utf8")).toContain(backtestTables(result));
  });

  test("pairs no years across the year without city populations", () => {
    expect(result.pairs).not.toContain(2018);
    expect(result.pairs).not.toContain(2019);
    expect(result.pairsWithHistory).not.toContain(2021);
  });

  test("compares all estimators on the same city-years, whose classes add up", () => {
    for (const group of ["violent", "property"] as const) {
      const rows = result.deviance.filter((row) => row.group === group);
      const all = rows.find(({ size }) => size === null);
      expect(rows.reduce((sum, row) => sum + (row.size === null ? 0 : row.cityYears), 0)).toBe(all?.cityYears ?? -1);
    }
  });

  test("fits the yearly move of a year on the years before it alone", async () => {
    const panel = cityPanel(openLedger(await readTables(DATA_DIR), await readReview(DATA_DIR)));
    for (const { year, violent, property } of result.yearlyMove.filter((row) =>
      [2012, 2017, 2023].includes(row.year),
    )) {
      const before = panel.filter((candidate) => candidate.year < year);
      expect([year, violent, property]).toEqual([year, fitMove(before, "violent"), fitMove(before, "property")]);
    }
  });

  test("finds the own past better than the method in force in both groups and every size class", () => {
    for (const { group, size, mean } of result.deviance) {
      expect([group, size, mean.ownPast < mean.smoothed]).toEqual([group, size, true]);
    }
    const better = result.allPairs.filter(({ smoothed, ownPast }) => ownPast < smoothed);
    expect(better.length).toBe(result.allPairs.length - 1);
  });

  test("moves no grade by the choices that are in force", () => {
    const { violentWeight, fewestResidents, exponent } = result.sensitivity;
    expect(violentWeight.find(({ value }) => value === 0.5)?.moved).toBe(0);
    expect(fewestResidents.find(({ value }) => value === 1_000)?.moved).toBe(0);
    expect(exponent.find(({ value }) => value === 2)?.moved).toBe(0);
  });
});

describe("Poisson deviance", () => {
  test("is 0 for a perfect prediction, positive otherwise, and finite for a count of 0", () => {
    fc.assert(
      fc.property(fc.nat(1_000), fc.double({ min: 0.01, max: 1_000, noNaN: true }), (observed, predicted) => {
        expect(poissonDeviance(observed, predicted)).toBeGreaterThanOrEqual(-1e-9);
      }),
    );
    expect(poissonDeviance(7, 7)).toBe(0);
    expect(poissonDeviance(0, 3)).toBe(6);
    expect(poissonDeviance(2, 1)).toBeCloseTo(4 * Math.log(2) - 2, 12);
  });
});

describe("Spearman's rank correlation", () => {
  test("is 1 for any rising function of the values, −1 for a falling one", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 2 }), (values) => {
        expect(
          spearman(
            values,
            values.map((value) => value ** 3),
          ),
        ).toBeCloseTo(1, 9);
        expect(
          spearman(
            values,
            values.map((value) => -value),
          ),
        ).toBeCloseTo(-1, 9);
      }),
    );
  });

  test("lets equal values share their mean rank", () => {
    expect(ranks([10, 20, 10, 30])).toEqual([1.5, 3, 1.5, 4]);
  });
});
