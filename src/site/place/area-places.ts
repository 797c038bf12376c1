import type { StateCode } from "../../editions/us-states.ts";
import type { NationAreaEntry } from "../../figures/area-entries.ts";
import { nearestTo } from "../../gazetteer/distance.ts";
import type { NationPlaceEntry } from "../../lookup/nation-names.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";

/** The most places of a county that are asked for their department, the largest. */
const MOST_ASKED = 60;
export const MOST_SHOWN = 40;
const MOST_NEAR = 6;

/** The places of a county by who polices them, the largest first. */
export interface PlacesOfCounty {
  /** With figures of a department of their own, in any year. */
  readonly own: readonly NationPlaceEntry[];
  /** Without, which the county's department polices. */
  readonly covered: readonly NationPlaceEntry[];
  /** How many are in neither list: too small, or it is not known who polices them. */
  readonly others: number;
}

export function placesOfCounty(places: NationPlaces, state: StateCode, county: string, geoid: string): PlacesOfCounty {
  const { gazetteer } = places;
  const table = gazetteer.table();
  const rows = table.states.find(({ code }) => code === state);
  const [, first = 0, , end = 0] = rows?.levels ?? [];
  const inCounty: number[] = [];
  for (let row = first; row < end; row++)
    if (!table.same.has(row) && gazetteer.countiesOf(row).includes(county)) inCounty.push(row);
  const residents = (row: number) => table.residents[row] ?? 0;
  const entries = inCounty.toSorted((a, b) => residents(b) - residents(a)).map((row) => places.ofRow(row).entry);
  const own = entries.filter((entry) => "record" in entry || entry.trend !== null);
  const covered = entries
    .filter((entry) => !("record" in entry) && entry.trend === null)
    .slice(0, MOST_ASKED)
    .filter((entry) => places.coveredBy(entry)?.geoid === geoid);
  const shown = { own: own.slice(0, MOST_SHOWN), covered: covered.slice(0, MOST_SHOWN) };
  return { ...shown, others: entries.length - shown.own.length - shown.covered.length };
}

/** The main area of each of the nearest counties, nearest first. */
export function areasNear({ areas, gazetteer }: NationPlaces, geoid: string): readonly NationAreaEntry[] {
  const pointOf = (county: string) => {
    const row = gazetteer.ofGeoid(county);
    return row === undefined ? undefined : gazetteer.pointOf(row);
  };
  const center = pointOf(geoid);
  if (center === undefined) return [];
  const others = areas.entries.flatMap((area) => {
    const at = area.geoid === geoid || areas.of(area.geoid)[0] !== area ? undefined : pointOf(area.geoid);
    return at === undefined ? [] : [{ ...at, area }];
  });
  return nearestTo(center, others)
    .slice(0, MOST_NEAR)
    .map(({ place }) => place.area);
}
