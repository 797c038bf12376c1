import { describe, expect, test } from "bun:test";
import { historyOf, historyOfCity, historyOfCounty } from "../../src/domain/history.ts";
import type { AbsentCity, AbsentCounty, PlaceTrend, Trend } from "../../src/domain/snapshot.ts";
import { averageRateOf, benchmarkRateOf, completeYears, figuresOf } from "../../src/domain/trend.ts";
import { CALIFORNIA } from "../../src/editions/california.ts";
import { NO_OFFENSES, offenseColumns } from "../support/offense-columns.ts";

/** 2012 has no population, 2013 no offenses. */
const STATE: Trend = {
  from: 2010,
  population: [30_000_000, 40_000_000, null, 40_000_000],
  offenses: offenseColumns([150_000, 180_000, 170_000, null], [700_000, 1_000_000, 900_000, null]),
  partialYears: [],
};

/** Complete, incomplete with all figures, without offenses, without residents, without any figures, complete. */
const PLACE: PlaceTrend = {
  from: 2010,
  population: [10_000, 10_000, 10_000, null, 20_000, null],
  offenses: offenseColumns([40, 51, null, 54, 55, null], [200, 301, null, 304, 305, null]),
  partialYears: [2011, 2012, 2013],
  score: [85, null, null, null, null, 40],
  begins: [],
};

describe("the figures of a year", () => {
  test("are those in the columns of that year", () => {
    const offenses = { ...NO_OFFENSES, aggravatedAssault: 150_000, larceny: 700_000 };
    expect(figuresOf(STATE, 2010)).toEqual({ population: 30_000_000, offenses, violent: 150_000, property: 700_000 });
    expect(figuresOf(STATE, 2011)).toMatchObject({ population: 40_000_000, violent: 180_000, property: 1_000_000 });
  });

  test("keep each gap in the sources", () => {
    expect(figuresOf(STATE, 2012)).toMatchObject({ population: null, violent: 170_000, property: 900_000 });
    expect(figuresOf(STATE, 2013)).toEqual({ population: 40_000_000, offenses: null, violent: null, property: null });
  });

  test.each([2009, 2015])("are null in %d, outside the columns", (year) => {
    expect(figuresOf(STATE, year)).toEqual({ population: null, offenses: null, violent: null, property: null });
  });

  test("keep a count of 0", () => {
    const noOffenses: Trend = { from: 2010, population: [500], offenses: offenseColumns([0], [0]), partialYears: [] };
    expect(figuresOf(noOffenses, 2010)).toMatchObject({ population: 500, violent: 0, property: 0 });
    expect(averageRateOf(noOffenses, 2010)).toBe(0);
    expect(benchmarkRateOf(noOffenses, 2010, "violent")).toBe(0);
  });
});

describe("the state's rates", () => {
  test.each([
    [2009, null],
    [2010, 28.3],
    [2011, 29.5],
    [2012, null],
    [2013, null],
    [2014, null],
  ])("of all offenses in %d are %p; null stands for a missing figure", (year, rate) => {
    expect(averageRateOf(STATE, year)).toBe(rate);
  });

  test.each([
    [2010, "violent", 5],
    [2010, "property", 23.333333],
    [2011, "violent", 4.5],
    [2011, "property", 25],
  ] as const)("of a group in %d, %s: %d per 1,000 with six decimals", (year, group, rate) => {
    expect(benchmarkRateOf(STATE, year, group)).toBe(rate);
  });

  test.each([
    [2009, "violent"],
    [2012, "violent"],
    [2012, "property"],
    [2013, "violent"],
    [2014, "property"],
  ] as const)("of a group in %d, %s: an error that names the year, since a figure is missing", (year, group) => {
    expect(() => benchmarkRateOf(STATE, year, group)).toThrow(new RangeError(`the state has no figures of ${year}`));
  });
});

describe("the years of a place", () => {
  const rates = (violent: number | null, property: number | null, both: number | null, state: number | null) => ({
    violent_rate_per_1k: violent,
    property_rate_per_1k: property,
    crime_rate_per_1k: both,
    state_average_rate: state,
  });

  test("are complete if they have a score", () => {
    expect(completeYears(PLACE)).toEqual([2010, 2015]);
    expect(completeYears({ ...PLACE, score: [0, null, 1] })).toEqual([2010, 2012]);
    expect(completeYears({ ...PLACE, score: [null, null] })).toEqual([]);
  });

  test("have a rate for each known count, and a crime rate if both are known", () => {
    const gap = { offenses: null, safety_score: null, grade: null };
    const none = { ...gap, ...rates(null, null, null, null) };
    expect(historyOf(PLACE, STATE)).toEqual([
      {
        ...{ data_year: 2010, population: 10_000, status: "complete", safety_score: 85, grade: "A" },
        ...rates(4, 20, 24, 28.3),
        offenses: expect.objectContaining({ homicide: 0, aggravated_assault: 40, larceny: 200 }),
      },
      {
        ...{ ...gap, data_year: 2011, population: 10_000, status: "incomplete" },
        ...rates(5.1, 30.1, 35.2, 29.5),
      },
      { ...none, data_year: 2012, population: 10_000, status: "incomplete" },
      { ...none, data_year: 2013, population: null, status: "incomplete" },
      { ...none, data_year: 2014, population: 20_000, status: "none" },
      expect.objectContaining({ data_year: 2015, status: "complete", safety_score: 40, crime_rate_per_1k: null }),
    ]);
  });

  test("are incomplete or without figures if only the list of partial years differs", () => {
    const place = { from: 2010, population: [1_000], offenses: offenseColumns([1], [2]), score: [null], begins: [] };
    expect(historyOf({ ...place, partialYears: [2010] }, STATE)).toMatchObject([
      { status: "incomplete", violent_rate_per_1k: 1, property_rate_per_1k: 2, crime_rate_per_1k: 3 },
    ]);
    expect(historyOf({ ...place, partialYears: [2011] }, STATE)).toMatchObject([
      { status: "none", violent_rate_per_1k: null, property_rate_per_1k: null, crime_rate_per_1k: null },
    ]);
  });
});

describe("the history of a place", () => {
  const county = "Sample County";
  const trend = { ...PLACE, from: 2020 };
  const absent = { reason: "incomplete_figures", detail: "Reports are incomplete.", trend, county } as const;
  const city = { ...absent, city: "Elmo" } as unknown as AbsentCity;
  const notes = [2021, 2023, 2025].map((year) => ({ year, text: expect.any(String) }));

  test("has its names, every year, and the breaks between its years, so none in the first", () => {
    const yardstick = { state: { trend: STATE }, edition: CALIFORNIA };
    const years = historyOf(trend, STATE);
    expect(historyOfCity(city, yardstick)).toEqual({ city: "Elmo", county, years, notes });
    expect(historyOfCounty(absent as unknown as AbsentCounty, yardstick)).toEqual({ county, years, notes });
    expect(historyOfCity({ ...city, trend: null }, yardstick)).toEqual({ city: "Elmo", county, years: [], notes: [] });
  });
});
