import { describe, expect, test } from "bun:test";
import { ownText } from "../../src/base/text.ts";
import type { CountyRecord } from "../../src/domain/record.ts";
import { releasedPlaces, sharedServer } from "../support/server.ts";

const { server, key } = await sharedServer("enterprise");

const ABSENT = { found: false, data: null };
const orange = releasedPlaces.county(ownText("Orange"))?.entry.record;

async function lookUp(segment: string): Promise<unknown> {
  const { status, json } = await server.request(`/v1/safety/county/${segment}`, { key });
  expect(status).toBe(200);
  return json;
}

test("4.2: Response, county found: {found: true, data: <county safety record, 2.2>}", async () => {
  expect(await lookUp("Orange")).toEqual({ found: true, data: orange });
});

test("2.2: a record has these fields, in this order and of these types", async () => {
  const { text } = await server.request("/v1/safety/county/Los+Angeles", { key });
  const { data } = JSON.parse(text);
  const types = Object.entries(data).map(([field, value]) => [
    field,
    Number.isInteger(value) ? "integer" : typeof value,
  ]);
  expect(types).toEqual([
    ["county", "string"],
    ["state", "string"],
    ["population", "integer"],
    ["crime_rate_per_1k", "number"],
    ["safety_score", "integer"],
    ["grade", "string"],
    ["grade_label", "string"],
    ["data_year", "integer"],
    ["state_average_rate", "number"],
    ["comparison", "string"],
    ["cities_covered", "integer"],
  ]);
});

describe("2.2, for every county", () => {
  test.each([
    ['county: County name, including the word "County"', (r: CountyRecord) => / County$/.test(r.county)],
    ["state: State name", (r: CountyRecord) => r.state === "California"],
    ["grade: Letter grade, optionally with + or -", (r: CountyRecord) => /^[ABCDF][+-]?$/.test(r.grade)],
    ["comparison: Same form as for cities", (r: CountyRecord) => /^\d+% (below|above) CA average$/.test(r.comparison)],
    [
      "cities_covered: Number of cities of the county in the dataset",
      (r: CountyRecord) => r.cities_covered === citiesOf(r.county),
    ],
  ])("%s", (_, holds) => {
    const records = releasedPlaces.records.counties.map((county) => county.record);
    expect(records).toHaveLength(58);
    expect(records.filter((record) => !holds(record))).toEqual([]);
  });
});

describe('4.2: the suffix "County" is optional, spaces as + or %20', () => {
  test.each([
    ["Los Angeles County", "Los+Angeles"],
    ["Los Angeles County", "Los%20Angeles"],
    ["Los Angeles County", "Los+Angeles+County"],
    ["Los Angeles County", "Los%20Angeles%20County"],
    ["Los Angeles County", "los+angeles+COUNTY"],
    ["Los Angeles County", "Los+Angeles+Co."],
    ["Orange County", "County+of+Orange"],
    ["Orange County", "orange/"],
    ["San Francisco County", "San+Francisco"],
    ["San Francisco County", "City+and+County+of+San+Francisco"],
    ["San Luis Obispo County", "san-luis-obispo"],
  ])("%s by %s", async (county, segment) => {
    expect(await lookUp(segment)).toMatchObject({ found: true, data: { county } });
  });
});

describe("decisions 1: County not found is 200 {found: false, data: null}, like a city", () => {
  test.each([
    ["no such county", "Atlantis"],
    ["the suffix twice", "Orange+County+County"],
    ["the suffix alone", "County"],
    ["a city's name", "Irvine"],
    ["nothing after folding", "-"],
    ["a name of a JavaScript property", "__proto__"],
  ])("%s", async (_, segment) => expect(await lookUp(segment)).toEqual(ABSENT));
});

test("4.2: It serves as a fallback when a city is absent from the dataset", async () => {
  const [absent] = releasedPlaces.records.absent;
  const city = encodeURIComponent(absent?.city ?? "");
  expect((await server.request(`/v1/safety/${city}`, { key })).json).toEqual(ABSENT);
  expect(await lookUp(encodeURIComponent(absent?.county ?? ""))).toMatchObject({ found: true });
});

test("decisions 1: San Francisco has a city record and a county record", async () => {
  const city = await server.request("/v1/safety/San+Francisco", { key });
  expect(city.json).toMatchObject({ found: true, data: { city: "San Francisco" } });
  expect(await lookUp("San+Francisco")).toMatchObject({ found: true, data: { county: "San Francisco County" } });
});

function citiesOf(county: string): number {
  return releasedPlaces.records.cities.filter((city) => city.record.county === county).length;
}
