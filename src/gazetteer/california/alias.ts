import { CALIFORNIA } from "../../editions/california.ts";
import { cityNamesOf } from "../city-names.ts";

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

export const CALIFORNIA_CITY_NAMES = cityNamesOf(CALIFORNIA, CITY_ALIASES);
