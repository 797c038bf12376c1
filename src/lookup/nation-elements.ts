import type { NationPlaceElement, NationPlaceListed } from "../domain/nation-place.ts";
import type { NationDataset } from "../figures/dataset.ts";
import type { Gazetteer } from "../gazetteer/gazetteer.ts";
import type { NationNames, NationPlaceEntry } from "./nation-names.ts";
import { placeDataOf } from "./pager.ts";

export type Elements = ReturnType<typeof createElements>;

/** Places as lists and suggestions show them. */
export function createElements({ rankOf }: Pick<NationDataset, "rankOf">, names: NationNames, gazetteer: Gazetteer) {
  const whereOf = (place: NationPlaceEntry): Pick<NationPlaceListed, "geoid" | "latitude" | "longitude"> => {
    const row = rowOf(place, names);
    if (row === undefined) return { geoid: null, latitude: null, longitude: null };
    return { geoid: gazetteer.place(row).geoid, ...gazetteer.pointOf(row) };
  };
  const listedOf = (place: NationPlaceEntry): NationPlaceListed => {
    const { name, state, county } = place;
    const where = { city: name, state, county, ...whereOf(place) };
    if (!("record" in place)) return { ...where, status: "absent", reason: place.reason, rank: null, data: null };
    const data = { ...placeDataOf(place), yardstick: place.record.yardstick };
    return { ...where, status: "graded", reason: null, rank: rankOf(place), data };
  };
  return {
    listedOf,
    elementOf: (place: NationPlaceEntry): NationPlaceElement => ({ ...listedOf(place), match: null }),
  };
}

/** Its row of the gazetteer; undefined for an agency of several municipalities. */
export function rowOf(place: NationPlaceEntry, names: NationNames): number | undefined {
  return "place" in place ? place.place.row : names.rowOf(place);
}

export function residentsOf(place: NationPlaceEntry): number {
  return ("record" in place ? place.record.population : place.population) ?? 0;
}
