import { describe, expect, test } from "bun:test";
import type { DatasetTables } from "../../src/dataset/california/input-tables.ts";
import { keyOf } from "../../src/dataset/california/ledger.ts";
import type { ReviewTables } from "../../src/dataset/california/review.ts";
import { isMovedTooFar, openStateModels } from "../../src/dataset/california/state-models.ts";
import { currentModels, currentReview, currentTables } from "../support/current-build.ts";

const [tables, review] = [currentTables, currentReview];
const { ledger, shortageOf, cities, counties } = currentModels;

/** The tables without an agency's rows from a year on. */
function without(county: string, agency: string, from: number): DatasetTables {
  const offenses = new Map(
    [...tables.offenses].map(([year, rows]) => [
      year,
      year < from ? rows : rows.filter((row) => row.county !== county || row.agency !== agency),
    ]),
  );
  return { ...tables, offenses };
}

describe("what a county is short of", () => {
  test("an agency without a row is missing in every later year, not only in the first three", () => {
    const sheriff = "Tulare Co. Sheriff's Department";
    const models = openStateModels(without("Tulare County", sheriff, 2016), review);
    for (const year of [2016, 2019, 2022, 2025]) {
      const { share, agencies } = models.shortageOf(year, "Tulare County");
      expect([year, share > 0.05]).toEqual([year, true]);
      expect(agencies.map(({ agency }) => agency)).toContain(sheriff);
      expect(models.counties.verdict(year, "Tulare County")?.isComplete).toBe(false);
    }
    expect(shortageOf(2025, "Tulare County").share).toBe(0);
  });

  test("the sheriffs of Mendocino and Shasta are found by the rule, without a review", () => {
    expect(review.anomalies.filter(({ county }) => ["Mendocino County", "Shasta County"].includes(county))).toEqual([
      expect.objectContaining({ agency: "Willits", year: 2022 }),
      expect.objectContaining({ agency: null, year: 2019 }),
    ]);
    for (const [county, from, to] of [
      ["Mendocino County", 2022, 2025],
      ["Shasta County", 2021, 2025],
    ] as const) {
      for (let year = from; year <= to; year += 1) {
        expect([county, year, counties.verdict(year, county)?.isComplete]).toEqual([county, year, false]);
      }
      expect(counties.verdict(from - 1, county)?.isComplete).toBe(true);
    }
  });

  test("without the table of successors a merged authority would be missing", () => {
    const alone: ReviewTables = {
      ...review,
      agencies: review.agencies.map((row) => ({ ...row, successorCounty: null, successor: null })),
    };
    const { shortageOf: shortageAlone } = openStateModels(tables, alone);
    expect(shortageAlone(2014, "Marin County").share).toBeGreaterThan(0.1);
    expect(shortageOf(2014, "Marin County").share).toBe(0);
    // Porterville is in Tulare County: the hospital's row moved there in 2022.
    const kings = (found: typeof shortageOf) => found(2024, "Kings County").agencies.map(({ agency }) => agency);
    expect(kings(shortageAlone)).toEqual(["Avenal", "CA Highway Patrol - Kings", "Porterville Developmental Center"]);
    expect(kings(shortageOf)).toEqual(["Avenal", "CA Highway Patrol - Kings"]);
  });

  test("a city of fewer than 1,000 residents lacks nothing", () => {
    // Dorris had 1,001 residents in 2016; in 2025 it has 803, and its row has no offense.
    const dorris = { county: "Siskiyou County", city: "Dorris" };
    expect(ledger.ofCity(2025, dorris).residents).toBeLessThan(1_000);
    expect(cities.expected(2025, keyOf(dorris.county, dorris.city), 1_000)?.property).toBeGreaterThan(1);
    expect(shortageOf(2025, dorris.county).agencies.map(({ agency }) => agency)).toEqual([
      "Dunsmuir",
      "Montague",
      "Mount Shasta",
      "Weed",
    ]);
  });

  test("an agency with a low count inside its own bound counts, and can make the county's year incomplete", () => {
    const { agencies, share } = shortageOf(2025, "Glenn County");
    expect(agencies.map(({ agency }) => agency)).toEqual(["Glenn Co. Sheriff's Department"]);
    expect(share).toBeGreaterThan(0.4);
    expect(counties.verdict(2025, "Glenn County")?.isComplete).toBe(false);
  });

  test("a county's year is incomplete from 5 points on, or with another letter", () => {
    const moves = [
      [52, 48],
      [52, 47],
      [48, 52],
      [47, 52],
      [60, 60],
      [60, 59],
    ] as const;
    expect(moves.map(([reported, filled]) => isMovedTooFar(reported, filled))).toEqual([
      false,
      true,
      false,
      true,
      false,
      true,
    ]);
  });
});
