import { describe, expect, test } from "bun:test";
import { InputError, type Place, SafetyClient } from "../../packages/client/src/index.ts";
import { issueKey } from "../support/issue-key.ts";
import { serveSite } from "../support/served-site.ts";
import { releasedPlaces } from "../support/server.ts";

const site = await serveSite();
const key = await issueKey(site.databaseUrl, { plan: "enterprise" });
const client = new SafetyClient({ baseUrl: site.url, apiKey: key });

async function all(places: AsyncIterable<Place>): Promise<Place[]> {
  const found: Place[] = [];
  for await (const place of places) found.push(place);
  return found;
}

/** A client that records the URLs it requests. */
function watched() {
  const asked: string[] = [];
  const fetch = (url: string, init: RequestInit) => {
    asked.push(url.replace(site.url, ""));
    return globalThis.fetch(url, init);
  };
  return { asked, client: new SafetyClient({ baseUrl: site.url, apiKey: key, fetch }) };
}

describe("places() is a loop over all pages", () => {
  test("every city once, in as few requests as the service allows, each sent when the loop needs it", async () => {
    const { asked, client } = watched();
    const places = client.places({ kind: "city" });
    expect(asked).toEqual([]);
    const names = (await all(places)).map((place) => `${place.name}, ${place.county}`);
    const { cities, absent } = releasedPlaces.records;
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBe(cities.length + absent.length);
    expect(asked.length).toBe(Math.ceil(names.length / 100));
  });

  test("the places are the same for every page size, and a loop that ends early requests no further page", async () => {
    const filters = { county: "orange", status: "graded", sort: "-score" } as const;
    const { asked, client } = watched();
    expect(await all(client.places({ ...filters, limit: 7 }))).toEqual(await all(client.places(filters)));
    asked.length = 0;
    for await (const place of client.places({ ...filters, limit: 7 })) {
      expect(place.status).toBe("graded");
      break;
    }
    expect(asked).toEqual(["/v1/places?limit=7&county=orange&status=graded&sort=-score"]);
  });

  test("a search is trimmed and encoded; without matches the loop is empty", async () => {
    const [first] = await all(client.places({ q: " la cañada flintridge\n" }));
    expect(first).toMatchObject({ kind: "city", name: "La Cañada Flintridge" });
    expect(await all(client.places({ q: "&kind=city#?%", kind: "county" }))).toEqual([]);
  });

  test("a refused parameter is an InputError that names it", async () => {
    const error = await all(client.places({ county: "Narnia" })).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ code: "invalid_parameter", errors: [{ parameter: "county" }] });
    expect(String(error)).toContain('The parameter county is not a county of California; it is "Narnia".');
  });
});

test("locate() takes a point, a ZIP code, or a name, and returns null if there is none", async () => {
  const irvine = releasedPlaces.city("Irvine")?.entry.record;
  expect(await client.locate({ lat: 33.6846, lon: -117.8265 })).toMatchObject({ answer: "city", city: irvine });
  expect(await client.locate({ zip: " 92618 " })).toMatchObject({ answer: "city", city: irvine });
  expect(await client.locate({ name: "East Los Angeles" })).toMatchObject({
    matched: { kind: "unincorporated" },
    answer: "county",
    county: releasedPlaces.county("Los Angeles")?.entry.record,
  });
  expect(await client.locate({ lat: 33, lon: -125 })).toBeNull();
  expect(await client.locate({ zip: "00000" })).toBeNull();
  expect(await client.locate({ name: "Atlantis & Co? #1" })).toBeNull();
});

test("locateOrSuggest() also says what may be meant", async () => {
  expect(await client.locateOrSuggest({ zip: "92618" })).toMatchObject({ found: true, data: { answer: "city" } });
  expect(await client.locateOrSuggest({ name: "Bel Air" })).toMatchObject({
    found: false,
    data: null,
    suggestions: [{ name: "Los Angeles" }],
    hint: "This is a neighborhood in Los Angeles and has no entry of its own.",
  });
  expect(await client.locateOrSuggest({ lat: 34.05, lon: 118.24 })).toMatchObject({
    hint: expect.stringContaining("lon=-118.24"),
  });
});

test("locateBatch() takes any number of queries, and says what may be meant by an unknown one", async () => {
  const queries = Array.from({ length: 60 }, (_, index) => (index === 59 ? { name: "UCLA" } : { zip: "92618" }));
  const items = await client.locateBatch(queries);
  expect(items).toHaveLength(60);
  expect(items[0]).toMatchObject({ query: { zip: "92618" }, found: true, data: { city: { city: "Irvine" } } });
  expect(items[59]).toMatchObject({ query: { name: "UCLA" }, found: false, suggestions: [{ name: "Los Angeles" }] });
  const wrong = queries.map((query, index) => (index === 58 ? { zip: "9" } : query));
  const error = await client.locateBatch(wrong).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "invalid_body", errors: [{ pointer: "/queries/58/zip" }] });
});

test("a history has the years of a city or a county, and is null if there is neither", async () => {
  const city = await client.history("irvine");
  const county = await client.countyHistory(" orange\n");
  expect([city?.city, city?.county, county?.county]).toEqual(["Irvine", "Orange County", "Orange County"]);
  for (const history of [city, county]) expect(history?.years[0]?.data_year).toBe(2010);
  expect(city?.years.at(-1)?.safety_score).toBe(releasedPlaces.city("Irvine")?.entry.record.safety_score);
  expect(await client.history("Atlantis")).toBeNull();
  expect(await client.countyHistory("Narnia")).toBeNull();
});

test("the score of a county is explained; an unknown county gives null", async () => {
  const record = releasedPlaces.county("Orange")?.entry.record;
  expect(await client.explainCounty("Orange")).toMatchObject({
    county: "Orange County",
    safety_score: record?.safety_score,
  });
  expect(await client.explainCounty("Narnia")).toBeNull();
});

test("explainBatch() and historyBatch() take any number of cities and counties, and answer in order", async () => {
  const cities = [...Array(59).fill("Irvine"), " Atlantis "];
  const explained = await client.explainBatch({ cities, counties: ["orange"] });
  expect(explained.map((item) => ("city" in item ? item.city : item.county))).toEqual([...cities, "orange"]);
  expect(explained[0]?.data).toEqual(await client.explain("Irvine"));
  expect(explained[59]).toEqual({ city: " Atlantis ", found: false, data: null });
  expect(explained[60]?.data).toEqual(await client.explainCounty("Orange"));
  const [history] = await client.historyBatch({ counties: ["Orange"] });
  expect(history?.data).toEqual(await client.countyHistory("Orange"));
  const long = { counties: [...Array(26).fill("Orange"), "x".repeat(101)] };
  const error = await client.historyBatch(long).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "name_too_long", errors: [{ pointer: "/counties/26" }] });
});

test("places around a point come nearest first, with their distance", async () => {
  const found = await all(client.places({ near: "38.58,-121.49", radius_km: 10, kind: "city" }));
  expect(found[0]).toMatchObject({ name: "Sacramento", distance_km: expect.any(Number) });
});
