import type { NationPlaceElement, NationPlaceListed, NationPlaceRecord } from "../domain/nation-place.ts";
import { yardstickText } from "../editions/edition.ts";
import type { NationDataset } from "../figures/dataset.ts";
import { provisionalOf } from "../figures/months.ts";
import type { Gazetteer } from "../gazetteer/gazetteer.ts";
import type { NationNames, NationPlaceEntry } from "./nation-names.ts";

export type Elements = ReturnType<typeof createElements>;

type Where = Pick<NationPlaceRecord, "county" | "geoid" | "latitude" | "longitude" | "counties">;

/** Places as lists and suggestions show them. */
export function createElements(
  { rankOf, figuresOf, nation }: Pick<NationDataset, "rankOf" | "figuresOf" | "nation">,
  names: NationNames,
  gazetteer: Gazetteer,
) {
  const yardstick = yardstickText(nation.edition);
  /** By the gazetteer. The county is the one that tells the place apart, or the one with most residents. */
  const whereOf = (place: NationPlaceEntry, row = rowOf(place, names)): Where => {
    if (row === undefined) return { county: place.county, geoid: null, latitude: null, longitude: null, counties: [] };
    const [geoid, counties] = [gazetteer.geoidOf(row), gazetteer.sharesOf(row)];
    return { county: place.county ?? counties[0]?.county ?? null, geoid, ...gazetteer.pointOf(row), counties };
  };
  const listedOf = (place: NationPlaceEntry): NationPlaceListed => {
    const { name, state } = place;
    const row = rowOf(place, names);
    const { counties: _, ...located } = whereOf(place, row);
    const where = { city: name, state, ...located, has_boundary: row !== undefined && gazetteer.hasOutline(row) };
    if (!("record" in place)) return { ...where, status: "absent", reason: place.reason, rank: null, data: null };
    const data = { ...figuresOf(place), yardstick, provisional: provisionalOf(place, nation) };
    return { ...where, status: "graded", reason: null, rank: rankOf(place), data };
  };
  return {
    whereOf,
    listedOf,
    figuresOf,
    residentsOf: (place: NationPlaceEntry): number =>
      ("record" in place ? figuresOf(place).population : place.population) ?? 0,
    elementOf: (place: NationPlaceEntry): NationPlaceElement => ({ ...listedOf(place), match: null }),
  };
}

/** Its row of the gazetteer; undefined for an agency of several municipalities. */
export function rowOf(place: NationPlaceEntry, names: NationNames): number | undefined {
  return "place" in place ? place.place.row : names.rowOf(place);
}
