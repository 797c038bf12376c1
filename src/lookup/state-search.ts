import { ownText, type Typed } from "../base/text.ts";
import type { FoundPlace, Place } from "../domain/place.ts";
import type { Match } from "../domain/place-query.ts";
import type { Snapshot } from "../domain/snapshot.ts";
import { pointsWithin } from "../gazetteer/distance.ts";
import type { Names } from "../gazetteer/edition-names.ts";
import { foldsOf } from "../gazetteer/fold.ts";
import { createStateSearch } from "../gazetteer/state-search.ts";
import type { ZipCode } from "../gazetteer/tables.ts";
import { createList } from "./list.ts";
import type { Catalog } from "./state-catalog.ts";

/** The search over the places of a state, and their list. */
export function createPlaceSearch(
  catalog: Catalog,
  names: Names,
  zips: readonly ZipCode[],
  { version, edition }: Pick<Snapshot, "version" | "edition">,
) {
  const folds = foldsOf(edition);
  const search = createStateSearch(names);
  const places = catalog.all.map(({ place }) => place);
  const points = {
    latitudes: Float64Array.from(places, ({ latitude }) => latitude),
    longitudes: Float64Array.from(places, ({ longitude }) => longitude),
    parts: 1,
  };
  const byZip = zipSearch(places, catalog, zips);
  const counties = new Map([...catalog.counties.keys()].map((county) => [folds.county(ownText(county)), county]));
  const list = createList<Place, Place>(
    {
      all: places,
      nameOf: ({ name }) => folds.city(ownText(name)),
      listed: (place) => place,
      shown: (place) => place,
      matched: (q) => byZip(q) ?? search(q).matches,
      around: (point, kilometers) => pointsWithin(point, kilometers, points),
      inCounty(asked) {
        const county = counties.get(folds.county(asked));
        return county === undefined ? undefined : (place) => place.county === county;
      },
      passes:
        ({ kind }) =>
        (place) =>
          kind === undefined || place.kind === kind,
    },
    version,
  );
  return {
    places,
    list,
    search,
    /** The places of a text that are best matched, at most `limit`. */
    best(q: Typed, limit: number): readonly FoundPlace[] {
      const result = list({ q, limit });
      return result.ok ? result.page.places : [];
    },
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
