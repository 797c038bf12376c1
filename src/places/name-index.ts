import { CALIFORNIA } from "../domain/edition.ts";
import { cityKeys, foldCityName, foldCountyName, normalized } from "../domain/name.ts";
import type { Catalog, KnownCity, KnownCounty, KnownName } from "./catalog.ts";

export interface NameMatches {
  readonly key: string;
  readonly city: KnownCity | undefined;
  /** Most residents first. */
  readonly names: readonly KnownName[];
  readonly county: KnownCounty | undefined;
}

const NONE: readonly KnownName[] = [];
const STATE_NAME = normalized(CALIFORNIA.name);

/** Finds places by a name in any form of decisions 1: alone, followed by the county, and followed by the city. */
export type NameIndex = (name: string) => NameMatches;

export function createNameIndex(catalog: Catalog): NameIndex {
  const cities = new Map<string, KnownCity>();
  for (const city of catalog.cities.values()) {
    for (const key of city.names.flatMap((name) => cityKeys(name, city.place.county))) {
      if (!cities.has(key)) cities.set(key, city);
    }
  }
  const names = new Map<string, KnownName[]>();
  for (const known of catalog.names.toSorted((a, b) => b.named.residents - a.named.residents)) {
    const { name, county, within } = known.place;
    const withCity = within === null ? [] : [foldCityName(`${name}, ${within}`)];
    for (const key of new Set([...cityKeys(name, county), ...withCity])) {
      const own = names.get(key);
      if (own === undefined) names.set(key, [known]);
      else own.push(known);
    }
  }
  const counties = new Map([...catalog.counties.values()].map((county) => [foldCountyName(county.place.name), county]));
  return (name) => {
    const key = foldCityName(name);
    const named = names.get(key) ?? NONE;
    return {
      key,
      city: cities.get(key),
      // "Lake" is not short for Lake California.
      names: named.filter(
        ({ place }) => !normalized(place.name).endsWith(STATE_NAME) || normalized(name).includes(STATE_NAME),
      ),
      county: counties.get(foldCountyName(name)),
    };
  };
}
