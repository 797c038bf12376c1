import { expect, test } from "bun:test";
import { placesPage } from "../../src/domain/place.ts";
import { releasedPlaces, TestServer } from "../support/server.ts";

const server = await TestServer.start();
const { secret: key } = await server.newKey({ plan: "enterprise" });

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
    expect(data?.grade).toBe(releasedPlaces.city(name)?.entry.record.grade);
  }
});

test("it counts as places, with validators like every read", async () => {
  const issued = await server.newKey();
  const first = await server.request("/v1/places?q=irvine", { key: issued.secret });
  const etag = first.headers.get("etag") ?? "";
  const again = await server.request("/v1/places?q=irvine", { key: issued.secret, headers: { "If-None-Match": etag } });
  expect([again.status, again.text]).toEqual([304, ""]);
  const [day] = await server.store.usage.daily(issued.key.accountId, 0, server.nowMs + 1);
  expect(day?.counts).toMatchObject({ places: 2, city: 0, other: 0 });
});
