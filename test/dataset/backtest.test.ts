import { beforeAll, describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { type BacktestResult, backtest, backtestText } from "../../src/dataset/backtest/backtest.ts";
import { poissonDeviance, ranks } from "../../src/dataset/backtest/measure.ts";
import { backtestTables } from "../../src/dataset/backtest/report.ts";
import { readReview } from "../../src/dataset/review.ts";
import { readTables } from "../../src/dataset/table.ts";
import { HANG_MS } from "../support/until.ts";

const ROOT = join(import.meta.dir, "../..");
const DATA_DIR = join(ROOT, "data");

let result: BacktestResult;
beforeAll(async () => {
  result = backtest(await readTables(DATA_DIR), await readReview(DATA_DIR));
}, HANG_MS);

describe("back-test", () => {
  test("gives the committed result, number for number", async () => {
    expect(backtestText(result)).toBe(await readFile(join(DATA_DIR, "backtest.json"), "utf8"));
  });

  test("has its tables in the document as the command prints them", async () => {
    expect(await readFile(join(ROOT, "docs/backtest.md"), "utf8")).toContain(backtestTables(result));
  });

  test("has its tables of bounds and returns in the decision page", async () => {
    const page = await readFile(join(ROOT, "docs/decisions/incomplete-years.md"), "utf8");
    const tables = backtestTables(result).split("\n\n");
    for (const header of ["| both below |", "| least share |"]) {
      expect(page).toContain(tables.find((table) => table.startsWith(header)) ?? "no such table");
    }
    const { all, withheld } = result.countyYears;
    expect(page).toContain(`Of ${all} county-years from 2010 to 2025, ${withheld.length} are withheld.`);
    expect(page).toContain(`34 of ${result.falls.cityYears.toLocaleString("en-US")} city-years`);
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

  test("holds next year's score in 75 to 85% of cases, in cities and counties of every size", () => {
    for (const { size, nextYear, placeYears } of [...result.intervals.cities, ...result.intervals.counties]) {
      expect(placeYears).toBeGreaterThan(100);
      expect([size, nextYear >= 0.75 && nextYear <= 0.85]).toEqual([size, true]);
    }
  });

  test("needs a yearly move by size for that", () => {
    const outside = result.intervals.citiesOneMove.filter(({ nextYear }) => nextYear < 0.75 || nextYear > 0.85);
    expect(outside.length).toBeGreaterThan(1);
  });

  test("predicts better from the own past than smoothed toward all cities in both groups and every size class", () => {
    for (const { group, size, mean } of result.deviance) {
      expect([group, size, mean.ownPast < mean.allCities]).toEqual([group, size, true]);
      expect([group, size, mean.ownPast < mean.raw]).toEqual([group, size, true]);
    }
  });

  test("withholds falls by the bound that catches the most, of those whose falls recovered in three of four cases", () => {
    const { candidates } = result.falls;
    const caughtBy = ({ recovered, stayed }: (typeof candidates)[number]) => recovered + stayed;
    const mostlyArtifacts = candidates.filter((candidate) => candidate.recovered / caughtBy(candidate) >= 0.75);
    const current = candidates.filter((candidate) => candidate.isCurrent);
    expect(current).toMatchObject([{ both: 0.01, either: 0.0001, recovered: 28, stayed: 6 }]);
    expect(current).toEqual([mostlyArtifacts.reduce((most, next) => (caughtBy(next) > caughtBy(most) ? next : most))]);
    const wider = candidates.filter((candidate) => caughtBy(candidate) > 34);
    expect(wider).toHaveLength(7);
    for (const candidate of wider) expect(candidate.recovered / caughtBy(candidate)).toBeLessThan(0.75);
  });

  test("withholds returns below two thirds of the forecast: every one with a known outcome recovered", () => {
    const current = result.returns.candidates.filter((candidate) => candidate.isCurrent);
    expect(current).toEqual([{ leastShare: 0.67, recovered: 4, stayed: 0, open: 7, isCurrent: true }]);
  });

  test("moves no grade with the current choices", () => {
    const { violentWeight } = result.sensitivity;
    expect(violentWeight.find(({ value }) => value === 0.5)?.moved).toBe(0);
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

test("the ranks of equal values are their mean rank", () => {
  expect(ranks([10, 20, 10, 30])).toEqual([1.5, 3, 1.5, 4]);
});
