import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ownText } from "../../src/base/text.ts";
import { GRADE_FAMILIES } from "../../src/domain/grade.ts";
import { type Place, placesPage } from "../../src/domain/place.ts";
import { PLACE_KINDS, PLACE_SORTS, PLACE_STATUSES, type PlacesQuery } from "../../src/domain/place-query.ts";
import { CALIFORNIA_CITY_NAMES } from "../../src/gazetteer/california/alias.ts";
import { createGeography } from "../../src/lookup/geography.ts";
import { STATE_NAMES } from "../../src/lookup/served.ts";
import { COUNTRY } from "../../src/main/country.ts";
import { currentGeography, currentGeographyTables, currentSnapshot } from "../support/current-geography.ts";

function page(query: PlacesQuery) {
  const result = currentGeography.list(query);
  if (!result.ok) throw new Error(result.fault);
  return result.page;
}

function allPages(query: PlacesQuery): readonly Place[] {
  const places: Place[] = [];
  let next: string | null | undefined;
  do {
    const one = page({ ...query, ...(next ? { cursor: next } : {}) });
    expect(one.places.length).toBeLessThanOrEqual(query.limit);
    places.push(...one.places);
    next = one.next;
    if (next === null) expect(one.total).toBe(places.length);
  } while (next !== null);
  return places;
}

const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const counties = currentGeographyTables.counties.map(({ county }) => county);
const queries = fc
  .record({
    q: optional(fc.constantFrom("san", "la", "orange", "902", "sacremento", "x")),
    kind: optional(fc.constantFrom(...PLACE_KINDS)),
    county: optional(fc.constantFrom(...counties, "orange", "LOS ANGELES")),
    grade: optional(fc.constantFrom(...GRADE_FAMILIES)),
    status: optional(fc.constantFrom(...PLACE_STATUSES)),
    sort: optional(fc.constantFrom(...PLACE_SORTS)),
    limit: fc.integer({ min: 1, max: 100 }),
  })
  .map((query): PlacesQuery => definedMembers(query));

/** All but those by distance, which need a point. */
const FIGURE_SORTS = PLACE_SORTS.filter((sort) => !sort.endsWith("distance"));

describe("the list of places", () => {
  test("has every city and town, county, community, and neighborhood once", () => {
    const places = allPages({ limit: 100 });
    const { cities, counties: all, names } = currentGeographyTables;
    expect(places).toHaveLength(cities.length + all.length + names.length);
    expect(places.filter(({ kind }) => kind === "city")).toHaveLength(483);
    expect(places.filter(({ kind }) => kind === "county")).toHaveLength(58);
    expect(places.filter(({ status }) => status === "graded")).toHaveLength(
      currentSnapshot.cities.length + currentSnapshot.counties.length,
    );
    expect(places.filter(({ kind, status }) => kind === "city" && status === "absent")).toHaveLength(
      currentSnapshot.absent.length,
    );
    expect(
      places.filter(({ kind, status }) => kind === "county" && status === "absent").map(({ name }) => name),
    ).toEqual(currentSnapshot.absentCounties.map(({ county }) => county));
    expect(new Set(places.map((place) => JSON.stringify(place))).size).toBe(places.length);
  });

  test("has the shape of the answer, with the figures of the records", () => {
    expect(() => placesPage.parse(page({ limit: 100 }))).not.toThrow();
    const [irvine] = page({ q: ownText("irvine"), limit: 1 }).places;
    const city = currentSnapshot.cities.find(({ record }) => record.city === "Irvine");
    const { city: _, county, stars, grade_color, state_average_rate, comparison, ...figures } = city?.record ?? {};
    expect(irvine).toMatchObject({
      kind: "city",
      name: "Irvine",
      county,
      within: null,
      status: "graded",
      data: figures,
    });
    expect(page({ q: ownText("hollywood"), limit: 1 }).places[0]).toMatchObject({
      kind: "neighborhood",
      within: "Los Angeles",
      status: "part",
      reason: null,
      data: null,
    });
    expect(page({ q: ownText("mountain house"), limit: 1 }).places[0]).toMatchObject({ status: "absent", data: null });
  });

  test("returns each matching place exactly once, with every filter and sort order", () => {
    const places = allPages({ limit: 100 });
    fc.assert(
      fc.property(queries, (query) => {
        const found = allPages(query);
        expect(new Set(found).size).toBe(found.length);
        const county = query.county?.toLowerCase().replace(/( county)?$/, " county");
        const wanted = (place: Place) =>
          (query.kind === undefined || place.kind === query.kind) &&
          (query.status === undefined || place.status === query.status) &&
          (county === undefined || place.county.toLowerCase() === county) &&
          (query.grade === undefined || (place.data?.grade.startsWith(query.grade) ?? false));
        if (query.q === undefined) expect(new Set(found)).toEqual(new Set(places.filter(wanted)));
        else expect(found.every(wanted)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test("sorts by a figure in both orders, with places without it last", () => {
    fc.assert(
      fc.property(fc.constantFrom(...FIGURE_SORTS), fc.constantFrom(undefined, "san"), (sort, q) => {
        const figures = allPages(definedMembers({ sort, q, limit: 100 })).map((place) => figureOf(place, sort));
        const known = figures.filter((figure) => figure !== null);
        expect(figures.slice(known.length).every((figure) => figure === null)).toBe(true);
        const sign = sort.startsWith("-") ? -1 : 1;
        for (const [index, figure] of known.entries()) {
          const last = known[index - 1];
          if (last !== undefined) expect(last === figure || last < figure === sign > 0).toBe(true);
        }
      }),
    );
  });

  test("refuses an invalid cursor, and one of another query or dataset", async () => {
    const query: PlacesQuery = { kind: "city", limit: 10 };
    const cursor = page(query).next ?? "";
    const faultOf = (asked: PlacesQuery, geography = currentGeography) => {
      const result = geography.list(asked);
      return result.ok ? null : result.fault;
    };
    expect(faultOf({ ...query, cursor })).toBeNull();
    expect(faultOf({ ...query, limit: 50, cursor })).toBeNull();
    expect(faultOf({ limit: 10, cursor })).toBe("cursor_of_another_query");
    expect(faultOf({ ...query, q: ownText("san"), cursor })).toBe("cursor_of_another_query");
    const other = await createGeography(
      currentGeographyTables,
      { ...currentSnapshot, version: "0123456789abcdef" },
      STATE_NAMES.california,
      COUNTRY,
    );
    expect(faultOf({ ...query, cursor }, other)).toBe("cursor_of_another_dataset");
    const beyond = Buffer.from(`${Buffer.from(cursor, "base64url").subarray(0, 16)}9999`).toString("base64url");
    for (const none of ["", "x", `${cursor}=`, `${cursor}AA`, beyond])
      expect([none, faultOf({ ...query, cursor: none })]).toEqual([none, "cursor_malformed"]);
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        expect(faultOf({ ...query, cursor: text })).not.toBeNull();
      }),
    );
  });
});

function figureOf({ name, data }: Place, sort: string): string | number | null {
  switch (sort.replace("-", "")) {
    case "name":
      return CALIFORNIA_CITY_NAMES.foldCity(name);
    case "score":
      return data?.safety_score ?? null;
    case "population":
      return data?.population ?? null;
    case "rate":
      return data?.crime_rate_per_1k ?? null;
    case "violent":
      return data?.violent_rate_per_1k ?? null;
    default:
      return data?.property_rate_per_1k ?? null;
  }
}

/** Removes the members that are undefined. */
function definedMembers(query: { readonly limit: number } & Partial<Record<keyof PlacesQuery, unknown>>): PlacesQuery {
  return JSON.parse(JSON.stringify(query));
}
