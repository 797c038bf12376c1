import type { NationPlaceElement } from "../domain/nation-place.ts";
import type { NationPlaceEntry } from "./nation-names.ts";
import { placeDataOf } from "./pager.ts";

/** A place as lists and suggestions show it. */
export function elementOf(place: NationPlaceEntry): NationPlaceElement {
  const { name, state, county } = place;
  if (!("record" in place)) {
    return { city: name, state, county, status: "absent", reason: place.reason, data: null, match: null };
  }
  const data = { ...placeDataOf(place), yardstick: place.record.yardstick };
  return { city: name, state, county, status: "graded", reason: null, data, match: null };
}

export function residentsOf(place: NationPlaceEntry): number {
  return ("record" in place ? place.record.population : place.population) ?? 0;
}
