import { ownText } from "../base/text.ts";
import type { StateEdition } from "../editions/edition.ts";
import { foldsOf } from "./fold.ts";

/** How the names of a state's cities and counties in its files are folded, and the other names of its cities. */
export interface CityNames {
  readonly foldCity: (name: string) => string;
  readonly foldCounty: (name: string) => string;
  /** The name that the service shows for a city: the canonical name for an alias, otherwise the name as given. */
  readonly canonical: (name: string) => string;
  /** The aliases of a canonical name. Most names have none. */
  readonly aliasesOf: (canonical: string) => readonly string[];
}

/** @param aliases other official names and common names of cities, by canonical name */
export function cityNamesOf(edition: StateEdition, aliases: Readonly<Record<string, readonly string[]>>): CityNames {
  const folds = foldsOf(edition);
  const foldCity = (own: string) => folds.city(ownText(own));
  const aliasesByName = new Map(Object.entries(aliases));
  const canonicalNames = new Map(
    [...aliasesByName].flatMap(([canonical, names]) => names.map((name) => [foldCity(name), canonical] as const)),
  );
  return {
    foldCity,
    foldCounty: (own) => folds.county(ownText(own)),
    canonical: (name) => canonicalNames.get(foldCity(name)) ?? name,
    aliasesOf: (canonical) => aliasesByName.get(canonical) ?? [],
  };
}
