import { familyOf } from "../domain/grade.ts";
import { foldCityName, foldCountyName } from "../domain/name.ts";
import type { Place, PlacesResult } from "../domain/place.ts";
import { type Match, PLACES_RADIUS, type PlaceSort, type PlacesQuery } from "../domain/place-query.ts";
import type { Catalog } from "./catalog.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { type GeoPoint, kilometersBetween } from "./distance.ts";
import type { ZipCode } from "./geography-tables.ts";
import type { Names } from "./names.ts";
import { createSearch, type Search } from "./search.ts";

interface PlaceList {
  readonly places: readonly Place[];
  findPlaces(query: PlacesQuery): PlacesResult;
  /** The search by text only, with its work. */
  readonly search: Search;
}

/** The list of all places, by name, with its search. @param version changes whenever an answer may change */
export function createPlaceList(catalog: Catalog, names: Names, zips: readonly ZipCode[], version: string): PlaceList {
  const search = createSearch(names);
  const all = catalog.all.map(({ place }) => place);
  const byZip = zipSearch(all, catalog, zips);
  const counties = new Map([...catalog.counties.keys()].map((county) => [foldCountyName(county), county]));
  const orders = new Map<PlaceSort, readonly number[]>();
  const orderOf = (sort: PlaceSort) => {
    const known = orders.get(sort) ?? sortedBy(all, sort);
    orders.set(sort, known);
    return known;
  };

  function findPlaces(query: PlacesQuery): PlacesResult {
    const start = readCursor(version, query);
    if (typeof start === "string") return { ok: false, fault: start };
    const county = query.county === undefined ? undefined : counties.get(foldCountyName(query.county));
    if (query.county !== undefined && county === undefined) return { ok: false, fault: "county_unknown" };
    const matched = query.q === undefined ? null : (byZip(query.q) ?? search(query.q).matches);
    const distances = query.near === undefined ? null : distancesFrom(query.near, query.radius_km);
    const found = inOrder(matched, distances, query.sort).filter((number) => passes(all[number], query, county));
    if (start > found.length) return { ok: false, fault: "cursor_malformed" };
    const end = start + query.limit;
    const places = found.slice(start, end).flatMap((number) => {
      const place = all[number];
      const kilometers = distances?.get(number);
      const distance = kilometers === undefined ? {} : { distance_km: Number(kilometers.toFixed(1)) };
      return place === undefined ? [] : { ...place, match: matched?.get(number) ?? null, ...distance };
    });
    const next = end < found.length ? writeCursor(version, query, end) : null;
    return { ok: true, page: { places, total: found.length, next } };
  }

  /** The numbers of the places within a radius with their distances, nearest first. */
  function distancesFrom(point: GeoPoint, radius: number = PLACES_RADIUS.default): ReadonlyMap<number, number> {
    const around = all.map((place, number) => [number, kilometersBetween(point, place)] as const);
    return new Map(around.filter(([, distance]) => distance <= radius).toSorted(([, a], [, b]) => a - b));
  }

  function inOrder(
    matched: ReadonlyMap<number, Match> | null,
    distances: ReadonlyMap<number, number> | null,
    sort: PlaceSort | undefined,
  ): readonly number[] {
    const first = distances ?? matched;
    const ordered = sort !== undefined || first === null ? orderOf(sort ?? "name") : [...first.keys()];
    return ordered.filter((number) => (matched?.has(number) ?? true) && (distances?.has(number) ?? true));
  }

  return { places: all, findPlaces, search };
}

/** Whether a place passes the filters of a query. `inCounty` is the full name of its county, if it has one. */
function passes(place: Place | undefined, { kind, status, grade }: PlacesQuery, inCounty: string | undefined): boolean {
  if (place === undefined) return false;
  return (
    (kind === undefined || place.kind === kind) &&
    (status === undefined || place.status === status) &&
    (inCounty === undefined || place.county === inCounty) &&
    (grade === undefined || (place.data !== null && familyOf(place.data.grade) === grade))
  );
}

/** A ZIP code with or without +4, or its first digits. */
const ZIP_OR_BEGINNING = /^(\d{3,5}|\d{5}-\d{4})$/;
const ZIP_LENGTH = 5;

/** Indexes of the places in a ZIP code, or in ZIP codes with this beginning: largest share first, then by name. */
function zipSearch(
  places: readonly Place[],
  { cities, counties }: Catalog,
  zips: readonly ZipCode[],
): (query: string) => ReadonlyMap<number, Match> | null {
  const numbers = new Map(places.map((place, number) => [place, number]));
  return (query) => {
    if (!ZIP_OR_BEGINNING.test(query.trim())) return null;
    const digits = query.trim().slice(0, ZIP_LENGTH);
    const match = digits.length === ZIP_LENGTH ? "exact" : "prefix";
    const shares = new Map<number, number>();
    for (const { zip, shares: own } of zips) {
      if (!zip.startsWith(digits)) continue;
      for (const { cityGeoid, county, share } of own) {
        const place = (cityGeoid === null ? counties.get(county) : cities.get(cityGeoid))?.place;
        const number = place === undefined ? undefined : numbers.get(place);
        if (number !== undefined) shares.set(number, (shares.get(number) ?? 0) + share);
      }
    }
    const sorted = [...shares].toSorted(([a, first], [b, second]) => second - first || a - b);
    return new Map(sorted.map(([number]) => [number, match]));
  };
}

type Sortable = Pick<Place, "name" | "data">;

/** What places are sorted by, for each sort without its `-`. */
const FIGURES: Readonly<Record<string, (place: Sortable) => string | number | undefined>> = {
  name: ({ name }) => foldCityName(name),
  score: ({ data }) => data?.safety_score,
  population: ({ data }) => data?.population,
  rate: ({ data }) => data?.crime_rate_per_1k,
  violent: ({ data }) => data?.violent_rate_per_1k,
  property: ({ data }) => data?.property_rate_per_1k,
};

/** All indexes in the given order. Places without the figure come last; equal ones sort by name. */
export function sortedBy(places: readonly Sortable[], sort: PlaceSort): readonly number[] {
  const figureOf = FIGURES[sort.replace("-", "")];
  const figures = places.map((place) => figureOf?.(place));
  const direction = sort.startsWith("-") ? -1 : 1;
  return places
    .map((_, number) => number)
    .toSorted((a, b) => {
      const [first, second] = [figures[a], figures[b]];
      if (first === second) return a - b;
      if (first === undefined || second === undefined) return first === undefined ? 1 : -1;
      return (first < second ? -1 : 1) * direction;
    });
}
