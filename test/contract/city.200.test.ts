import { describe, expect, test } from "bun:test";
import { ownText } from "../../src/base/text.ts";
import { GRADES, gradeOf } from "../../src/domain/grade.ts";
import type { CityRecord } from "../../src/domain/record.ts";
import { averageRateOf } from "../../src/domain/trend.ts";
import { releasedPlaces, sharedServer } from "../support/server.ts";

const { server, key } = await sharedServer("enterprise");

const ABSENT = { found: false, data: null };
const irvine = releasedPlaces.city(ownText("Irvine"))?.entry.record;
const losAngeles = releasedPlaces.city(ownText("Los Angeles"))?.entry.record;

async function lookUp(segment: string): Promise<unknown> {
  const { status, json } = await server.request(`/v1/safety/${segment}`, { key });
  expect(status).toBe(200);
  return json;
}

test("4.1: Returns the safety record of one California city", async () => {
  expect(await lookUp("Irvine")).toEqual({ found: true, data: irvine });
});

test("2.1: a record has these fields, in this order and of these types", async () => {
  const { text } = await server.request("/v1/safety/Irvine", { key });
  const { data } = JSON.parse(text);
  const types = Object.entries(data).map(([field, value]) => [
    field,
    Number.isInteger(value) ? "integer" : typeof value,
  ]);
  expect(types).toEqual([
    ["city", "string"],
    ["county", "string"],
    ["population", "integer"],
    ["crime_rate_per_1k", "number"],
    ["safety_score", "integer"],
    ["grade", "string"],
    ["grade_label", "string"],
    ["stars", "integer"],
    ["grade_color", "string"],
    ["data_year", "integer"],
    ["state_average_rate", "number"],
    ["comparison", "string"],
  ]);
});

const newestYear = releasedPlaces.records.dataYear;
const yearsFrom2010 = Array.from({ length: newestYear - 2009 }, (_, index) => 2010 + index);
const stateRates = new Map(
  yearsFrom2010.map((year) => [year, averageRateOf(releasedPlaces.records.state.trend, year)]),
);

describe("2.1, for every city of the dataset", () => {
  test.each([
    ['county: Name of the county, including the word "County"', (r: CityRecord) => / County$/.test(r.county)],
    [
      "crime_rate_per_1k: one decimal",
      (r: CityRecord) => r.crime_rate_per_1k === Number(r.crime_rate_per_1k.toFixed(1)),
    ],
    ["grade: Letter grade, optionally with + or -", (r: CityRecord) => /^[ABCDF][+-]?$/.test(r.grade)],
    ["grade, grade_label, stars and grade_color are those of the score", hasGradeOfScore],
    ["grade_color: Color as a hex string of the form #rrggbb", (r: CityRecord) => /^#[0-9a-f]{6}$/.test(r.grade_color)],
    [
      "data_year: Year of the underlying data, the dataset's or one of the two before it",
      (r: CityRecord) => r.data_year <= newestYear && r.data_year > newestYear - 3,
    ],
    [
      "state_average_rate: one number a year for the whole state",
      (r: CityRecord) => r.state_average_rate === stateRates.get(r.data_year),
    ],
    [
      'comparison: of the form "<percent>% below CA average"',
      (r: CityRecord) => /^\d+% (below|above) CA average$/.test(r.comparison),
    ],
    ["comparison: recomputed from the two published numbers", (r: CityRecord) => r.comparison === comparisonOf(r)],
  ])("%s", (_, holds) => {
    const records = releasedPlaces.records.cities.map((city) => city.record);
    expect(records.filter((record) => !holds(record))).toEqual([]);
  });
});

test("2.6: the values seen in the interface are in the service's sets", () => {
  const letters = new Set<string>(GRADES.map((grade) => grade.letter));
  for (const letter of ["A", "B", "B+", "C", "C-", "D", "F"]) expect(letters).toContain(letter);
  const labels = new Set<string>(GRADES.map((grade) => grade.label));
  for (const label of ["Very Safe", "Safe", "Below Average", "High Crime"]) expect(labels).toContain(label);
});

describe("4.1: City name; spaces URL-encoded as + or %20", () => {
  test.each(["Los+Angeles", "Los%20Angeles", "Los+%20Angeles"])("%s", async (segment) => {
    expect(await lookUp(segment)).toEqual({ found: true, data: losAngeles });
  });
});

describe("4.1: Response, city not in the dataset: {found: false, data: null}", () => {
  test.each([
    ["no such place", "Atlantis"],
    ["a city without a record", encodeURIComponent(releasedPlaces.records.absent[0]?.city ?? "")],
    ["a misspelled name: never a guess", "Irvin"],
    ["a letter that looks like another", "Irv%D1%96ne"],
    ["an unincorporated place", "Ladera+Ranch"],
    ["a neighborhood", "Hollywood"],
    ["a county's name", "Orange+County"],
    ["nothing but punctuation, so nothing after folding", "..'"],
    ["nothing but spaces", "+%20"],
    ["a name of a JavaScript property", "__proto__"],
    ["100 characters", "a".repeat(100)],
    ["a plus sign, which is not a space", "Los%2BAngeles"],
    ["decoded exactly once", "Los%2520Angeles"],
  ])("%s", async (_, segment) => expect(await lookUp(segment)).toEqual(ABSENT));
});

describe("matching (decisions 1): one city in many spellings", () => {
  test.each([
    ["La Cañada Flintridge", "LA CANADA FLINTRIDGE"],
    ["Los Angeles", "City of Los Angeles"],
    ["St. Helena", "Saint Helena"],
    ["Ventura", "San Buenaventura"],
    ["Los Angeles", "Los\r\nAngeles\n"],
    ["Irvine", "Irvine, Orange County, CA 92618-1234, USA"],
  ])("%s = %s; city has the canonical name", async (canonical, spelling) => {
    expect(await lookUp(encodeURIComponent(spelling))).toMatchObject({ found: true, data: { city: canonical } });
  });

  test.each(["Yuba", "Daly", "California"])('the suffix "City" is never stripped: %s', async (name) => {
    expect(await lookUp(name)).toEqual(ABSENT);
    expect(await lookUp(`${name}+City`)).toMatchObject({ data: { city: `${name} City` } });
  });
});

describe("paths (decisions 1)", () => {
  test("a slash at the end is the same resource", async () => {
    expect(await lookUp("Irvine/")).toEqual({ found: true, data: irvine });
    expect(await lookUp("los%20angeles/")).toEqual({ found: true, data: losAngeles });
  });

  test('GET /v1/safety/county is the city called "county"', async () => {
    expect(await lookUp("county")).toEqual(ABSENT);
    expect(await lookUp("county/")).toEqual(ABSENT);
  });

  test("unknown query parameters are ignored", async () => {
    expect(await lookUp("Irvine?county=Kern&x=%zz")).toEqual({ found: true, data: irvine });
  });

  test("a slash in a name is %2F and counts as a space", async () => {
    expect(await lookUp("Los%2FAngeles")).toEqual({ found: true, data: losAngeles });
  });
});

describe("HTTP (decisions 6)", () => {
  test("JSON in UTF-8, whatever the Accept header", async () => {
    const { headers, text } = await server.request("/v1/safety/La+Ca%C3%B1ada", {
      key,
      headers: { Accept: "text/xml" },
    });
    expect(headers.get("content-type")).toBe("application/json");
    expect(text).toContain("La Cañada Flintridge");
  });

  test("HEAD is GET without the body", async () => {
    const got = await server.request("/v1/safety/Irvine", { key });
    const head = await server.request("/v1/safety/Irvine", { key, method: "HEAD" });
    expect([head.status, head.text]).toEqual([200, ""]);
    for (const name of ["etag", "last-modified", "cache-control", "vary", "content-type", "content-length"]) {
      expect([name, head.headers.get(name)]).toEqual([name, got.headers.get(name)]);
    }
  });

  test("ETag, Last-Modified, Cache-Control: private, max-age=300, Vary: X-API-Key, nosniff", async () => {
    const { headers } = await server.request("/v1/safety/Irvine", { key });
    expect(headers.get("etag")).toMatch(/^"[^"]+"$/);
    expect(headers.get("last-modified")).toBe(new Date(releasedPlaces.records.lastUpdated).toUTCString());
    expect(headers.get("cache-control")).toBe("private, max-age=300");
    expect(headers.get("vary")).toBe("X-API-Key");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("each answer has its own request id, and the client's is ignored", async () => {
    const headers = { "X-Request-Id": "mine" };
    const first = await server.request("/v1/safety/Irvine", { key, headers });
    const second = await server.request("/v1/safety/Irvine", { key, headers });
    const ids = [first, second].map((answer) => answer.headers.get("x-request-id"));
    expect(new Set(["mine", ...ids]).size).toBe(3);
  });

  test("5.7: no CORS headers, even if a browser sends an Origin", async () => {
    const { headers } = await server.request("/v1/safety/Irvine", { key, headers: { Origin: "https://shop.example" } });
    expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });
});

function hasGradeOfScore(record: CityRecord): boolean {
  const grade = gradeOf(record.safety_score);
  return (
    record.grade === grade.letter &&
    record.grade_label === grade.label &&
    record.stars === grade.stars &&
    record.grade_color === grade.color
  );
}

function comparisonOf({ crime_rate_per_1k: rate, state_average_rate: average }: CityRecord): string {
  const percent = Math.round(100 * Math.abs(1 - rate / average));
  return `${percent}% ${rate > average ? "above" : "below"} CA average`;
}
