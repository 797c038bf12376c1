import type { NationAbsence } from "../domain/nation.ts";
import { whole } from "../domain/published.ts";
import type { GazetteerPlace } from "../gazetteer/gazetteer.ts";
import { saidName } from "../gazetteer/legal-names.ts";
import type { PlaceKind } from "../gazetteer/place-table.ts";
import { stateName } from "../gazetteer/state-text.ts";

/** A place that the edition has nothing of, neither a record nor a reason: it is too small, or has no police of its own. */
export interface WithoutFigures extends Pick<NationAbsence, "state" | "name" | "county"> {
  readonly geoid: string;
  readonly population: number | null;
  readonly reason: null;
  /** What it is, as a sentence without the final period. */
  readonly detail: string;
  readonly expected: null;
  readonly trend: null;
  readonly place: GazetteerPlace;
  /** The shortest name that means it in its state, with its county as a second part. Found out when a page links to it. */
  readonly shortestName: readonly string[];
}

/** As sentences name a kind. */
const KINDS: Partial<Record<PlaceKind, string>> = {
  government: "city and county",
  community: "census-designated place",
};

export function kindText({ kind }: Pick<GazetteerPlace, "kind">): string {
  return KINDS[kind] ?? kind;
}

/** The county of a place that is in one alone; null for one in several. */
function onlyCounty({ counties }: Pick<GazetteerPlace, "counties">): string | null {
  const [first, ...others] = counties;
  return first === undefined || others.length > 0 ? null : first.county;
}

/** "in Howard County", "in Travis County and 2 others". */
function inCounties({ counties }: GazetteerPlace): string {
  const [first, ...others] = counties;
  if (first === undefined) return "";
  const more =
    others.length === 0
      ? ""
      : others.length === 1
        ? ` and ${others[0]?.county}`
        : ` and ${others.length} other counties`;
  return ` in ${first.county}${more}`;
}

export function withoutFigures(place: GazetteerPlace, shortestName: () => readonly string[]): WithoutFigures {
  const { state, geoid, kind, residents } = place;
  const name = saidName(place.name, place.kind);
  const isCounty = kind === "county";
  const people = residents === 0 ? "" : ` with ${whole(residents)} residents`;
  const what = isCounty ? `a county${people}` : `a ${kindText(place)}${inCounties(place)}${people}`;
  return {
    ...{ state, name, geoid, county: isCounty ? null : onlyCounty(place), place },
    get shortestName() {
      return shortestName();
    },
    population: residents === 0 ? null : residents,
    reason: null,
    detail: `${name}, ${stateName(state)} is ${what}`,
    expected: null,
    trend: null,
  };
}
