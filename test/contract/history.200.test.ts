import { expect, test } from "bun:test";
import { historyOfCity, historyOfCounty } from "../../src/domain/history.ts";
import { cityHistory, countyHistory, type YearRecord } from "../../src/domain/history-record.ts";
import { releasedPlaces, sharedServer } from "../support/server.ts";

const { server, key } = await sharedServer("enterprise");

const { cities, counties } = releasedPlaces.records;

/** Counts are from data/offenses, residents from data/population. */
const IRVINE_2010: YearRecord = {
  ...{ data_year: 2010, status: "complete", population: 212_117, state_average_rate: 30.7 },
  ...{ violent_rate_per_1k: 0.6, property_rate_per_1k: 13.2, crime_rate_per_1k: 13.8 },
  offenses: {
    ...{ homicide: 0, rape: 24, robbery: 40, aggravated_assault: 56 },
    ...{ burglary: 480, motor_vehicle_theft: 121, larceny: 2_197 },
  },
  ...{ safety_score: 91, grade: "A" },
};

const dataOf = (json: unknown) => (json as { data: unknown }).data;

test("the years of a city and a county, for any spelling of the name", async () => {
  const city = await server.request("/v1/history/city+of+IRVINE", { key });
  expect([city.status, city.json]).toMatchObject([200, { found: true }]);
  const { years, ...names } = cityHistory.parse(dataOf(city.json));
  expect(names).toMatchObject({ city: "Irvine", county: "Orange County" });
  expect(years[0]).toEqual(IRVINE_2010);
  const county = await server.request("/v1/history/county/orange", { key });
  expect([county.status, county.json]).toMatchObject([200, { found: true, data: { county: "Orange County" } }]);
  expect(countyHistory.parse(dataOf(county.json)).years[0]?.population).toBe(3_016_780);
});

test("a city without a record is found with its years but still has no record", async () => {
  const { absent } = releasedPlaces.records;
  const city = absent.find(({ trend }) => trend !== null);
  if (!city?.trend) throw new Error("there is an absent city with years");
  const { status, json } = await server.request(`/v1/history/${encodeURIComponent(city.city)}`, { key });
  expect([status, json]).toMatchObject([200, { found: true, data: { city: city.city } }]);
  const withScore = cityHistory.parse(dataOf(json)).years.filter((year) => year.status === "complete");
  expect(withScore.length).toBe(city.trend.score.filter((score) => score !== null).length);
  expect((await server.request(`/v1/safety/${encodeURIComponent(city.city)}`, { key })).json).toMatchObject({
    found: false,
  });
  const none = absent.find(({ trend }) => trend === null)?.city ?? "";
  expect((await server.request(`/v1/history/${encodeURIComponent(none)}`, { key })).json).toEqual({
    found: false,
    data: null,
  });
});

test("a place that is not in the dataset gets the same answer as elsewhere", async () => {
  for (const path of ["/v1/history/Atlantis", "/v1/history/county/Atlantis", "/v1/history/county"]) {
    expect((await server.request(path, { key })).json).toEqual({ found: false, data: null });
  }
});

test("the year of each place's record has its figures, and no later year is complete", () => {
  const histories = [
    ...cities.map((city) => ({
      record: city.record,
      years: cityHistory.parse(historyOfCity(city, releasedPlaces.records)).years,
    })),
    ...counties.map((county) => ({
      record: county.record,
      years: countyHistory.parse(historyOfCounty(county, releasedPlaces.records)).years,
    })),
  ];
  for (const { record, years } of histories) {
    const { data_year, population, crime_rate_per_1k, state_average_rate, safety_score, grade } = record;
    expect(years.find((year) => year.data_year === data_year)).toMatchObject({
      ...{ data_year, population, crime_rate_per_1k, state_average_rate, safety_score, grade },
      status: "complete",
    });
    expect(years.filter((year) => year.data_year > data_year && year.status === "complete")).toEqual([]);
  }
});
