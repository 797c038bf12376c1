import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { cityHistory, countyHistory, historyOfCity, historyOfCounty } from "../../src/domain/history.ts";
import type { HistoryYear } from "../../src/domain/snapshot.ts";
import { readSnapshot } from "../../src/snapshot/file.ts";

const { cities, counties, absent, absentCounties } = readSnapshot(join(import.meta.dir, "../../data/snapshot.json"));

/** Names of the answer by those of the snapshot. */
function expectedYears(history: readonly HistoryYear[]) {
  return history.map((row) => ({
    data_year: row.year,
    population: row.population,
    violent_rate_per_1k: row.violentRate,
    property_rate_per_1k: row.propertyRate,
    crime_rate_per_1k: row.crimeRate,
    state_average_rate: row.stateAverageRate,
    safety_score: row.score,
    grade: row.grade,
    status: row.status,
  }));
}

describe("the history of a place", () => {
  test("has every year of a city, graded or absent, with the city's names", () => {
    for (const city of cities.slice(0, 20)) {
      const { city: name, county } = city.record;
      expect(historyOfCity(city)).toEqual({ city: name, county, years: expectedYears(city.history) });
    }
    for (const city of absent) {
      expect(historyOfCity(city)).toEqual({ city: city.city, county: city.county, years: expectedYears(city.history) });
    }
  });

  test("has every year of a county, graded or absent", () => {
    for (const county of counties.slice(0, 20)) {
      const years = expectedYears(county.history);
      expect(historyOfCounty(county)).toEqual({ county: county.record.county, years });
    }
    expect(absentCounties.length).toBeGreaterThan(0);
    for (const county of absentCounties) {
      expect(historyOfCounty(county)).toEqual({ county: county.county, years: expectedYears(county.history) });
    }
  });

  test("takes no member beside those that are published", () => {
    const [city, county] = [cities[0], counties[0]];
    if (!city || !county) throw new Error("the snapshot has places");
    const [ofCity, ofCounty] = [historyOfCity(city), historyOfCounty(county)];
    expect(cityHistory.parse(ofCity)).toEqual(ofCity);
    expect(countyHistory.parse(ofCounty)).toEqual(ofCounty);
    expect(cityHistory.safeParse({ ...ofCity, unknown: 1 }).success).toBe(false);
    expect(countyHistory.safeParse({ ...ofCounty, unknown: 1 }).success).toBe(false);
  });
});
