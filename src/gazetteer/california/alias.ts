import { CALIFORNIA } from "../../editions/california.ts";
import { foldsOf } from "../fold.ts";

/**
 * Other official names and common names of cities, by the canonical name that the service shows (decisions 1). The list
 * is closed: a misspelled name, an abbreviation, a neighborhood, or an unincorporated place is never an alias.
 */
export const CITY_ALIASES = {
  "Angels Camp": ["Angels", "Angels City"],
  "Carmel-by-the-Sea": ["Carmel"],
  "La Cañada Flintridge": ["La Cañada"],
  "Paso Robles": ["El Paso de Robles", "El Paso de Robles (Paso Robles)"],
  "Suisun City": ["Suisun"],
  "Twentynine Palms": ["29 Palms", "Twenty-Nine Palms"],
  Ventura: ["San Buenaventura", "San Buenaventura (Ventura)"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The folding of the state's names, for the readers of its files. */
export const { city: foldCityName, county: foldCountyName } = foldsOf(CALIFORNIA);

const canonicalNames: ReadonlyMap<string, string> = new Map(
  Object.entries(CITY_ALIASES).flatMap(([canonical, aliases]) =>
    aliases.map((alias): [string, string] => [foldCityName(alias), canonical]),
  ),
);

/** The name that the service shows for a city: the canonical name for an alias, otherwise the name as given. */
export function canonicalCityName(name: string): string {
  return canonicalNames.get(foldCityName(name)) ?? name;
}

const aliasesByName: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(CITY_ALIASES));

/** The aliases of a canonical name. Most names have none. */
export function aliasesOf(canonical: string): readonly string[] {
  return aliasesByName.get(canonical) ?? [];
}
