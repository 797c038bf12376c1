import { describe, expect, test } from "bun:test";
import { historyOfCity, historyOfCounty } from "../../src/domain/history.ts";
import { cityHistory, countyHistory } from "../../src/domain/history-record.ts";
import { releasedPlaces, TestServer } from "../support/server.ts";

const server = await TestServer.start();
const { secret: key } = await server.newKey({ plan: "enterprise" });

const { cities, counties, dataYear, state } = releasedPlaces.records;

test("the years of a city and a county, for any spelling of the name", async () => {
  const city = releasedPlaces.city("Irvine")?.entry;
  const county = releasedPlaces.county("Orange")?.entry;
  if (!city || !county) throw new Error("both have a record");
  for (const [path, data] of [
    ["/v1/history/city+of+IRVINE", historyOfCity(city, state.trend)],
    ["/v1/history/county/orange", historyOfCounty(county, state.trend)],
  ] as const) {
    const { status, json } = await server.request(path, { key });
    expect([status, json]).toEqual([200, { found: true, data }]);
  }
});

test("a city without a record is found with its years but still has no record", async () => {
  const { absent } = releasedPlaces.records;
  const city = absent.find(({ trend }) => trend !== null);
  if (!city) throw new Error("there is an absent city with years");
  const answer = await server.request(`/v1/history/${encodeURIComponent(city.city)}`, { key });
  expect(answer.json).toEqual({ found: true, data: cityHistory.parse(historyOfCity(city, state.trend)) });
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

describe("for every place", () => {
  const histories = [
    ...cities.map((city) => ({
      record: city.record,
      years: cityHistory.parse(historyOfCity(city, state.trend)).years,
    })),
    ...counties.map((county) => ({
      record: county.record,
      years: countyHistory.parse(historyOfCounty(county, state.trend)).years,
    })),
  ];

  test("the years are 2010 to the data year, each exactly once, ascending", () => {
    const expected = Array.from({ length: dataYear - 2009 }, (_, index) => 2010 + index);
    for (const { years } of histories) expect(years.map((year) => year.data_year)).toEqual(expected);
  });

  test("the year of the record has its figures, and no later year is complete", () => {
    for (const { record, years } of histories) {
      const { data_year, population, crime_rate_per_1k, state_average_rate, safety_score, grade } = record;
      expect(years.find((year) => year.data_year === data_year)).toMatchObject({
        ...{ data_year, population, crime_rate_per_1k, state_average_rate, safety_score, grade },
        status: "complete",
      });
      expect(years.filter((year) => year.data_year > data_year && year.status === "complete")).toEqual([]);
    }
  });

  test("a year has a score exactly if it is complete", () => {
    for (const { years } of histories) {
      for (const { status, safety_score, grade } of years) {
        expect([safety_score === null, grade === null]).toEqual([status !== "complete", status !== "complete"]);
      }
    }
  });
});

test("it counts as history, and query parameters are refused", async () => {
  const issued = await server.newKey();
  await server.request("/v1/history/Irvine", { key: issued.secret });
  expect((await server.request("/v1/history/Irvine?from=2015", { key: issued.secret })).json).toMatchObject({
    code: "invalid_parameter",
    errors: [{ parameter: "from" }],
  });
  const [day] = await server.store.usage.daily(issued.key.accountId, 0, server.nowMs + 1);
  expect(day?.counts).toMatchObject({ history: 2, other: 0 });
});
