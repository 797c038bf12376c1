import { describe, expect, test } from "bun:test";
import { historyOfCity, historyOfCounty } from "../../src/domain/history.ts";
import { cityHistory, countyHistory } from "../../src/domain/history-record.ts";
import type { AbsentCity, AbsentCounty, PlaceTrend, Trend } from "../../src/domain/snapshot.ts";
import { offenseColumns } from "../support/offense-columns.ts";

/** 2020 is complete, 2021 is not, and 2022 has nothing. */
const PLACE: PlaceTrend = {
  from: 2020,
  population: [10_000, 10_000, null],
  offenses: offenseColumns([40, 51, null], [200, 301, null]),
  partialYears: [2021],
  score: [85, null, null],
};
const STATE: Trend = {
  from: 2020,
  population: [30_000_000, 40_000_000, 40_000_000],
  offenses: offenseColumns([150_000, 180_000, 180_000], [700_000, 1_000_000, 1_000_000]),
  partialYears: [],
};
const ABSENT = { reason: "incomplete_figures", detail: "Reports are incomplete.", trend: PLACE } as const;
const CITY = { ...ABSENT, city: "Elmo", county: "Sample County" } as unknown as AbsentCity;
const COUNTY = { ...ABSENT, county: "Sample County" } as unknown as AbsentCounty;

const YEARS = [
  {
    data_year: 2020,
    population: 10_000,
    violent_rate_per_1k: 4,
    property_rate_per_1k: 20,
    crime_rate_per_1k: 24,
    state_average_rate: 28.3,
    offenses: {
      ...{ homicide: 0, rape: 0, robbery: 0, aggravated_assault: 40 },
      ...{ burglary: 0, motor_vehicle_theft: 0, larceny: 200 },
    },
    safety_score: 85,
    grade: "A",
    status: "complete",
  },
  {
    data_year: 2021,
    population: 10_000,
    violent_rate_per_1k: 5.1,
    property_rate_per_1k: 30.1,
    crime_rate_per_1k: 35.2,
    state_average_rate: 29.5,
    offenses: null,
    safety_score: null,
    grade: null,
    status: "incomplete",
  },
  {
    data_year: 2022,
    population: null,
    violent_rate_per_1k: null,
    property_rate_per_1k: null,
    crime_rate_per_1k: null,
    state_average_rate: 29.5,
    offenses: null,
    safety_score: null,
    grade: null,
    status: "none",
  },
] as const;
/** A break in the first year is not between its years. */
const NOTES = [{ year: 2021, text: expect.stringContaining("NIBRS") }];

describe("the history of a place", () => {
  test("has a city's names, every year, and the breaks between its years", () => {
    expect(historyOfCity(CITY, STATE)).toEqual({ city: "Elmo", county: "Sample County", years: YEARS, notes: NOTES });
    const none = { city: "Elmo", county: "Sample County", years: [], notes: [] };
    expect(historyOfCity({ ...CITY, trend: null }, STATE)).toEqual(none);
  });

  test("has a county's name and the same years", () => {
    expect(historyOfCounty(COUNTY, STATE)).toEqual({ county: "Sample County", years: YEARS, notes: NOTES });
  });

  test("accepts only the published members", () => {
    const [ofCity, ofCounty] = [historyOfCity(CITY, STATE), historyOfCounty(COUNTY, STATE)];
    expect(cityHistory.parse(ofCity)).toEqual(ofCity);
    expect(countyHistory.parse(ofCounty)).toEqual(ofCounty);
    expect(cityHistory.safeParse({ ...ofCity, unknown: 1 }).success).toBe(false);
    expect(countyHistory.safeParse({ ...ofCounty, unknown: 1 }).success).toBe(false);
  });
});
