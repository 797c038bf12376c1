import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { SERIES_BREAKS } from "../../src/domain/caution.ts";
import { historyOfCity, historyOfCounty } from "../../src/domain/history.ts";
import { cityHistory, countyHistory } from "../../src/domain/history-record.ts";
import type { PlaceTrend } from "../../src/domain/snapshot.ts";
import { historyOf, stateRateOf } from "../../src/domain/trend.ts";
import { readDataset } from "../../src/places/file.ts";
import { offenseColumns } from "../support/offense-columns.ts";

const { cities, counties, absent, state } = readDataset(join(import.meta.dir, "../../data/dataset.json")).records;

/** The names in the answer by the names in the snapshot. */
function expectedYears(trend: PlaceTrend | null) {
  return (trend === null ? [] : historyOf(trend, state.trend)).map((row) => ({
    data_year: row.year,
    population: row.population,
    violent_rate_per_1k: row.violentRate,
    property_rate_per_1k: row.propertyRate,
    crime_rate_per_1k: row.crimeRate,
    state_average_rate: row.stateAverageRate,
    offenses: row.offenses && {
      homicide: row.offenses.homicide,
      rape: row.offenses.rape,
      robbery: row.offenses.robbery,
      aggravated_assault: row.offenses.aggravatedAssault,
      burglary: row.offenses.burglary,
      motor_vehicle_theft: row.offenses.motorVehicleTheft,
      larceny: row.offenses.larceny,
    },
    safety_score: row.score,
    grade: row.grade,
    status: row.status,
  }));
}

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
        years: expectedYears(city.trend),
        notes: notesOf(city.trend),
      });
    }
    for (const city of absent) {
      expect(historyOfCity(city, state.trend)).toEqual({
        city: city.city,
        county: city.county,
        years: expectedYears(city.trend),
        notes: notesOf(city.trend),
      });
    }
  });

  test("has every year of a county", () => {
    for (const county of counties.slice(0, 20)) {
      const years = expectedYears(county.trend);
      const notes = notesOf(county.trend);
      expect(historyOfCounty(county, state.trend)).toEqual({ county: county.record.county, years, notes });
    }
  });

  test("has the status, the rates, and the grade that follow from the columns of the years", () => {
    const trend: PlaceTrend = {
      from: 2010,
      population: [1_000, 1_000, null, 2_000],
      offenses: offenseColumns([4, 5, 6, null], [20, 30, 40, null]),
      partialYears: [2011],
      score: [85, null, null, null],
    };
    const years = historyOf(trend, state.trend);
    expect(years.map(({ year, status }) => [year, status])).toEqual([
      [2010, "complete"],
      [2011, "incomplete"],
      [2012, "none"],
      [2013, "none"],
    ]);
    expect(years[0]).toMatchObject({ violentRate: 4, propertyRate: 20, crimeRate: 24, score: 85, grade: "A" });
    expect(years.map(({ offenses }) => offenses && [offenses.aggravatedAssault, offenses.larceny])).toEqual([
      [4, 20],
      null,
      null,
      null,
    ]);
    expect(years[1]).toMatchObject({ violentRate: 5, propertyRate: 30, crimeRate: 35, score: null, grade: null });
    for (const none of years.slice(2)) {
      expect(none).toMatchObject({ violentRate: null, propertyRate: null, crimeRate: null, score: null, grade: null });
    }
    expect(years[3]?.population).toBe(2_000);
    expect(() => stateRateOf(state.trend, 2009, "violent")).toThrow("2009");
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
