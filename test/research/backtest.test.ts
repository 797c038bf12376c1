import { describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { backtest } from "../../research/backtest/backtest.ts";
import { crpsOf, ranks } from "../../research/backtest/measure.ts";
import { readReview } from "../../src/dataset/review.ts";
import { readTables } from "../../src/dataset/table.ts";
import { canonicalText } from "../../src/places/file.ts";

const DATA_DIR = join(import.meta.dir, "../../data");

const result = backtest(await readTables(DATA_DIR), await readReview(DATA_DIR));

describe("back-test", () => {
  test("gives the committed result, number for number", async () => {
    expect(canonicalText(result)).toBe(await readFile(join(DATA_DIR, "backtest.json"), "utf8"));
  });

  test("holds next year's score in 75 to 85% of cases, in cities and counties of every size", () => {
    for (const { size, nextYear, placeYears } of [...result.intervals.cities, ...result.intervals.counties]) {
      expect(placeYears).toBeGreaterThan(100);
      expect([size, nextYear >= 0.75 && nextYear <= 0.85]).toEqual([size, true]);
    }
  });

  test("misses as often below the range as above it, within 3 points for every letter", () => {
    for (const { size, nextYear, below, above } of result.intervals.letters) {
      expect([size, Math.abs(below - above) <= 0.03]).toEqual([size, true]);
      expect([size, nextYear >= 0.75 && nextYear <= 0.86]).toEqual([size, true]);
    }
  });

  test("predicts counts better than each simple rival, by log score and CRPS, in both groups and every size class", () => {
    for (const { group, size, logScore, crps } of result.predictions) {
      for (const rival of ["lastYear", "threeYears", "allCities"] as const) {
        expect([group, size, rival, logScore.method > logScore[rival]]).toEqual([group, size, rival, true]);
        expect([group, size, rival, crps.method < crps[rival]]).toEqual([group, size, rival, true]);
      }
    }
  });

  test("withholds falls by a bound whose falls recovered in three of four cases, from each year back", () => {
    for (const back of [1, 2, 3]) {
      const current = result.falls.candidates.filter((row) => row.back === back && row.isCurrent);
      expect(current).toHaveLength(1);
      for (const { caught, recovered } of current) expect(recovered / caught).toBeGreaterThanOrEqual(0.75);
    }
  });

  test("takes the widest bound for falls: what a wider one adds mostly stayed, what a narrower one lacks mostly recovered", () => {
    const candidates = result.falls.candidates.filter(({ back }) => back === 1);
    const current = candidates.find(({ isCurrent }) => isCurrent);
    if (current === undefined) throw new Error("no current bound");
    const others = candidates.filter((row) => row !== current);
    const wider = others.filter(({ both, either }) => both >= current.both && either >= current.either);
    const narrower = others.filter(({ both, either }) => both <= current.both && either <= current.either);
    expect([wider.length, narrower.length]).toEqual([5, 3]);
    const recoveredBetween = (narrow: typeof current, wide: typeof current) =>
      (wide.recovered - narrow.recovered) / (wide.caught - narrow.caught);
    for (const wide of wider) expect(recoveredBetween(current, wide)).toBeLessThan(0.5);
    for (const narrow of narrower) expect(recoveredBetween(narrow, current)).toBeGreaterThan(0.5);
  });

  test("withholds returns below two thirds of the forecast: every one with a known outcome recovered", () => {
    const [current] = result.returns.candidates.filter(({ isCurrent }) => isCurrent);
    expect(current?.stayed).toBe(0);
    expect(current?.recovered).toBeGreaterThan(3);
  });

  test("catches the agencies of Siskiyou and Imperial counties together, and no others", () => {
    expect(result.shared.caught.map(({ year, name }) => [year, name])).toEqual([
      [2023, "Siskiyou County"],
      [2024, "Imperial County"],
    ]);
  });
});

describe("the score of a predicted distribution", () => {
  test("is the same for an exact sum and for the normal distribution of a large count", () => {
    const rate = { mean: 0.398, variance: 0.0004 };
    const near = (count: number) => crpsOf({ count, residents: 1_000_000 }, rate);
    const beyond = (count: number) => crpsOf({ count, residents: 1_006_000 }, rate);
    for (const count of [350, 400, 450]) expect(beyond(count) / near(count)).toBeWithin(0.8, 1.25);
  });

  test("is best at the expected count", () => {
    const rate = { mean: 5, variance: 0.5 };
    const scores = [10, 50, 100].map((count) => crpsOf({ count, residents: 10_000 }, rate));
    expect(scores[1]).toBe(Math.min(...scores));
  });
});

test("the ranks of equal values are their mean rank", () => {
  expect(ranks([10, 20, 10, 30])).toEqual([1.5, 3, 1.5, 4]);
});
