import { expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import { ownText } from "../../src/base/text.ts";
import { placeData, placesPage } from "../../src/domain/place.ts";
import { kilometersBetween } from "../../src/gazetteer/distance.ts";
import { type Answer, releasedPlaces, sharedServer } from "../support/server.ts";

const { server, key } = await sharedServer("enterprise");

async function search(query: Readonly<Record<string, string>>) {
  const { status, json } = await server.request(`/v1/places?${new URLSearchParams(query)}`, { key });
  expect(status).toBe(200);
  return placesPage.parse(json);
}

test("decisions 8: a neighborhood leads to its city, even with typing errors", async () => {
  const { places } = await search({ q: "holywood" });
  expect(places[0]).toMatchObject({ kind: "neighborhood", name: "Hollywood", within: "Los Angeles", status: "part" });
});

test("without parameters it lists every place, 20 per page", async () => {
  const page = await search({});
  expect(page.places).toHaveLength(20);
  expect(page.total).toBeGreaterThan(1_400);
  expect(page.next).not.toBeNull();
});

test("filters and sort: the graded cities of a county, best first, with the figures of their records", async () => {
  const page = await search({ kind: "city", county: "orange county", status: "graded", sort: "-score", limit: "100" });
  const scores = page.places.map(({ data }) => data?.safety_score ?? -1);
  expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  expect(page.total).toBe(
    releasedPlaces.records.cities.filter(({ record }) => record.county === "Orange County").length,
  );
  for (const { name, data } of page.places) {
    expect(data?.grade).toBe(releasedPlaces.city(ownText(name))?.entry.record.grade);
  }
});

test("it has validators like every read", async () => {
  const first = await server.request("/v1/places?q=irvine", { key });
  const etag = first.headers.get("etag") ?? "";
  const again = await server.request("/v1/places?q=irvine", { key, headers: { "If-None-Match": etag } });
  expect([again.status, again.text]).toEqual([304, ""]);
});

/** In Sacramento. */
const HERE = { latitude: 38.58, longitude: -121.49 };
const NEAR = `${HERE.latitude},${HERE.longitude}`;

test("near lists exactly the places within the radius, nearest first, with the distance to their points", async () => {
  const { places, total } = await search({ near: NEAR, radius_km: "30", kind: "city", limit: "100" });
  const all = (await releasedPlaces.geography()).places.filter(({ kind }) => kind === "city");
  const within = all.filter((place) => kilometersBetween(HERE, place) <= 30);
  expect(places.map(({ name }) => name).sort()).toEqual(within.map(({ name }) => name).sort());
  expect(total).toBe(within.length);
  expect(places[0]?.name).toBe("Sacramento");
  const distances = places.map((place) => {
    expect(place.distance_km).toBeCloseTo(kilometersBetween(HERE, place), 1);
    return place.distance_km ?? 0;
  });
  expect(distances).toEqual(distances.toSorted((a, b) => a - b));
});

test("near goes with a search, a filter, a sort, and pages; without it no place has a distance", async () => {
  const found = await search({ near: NEAR, q: "sacramento", radius_km: "10", kind: "city" });
  expect(found.places.map(({ name, match }) => [name, match])).toEqual([
    ["Sacramento", "exact"],
    ["West Sacramento", "prefix"],
  ]);
  const query = { near: NEAR, radius_km: "40", kind: "city", sort: "-score" };
  const whole = await search(query);
  const first = await search({ ...query, limit: "3" });
  const second = await search({ ...query, limit: "3", cursor: first.next ?? "" });
  expect([...first.places, ...second.places]).toEqual(whole.places.slice(0, 6));
  const { status, json } = await server.request(`/v1/places?near=38,-121&cursor=${first.next}`, { key });
  expect([status, json]).toMatchObject([400, { errors: [{ parameter: "cursor" }] }]);
  expect((await search({ q: "sacramento" })).places.some((place) => "distance_km" in place)).toBe(false);
});

test("format=csv has a line for each place of the page, the same figures, and the next page as a link", async () => {
  const query = new URLSearchParams({
    county: "San Luis Obispo",
    sort: "-population",
    limit: "40",
    near: "35.3,-120.7",
  });
  const pages: unknown[] = [];
  for (let next: string | undefined = `/v1/places?${query}&format=csv`; next !== undefined; ) {
    const { headers, text, status }: Answer = await server.request(next, { key });
    expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    pages.push(...parse(text, { columns: true }));
    const link = /^<([^>]+)>; rel="next"$/.exec(headers.get("link") ?? "")?.[1];
    if (link !== undefined) expect(link).toStartWith(`${server.url}/v1/places?`);
    next = link?.slice(server.url.length);
  }
  const { places, total } = await search({ ...Object.fromEntries(query), limit: "100" });
  expect(pages).toHaveLength(total);
  const text = (value: unknown) => (value === null || value === undefined ? "" : String(value));
  expect(pages.slice(0, places.length)).toEqual(
    places.map(({ data, split: _, ...place }) => ({
      ...Object.fromEntries(Object.entries(place).map(([name, value]) => [name, text(value)])),
      ...Object.fromEntries(Object.keys(placeData.unwrap().shape).map((name) => [name, text(Object(data)[name])])),
    })),
  );
  // The answer after a table is JSON again.
  expect((await server.request("/v1/safety/Irvine", { key })).headers.get("content-type")).toBe("application/json");
});
