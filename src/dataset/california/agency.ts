import { CALIFORNIA } from "../../domain/edition.ts";
import { foldCityName } from "../../domain/name.ts";
import type { AgencyKind } from "../../domain/snapshot.ts";
import { type Fault, fault } from "../fault.ts";
import type { AgencyOffenses } from "./input-tables.ts";
import type { ReviewTables } from "./review.ts";

/** A city of the 483, by its county and canonical name. */
export interface ListedCity {
  readonly county: string;
  readonly city: string;
}

/** An agency row with its kind; `city` is the canonical name for the kind `city`, else null. */
export interface MatchedAgency extends AgencyOffenses {
  readonly kind: AgencyKind;
  readonly city: string | null;
  /** Name of its successor in the same county, because both are one agency; else its own. */
  readonly followedAs: string;
}

/** How the Department of Justice names agencies other than a city's, in the order in which they are tried. */
const KINDS_BY_NAME = [
  ["highway_patrol", new RegExp(`^${CALIFORNIA.abbreviation} Highway Patrol\\b`)],
  ["sheriff", /Sheriff's Department$/],
  ["railroad", / RR\b|Railroad/],
  ["state", /^Cal Fire\b/],
  ["park", / DPR$|Park Dist\.$/],
  ["hospital", /State Hospital$|Developmental Center$/],
  ["transit", / BART$|\bTransit\b|Metropolitan Trans\. Authority/],
  ["port_airport", / (Airport|Harbor|Port)$/],
  ["school", / School$|High School District$/],
  ["campus", /^(UC|CSU|Cal Poly|Cal Maritime)\b|\bCollege\b|^Los Rios$/],
] as const satisfies readonly (readonly [AgencyKind, RegExp])[];

export interface Matching {
  readonly agencies: readonly MatchedAgency[];
  readonly faults: readonly Fault[];
}

/**
 * As reviewed, else the county's city of that name, else by its name. A row that is none of these may be a city under a
 * new spelling: it is a fault, to be decided in the review table.
 */
export function matchAgencies(
  rows: readonly AgencyOffenses[],
  cities: readonly ListedCity[],
  review: Pick<ReviewTables, "agencies">,
  file: string,
): Matching {
  const reviewed = new Map(review.agencies.map((row) => [key(row.county, row.agency), row]));
  const byName = new Map(cities.map((row) => [key(row.county, foldCityName(row.city)), row.city]));
  const claimed = new Map<string, string>();
  const faults: Fault[] = [];

  const agencies = rows.flatMap((row): MatchedAgency[] => {
    const decided = reviewed.get(key(row.county, row.agency));
    const city = byName.get(key(row.county, foldCityName(decided?.city ?? row.agency)));
    const successor = decided?.successorCounty === row.county ? decided.successor : null;
    const followedAs = successor ?? row.agency;
    if (decided !== undefined && decided.kind !== "city")
      return [{ ...row, kind: decided.kind, city: null, followedAs }];
    if (city !== undefined) {
      const other = claimed.get(key(row.county, city));
      if (other !== undefined) {
        const reason = `"${row.agency}" and "${other}" of ${row.county} are both ${city}: distinguish them in review/agencies.csv`;
        faults.push(fault({ file }, reason));
      }
      claimed.set(key(row.county, city), row.agency);
      return [{ ...row, kind: "city", city, followedAs }];
    }
    const kind = KINDS_BY_NAME.find(([, wording]) => wording.test(row.agency))?.[0];
    if (kind !== undefined) return [{ ...row, kind, city: null, followedAs }];
    const reason = `"${row.agency}" of ${row.county} is neither a city nor a known kind of agency; add it to review/agencies.csv`;
    faults.push(fault({ file }, reason));
    return [];
  });
  return { agencies, faults };
}

function key(county: string, name: string): string {
  return `${county}|${name}`;
}
