import { expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import { nationPlacesPage } from "../../src/domain/nation-place.ts";
import { kilometersBetween } from "../../src/gazetteer/distance.ts";
import { COUNTRY } from "../../src/main/country.ts";
import { type Answer, releasedNation, sharedServer } from "../support/server.ts";

const { server, key } = await sharedServer("enterprise");
const { entries, nation } = releasedNation;

async function search(query: Readonly<Record<string, string>>) {
  const { status, json } = await server.request(`/v1/us/places?${new URLSearchParams(query)}`, { key });
  expect(status).toBe(200);
  return nationPlacesPage.parse(json);
}

/** In Austin. */
const HERE = { latitude: 30.27, longitude: -97.74 };
const NEAR = `${HERE.latitude},${HERE.longitude}`;

test("near lists exactly the places of the list within the radius, nearest first, with the distance", async () => {
  const { places, total } = await search({ near: NEAR, radius_km: "60", limit: "100" });
  const within = [...entries, ...nation.absent].filter(({ geoid }) => {
    const row = geoid === null ? undefined : COUNTRY.ofGeoid(geoid);
    return row !== undefined && kilometersBetween(HERE, COUNTRY.pointOf(row)) <= 60;
  });
  expect(places.map(({ geoid }) => geoid).sort()).toEqual(within.map(({ geoid }) => geoid).sort());
  expect(total).toBe(within.length);
  expect(places[0]).toMatchObject({ city: "Austin", geoid: "4805000" });
  const distances = places.map(({ distance_km = -1, latitude, longitude }) => {
    expect(distance_km).toBeCloseTo(kilometersBetween(HERE, { latitude: latitude ?? 0, longitude: longitude ?? 0 }), 1);
    return distance_km;
  });
  expect(distances).toEqual(distances.toSorted((a, b) => a - b));
  const backwards = await search({ near: NEAR, radius_km: "60", limit: "100", sort: "-distance" });
  expect(backwards.places.map(({ geoid }) => geoid)).toEqual(places.map(({ geoid }) => geoid).toReversed());
});

test("each place says whether its boundary is held, in the answer and in its file", async () => {
  for (const state of ["CT", "TX", "PA"]) {
    const { places } = await search({ state, limit: "100" });
    const held = places.map(({ geoid }) => {
      const row = COUNTRY.ofGeoid(geoid ?? "");
      return row !== undefined && COUNTRY.outlineOf(row) !== undefined;
    });
    expect(places.map(({ has_boundary }) => has_boundary)).toEqual(held);
    expect(new Set(held).size).toBe(state === "TX" ? 1 : 2);
    const { text } = await server.request(`/v1/us/places?state=${state}&limit=100&format=csv`, { key });
    const rows: readonly Record<string, string>[] = parse(text, { columns: true, bom: true });
    expect(rows.map((row) => row["has_boundary"])).toEqual(held.map(String));
  }
});

test("a county has every place with residents in it, in whatever county most of them are", async () => {
  const { places } = await search({ state: "TX", county: "williamson", limit: "100" });
  const cities = places.map(({ city }) => city);
  expect(cities).toContain("Austin");
  expect(cities).toContain("Round Rock");
  expect(cities).not.toContain("Dallas");
  expect((await search({ state: "Texas", county: "Williamson County", limit: "100" })).places).toEqual(places);
});

test("filters and sorts go together: the places of a state with a letter, of a size, by rate", async () => {
  const { places, total } = await search({
    ...{ state: "OH", grade: "A", min_population: "20000", sort: "rate", limit: "100" },
  });
  const expected = entries.filter(
    ({ state, record }) => state === "OH" && record.grade.startsWith("A") && record.population >= 20_000,
  );
  expect(total).toBe(expected.length);
  const rates = places.map(({ data }) => data?.crime_rate_per_1k ?? -1);
  expect(rates).toEqual(rates.toSorted((a, b) => a - b));
  const absent = await search({ status: "absent", min_population: "1000000" });
  expect(absent.places.map(({ city }) => city)).toContain("Chicago");
});

test("each place has its GEOID, a point, and its rank; one below 10,000 residents, or without a record, has none", async () => {
  const { places } = await search({ state: "NJ", limit: "100" });
  for (const { geoid, latitude, rank, data } of places) {
    const entry = geoid === null ? undefined : releasedNation.ofGeoid(geoid);
    expect(rank).toEqual(entry === undefined ? null : releasedNation.rankOf(entry));
    if ((data?.population ?? 0) < 10_000) expect(rank).toBeNull();
    expect(latitude === null).toBe(geoid === null);
  }
});

test("format=csv has a line for each place of all pages, with its GEOID and rank", async () => {
  const query = new URLSearchParams({ state: "UT", sort: "-population", limit: "20" });
  const pages: Record<string, string>[] = [];
  for (let next: string | undefined = `/v1/us/places?${query}&format=csv`; next !== undefined; ) {
    const { headers, text, status }: Answer = await server.request(next, { key });
    expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    pages.push(...parse<Record<string, string>>(text, { columns: true }));
    next = /^<([^>]+)>; rel="next"$/.exec(headers.get("link") ?? "")?.[1]?.slice(server.url.length);
  }
  const { places, total } = await search({ ...Object.fromEntries(query), limit: "100" });
  expect(pages).toHaveLength(total);
  const text = (value: unknown) => (value === null || value === undefined ? "" : String(value));
  const expected = places.map(({ geoid, city, rank, data }) => ({
    ...{ geoid: text(geoid), city, safety_score: text(data?.safety_score) },
    ...{ rank_in_nation: text(rank?.nation.rank), ranked_in_state: text(rank?.state.of) },
  }));
  expect(pages.slice(0, places.length)).toMatchObject(expected);
});
