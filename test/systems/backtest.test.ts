import { describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { backtest } from "../../research/backtest/backtest.ts";
import { canonicalText } from "../../src/base/sealed-file.ts";
import { readTables } from "../../src/dataset/state/input-tables.ts";
import { readReview } from "../../src/dataset/state/review.ts";
import { CALIFORNIA } from "../../src/editions/california.ts";

const DATA_DIR = join(import.meta.dir, "../../data");

const result = backtest(await readTables(DATA_DIR, CALIFORNIA), await readReview(DATA_DIR, CALIFORNIA));

describe("back-test", () => {
  test("gives the committed result, number for number", async () => {
    const committed = await readFile(join(DATA_DIR, "backtest.json"), "utf8");
    // `test/systems/power.test.ts` computes the rest.
    const { power } = JSON.parse(committed);
    expect(canonicalText({ ...result, power })).toBe(committed);
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
      expect([size, nextYear >= 0.75 && nextYear <= 0.85]).toEqual([size, true]);
    }
  });

  test("predicts counts better than each simple rival in both groups and every size class", () => {
    for (const { group, size, logScore } of result.predictions) {
      for (const rival of ["lastYear", "threeYears", "allCities"] as const) {
        expect([group, size, rival, logScore.method > logScore[rival]]).toEqual([group, size, rival, true]);
      }
    }
  });

  test("takes the bound with the most recovered falls, counted twice, less those that stayed, to 2018; of equals the widest", () => {
    const worth = ({ fitted }: (typeof result.falls.candidates)[number]) => 2 * fitted.recovered - fitted.stayed;
    const most = Math.max(...result.falls.candidates.map(worth));
    const [widest] = result.falls.candidates
      .filter((candidate) => worth(candidate) === most)
      .toSorted((a, b) => b.both - a.both || b.either - a.either);
    expect(widest).toMatchObject({ isCurrent: true });
    expect((widest?.later.recovered ?? 0) / (widest?.later.caught ?? 1)).toBeGreaterThan(0.75);
  });

  test("takes constants of the highest likelihood to 2018, of those that predict later years better in every size class", () => {
    for (const group of ["violent", "property"] as const) {
      const candidates = result.pulls.filter((row) => row.group === group);
      const helpful = candidates.filter(({ later }) => later.every((gain) => gain > 0));
      const best = helpful.toSorted((a, b) => b.fitted - a.fitted)[0];
      expect(best).toMatchObject({ isCurrent: true });
    }
  });

  test("catches the agencies of Siskiyou County together, and no others", () => {
    expect(result.shared.caught.map(({ year, name }) => [year, name])).toEqual([[2023, "Siskiyou County"]]);
  });
});
