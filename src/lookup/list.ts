import { ownText, type Typed } from "../base/text.ts";
import type { FoundPlace, PageResult, Place } from "../domain/place.ts";
import { type Match, PLACES_RADIUS, type PlacesQuery } from "../domain/place-query.ts";
import type { Snapshot } from "../domain/snapshot.ts";
import { type GeoPoint, kilometersBetween } from "../gazetteer/distance.ts";
import { foldsOf } from "../gazetteer/fold.ts";
import type { Names } from "../gazetteer/name-index.ts";
import { createStateSearch } from "../gazetteer/state-search.ts";
import type { ZipCode } from "../gazetteer/tables.ts";
import type { Catalog } from "./catalog.ts";
import { createPager } from "./pager.ts";

/** The list of all places, by name, with its search. */
export function createPlaceList(
  catalog: Catalog,
  names: Names,
  zips: readonly ZipCode[],
  { version, edition }: Pick<Snapshot, "version" | "edition">,
) {
  const folds = foldsOf(edition);
  const search = createStateSearch(names);
  const all = catalog.all.map(({ place }) => place);
  const byZip = zipSearch(all, catalog, zips);
  const counties = new Map([...catalog.counties.keys()].map((county) => [folds.county(ownText(county)), county]));
  const page = createPager(
    { all, nameOf: ({ name }) => folds.city(ownText(name)), listed: (place) => place, shown: (place) => place },
    version,
  );

  function findPlaces(query: PlacesQuery): PageResult<FoundPlace> {
    const { q, kind, near } = query;
    return page(query, () => {
      const county = query.county === undefined ? undefined : counties.get(folds.county(query.county));
      if (query.county !== undefined && county === undefined) return "county_unknown";
      return {
        matched: q === undefined ? null : (byZip(q) ?? search(q).matches),
        distances: near === undefined ? null : distancesFrom(near, query.radius_km),
        passes: (place) =>
          (kind === undefined || place.kind === kind) && (county === undefined || place.county === county),
      };
    });
  }

  /** The numbers of the places within a radius with their distances, nearest first. */
  function distancesFrom(point: GeoPoint, radius: number = PLACES_RADIUS.default): ReadonlyMap<number, number> {
    const around = all.map((place, number) => [number, kilometersBetween(point, place)] as const);
    return new Map(around.filter(([, distance]) => distance <= radius).toSorted(([, a], [, b]) => a - b));
  }

  return {
    places: all,
    findPlaces,
    search,
  };
}

/** A ZIP code with or without +4, or its first digits. */
const ZIP_OR_BEGINNING = /^(\d{3,5}|\d{5}-\d{4})$/;
const ZIP_LENGTH = 5;

/** Indexes of the places in a ZIP code, or in ZIP codes with this beginning: largest share first, then by name. */
function zipSearch(
  places: readonly Place[],
  { cities, counties }: Catalog,
  zips: readonly ZipCode[],
): (query: Typed) => ReadonlyMap<number, Match> | null {
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
