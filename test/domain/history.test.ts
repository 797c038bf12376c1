import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { SERIES_BREAKS } from "../../src/domain/caution.ts";
import { historyOf, historyOfCity, historyOfCounty } from "../../src/domain/history.ts";
import { cityHistory, countyHistory } from "../../src/domain/history-record.ts";
import type { PlaceTrend } from "../../src/domain/snapshot.ts";
import { readDataset } from "../../src/places/file.ts";

const { cities, counties, absent, state } = readDataset(join(import.meta.dir, "../../data/dataset.json")).records;

/** Notes of a history that begins in 2010 or before. */
function notesOf(trend: PlaceTrend | null) {
  if (trend === null) return [];
  return SERIES_BREAKS.filter(({ year }) => year > trend.from).map(({ year, text }) => ({ year, text }));
}

describe("the history of a place", () => {
  test("has every year of a city, graded or absent, with the city's names", () => {
    for (const city of cities.slice(0, 20)) {
      const { city: name, county } = city.record;
      expect(historyOfCity(city, state.trend)).toEqual({
        city: name,
        county,
        years: city.trend === null ? [] : historyOf(city.trend, state.trend),
        notes: notesOf(city.trend),
      });
    }
    for (const city of absent) {
      expect(historyOfCity(city, state.trend)).toEqual({
        city: city.city,
        county: city.county,
        years: city.trend === null ? [] : historyOf(city.trend, state.trend),
        notes: notesOf(city.trend),
      });
    }
  });

  test("has every year of a county", () => {
    for (const county of counties.slice(0, 20)) {
      const years = historyOf(county.trend, state.trend);
      const notes = notesOf(county.trend);
      expect(historyOfCounty(county, state.trend)).toEqual({ county: county.record.county, years, notes });
    }
  });

  test("accepts only the published members", () => {
    const [city, county] = [cities[0], counties[0]];
    if (!city || !county) throw new Error("the snapshot has places");
    const [ofCity, ofCounty] = [historyOfCity(city, state.trend), historyOfCounty(county, state.trend)];
    expect(cityHistory.parse(ofCity)).toEqual(ofCity);
    expect(countyHistory.parse(ofCounty)).toEqual(ofCounty);
    expect(cityHistory.safeParse({ ...ofCity, unknown: 1 }).success).toBe(false);
    expect(countyHistory.safeParse({ ...ofCounty, unknown: 1 }).success).toBe(false);
  });
});
