import type { NationPlaces } from "./nation-places.ts";
import type { Places } from "./places.ts";

/** The datasets that answers come from, by the name of their edition. A request keeps those that it started with. */
export interface Editions {
  readonly california: Places;
  readonly unitedStates: NationPlaces;
}
