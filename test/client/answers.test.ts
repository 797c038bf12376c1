import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { InputError, type Place, SafetyClient } from "../../packages/client/src/index.ts";
import { everyMethod } from "../support/every-method.ts";
import { issueKey } from "../support/issue-key.ts";
import { sharedSite } from "../support/served-site.ts";
import { releasedPlaces } from "../support/server.ts";

const site = await sharedSite();
const apiKey = await issueKey(site.databaseUrl, { email: "answers@example.com", plan: "enterprise" });
const client = new SafetyClient({ baseUrl: `${site.url}/`, apiKey });

/** The answer of the API itself; with `names` to a batch. */
async function answer(path: string, names?: object): Promise<Record<string, unknown>> {
  const headers = { "X-API-Key": apiKey, "Content-Type": "application/json" };
  const init = names === undefined ? {} : { method: "POST", body: JSON.stringify(names) };
  return Object(await (await fetch(`${site.url}/v1/${path}`, { ...init, headers })).json());
}

const data = async (path: string) => (await answer(path))["data"];

test("every method returns what the API answers, with all pages, and null for what is not found", async () => {
  const { misused: _, refused, ...results } = await everyMethod(client);
  expect(refused).toEqual({ name: "InputError", code: "invalid_parameter" });
  const point = "locate?lat=34.0983&lon=-118.3267";
  const orange = "places?kind=city&county=Orange&sort=-score&limit=100";
  const explained = { cities: ["Irvine"], counties: ["Orange"] };
  expect(results).toEqual({
    city: await data("safety/Irvine"),
    absentCity: null,
    county: await data("safety/county/Orange"),
    cityOrCounty: { kind: "county", record: await data("safety/county/San+Mateo") },
    explanation: await data("explain/Los+Angeles"),
    countyExplanation: await data("explain/county/Orange"),
    history: await data("history/Irvine"),
    countyHistory: await data("history/county/Orange"),
    point: await data(point),
    zip: await data("locate?zip=92618"),
    name: await data("locate?name=East+Los+Angeles"),
    unknown: null,
    suggested: await answer("locate?name=UCLA"),
    located: (await answer("locate/batch", { queries: [{ zip: "92618" }, { name: "UCLA" }] }))["results"],
    explained: (await answer("explain/batch", explained))["results"],
    histories: (await answer("history/batch", { cities: ["Atlantis"] }))["results"],
    places: (await answer(orange))["places"],
    batch: [
      ...Object((await answer("safety/batch", { cities: ["Irvine"] }))["results"]),
      { city: " Atlantis ", found: false, data: null },
    ],
    statistics: await answer("stats"),
    town: await data("us/safety/TX/Austin"),
    townExplanation: await data("us/explain/TX/Austin"),
    townHistory: await data("us/history/IL/Chicago"),
    townBatch: (await answer("us/safety/batch", { places: [{ state: "TX", city: "Atlantis" }] }))["results"],
    areas: (await answer("us/areas/MD/Howard"))["data"],
    areasMonths: (await answer("us/areas/months/MD/Howard"))["data"],
    areasBatch: (await answer("us/safety/batch", { places: [{ state: "MD", county: "Howard County" }] }))["results"],
    towns: (await answer("us/places?state=VT&limit=100"))["places"],
    states: await answer("us/states"),
    nation: await answer("us/stats"),
    limits: "month",
  });
});

test("cityOrCounty() returns the record of the city around a place, otherwise of its county, otherwise null", async () => {
  const { city: absent = "", county = "" } = releasedPlaces.records.absent[0] ?? {};
  expect(await client.cityOrCounty("Irvine", "Orange")).toMatchObject({ kind: "city", record: { city: "Irvine" } });
  expect(await client.cityOrCounty(absent, county)).toMatchObject({ kind: "county", record: { county } });
  expect(await client.cityOrCounty("Hollywood", "Los Angeles")).toMatchObject({
    kind: "city",
    record: { city: "Los Angeles" },
  });
  expect(await client.cityOrCounty("East Los Angeles", "los angeles county")).toMatchObject({ kind: "county" });
  expect(await client.cityOrCounty("Brentwood", "Los Angeles")).toBeNull();
  expect(await client.cityOrCounty("Atlantis", "Narnia")).toBeNull();
});

test("a name with a special meaning in paths is still a name", async () => {
  for (const name of [".", "..", "batch", "county", "a/b", "?q=1", "#", "%zz", "+"]) {
    expect(await client.city(name)).toBeNull();
    expect(await client.county(name)).toBeNull();
  }
});

test("any name is sent unchanged: the answer is a record or null, and a batch gives the same answer", async () => {
  const anyName = fc.oneof(
    fc.constantFrom(...releasedPlaces.records.cities.map((city) => city.record.city)),
    fc.string({ unit: fc.constantFrom(..."aZ é.-/%+?#&:'\"\\"), maxLength: 12 }).filter((name) => name.trim() !== ""),
  );
  await fc.assert(
    fc.asyncProperty(anyName, async (name) => {
      const record = await client.city(name);
      const [item] = await client.batch([name]);
      expect(item?.city).toBe(name);
      expect(item?.data?.safety_score).toBe(record?.safety_score);
    }),
  );
});

test("the key's remaining requests are known after each answer", async () => {
  const fresh = new SafetyClient({
    baseUrl: site.url,
    apiKey: await issueKey(site.databaseUrl, { email: "limits@example.com", type: "test" }),
  });
  expect(fresh.limits).toBeNull();
  await fresh.stats();
  expect(fresh.limits).toMatchObject({ policy: "day", limit: 100, remaining: 99, resetsAt: expect.any(Date) });
  await fresh.city("Atlantis");
  expect(fresh.limits?.remaining).toBe(98);
});

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
  return { asked, client: new SafetyClient({ baseUrl: site.url, apiKey, fetch }) };
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
