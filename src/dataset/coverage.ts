import { totalOf } from "../domain/offense.ts";
import type { AbsenceReason } from "../domain/snapshot.ts";
import type { KnownCity, MatchedAgency } from "./agency.ts";
import type { ReviewTables } from "./review.ts";
import type { Place } from "./table.ts";

/** A city that has a record: its place, residents and row. */
export interface EligibleCity {
  readonly place: Place;
  readonly residents: number;
  readonly row: MatchedAgency;
}

export interface Absence {
  readonly reason: AbsenceReason;
  readonly detail: string;
}

/** Below it a rate per 1,000 residents says nothing about the residents (decisions 7). */
export const FEWEST_RESIDENTS = 1_000;

/** What is known of one of the 483 cities and towns in the data year. */
export interface CityFacts extends KnownCity {
  /** null for a city that is newer than the map. */
  readonly place: Place | null;
  readonly residents: number | null;
  readonly row: MatchedAgency | null;
}

/**
 * Whether a city has a record for the year (decisions 7): reported separately, 1,000 residents or more, a count that
 * is not zero. The first condition that fails is the reason.
 */
export function coverageOf(facts: CityFacts, review: ReviewTables, year: number): EligibleCity | Absence {
  const { place, residents, row } = facts;
  const of = <T extends KnownCity>(rows: readonly T[]): T | undefined =>
    rows.find((candidate) => candidate.county === facts.county && candidate.city === facts.city);

  const incorporation = of(review.incorporations);
  if (incorporation !== undefined && Number(incorporation.incorporated.slice(0, 4)) >= year) {
    return { reason: "newly_incorporated", detail: incorporation.reason };
  }
  if (row === null) {
    const policing = of(review.policing);
    if (policing?.policedBy === "shared") return { reason: "shared_police", detail: policing.reason };
    if (policing?.policedBy === "sheriff") return { reason: "no_separate_report", detail: policing.reason };
    return { reason: "no_figures", detail: policing?.reason ?? `No figures were published for ${year}` };
  }
  if (place === null || residents === null) {
    return { reason: "no_figures", detail: `No population was published for ${year}` };
  }
  if (residents < FEWEST_RESIDENTS) {
    const detail = `${residents} residents; below ${FEWEST_RESIDENTS.toLocaleString("en-US")} a rate per resident says little`;
    return { reason: "few_residents", detail };
  }
  if (totalOf(row.offenses) === 0) return { reason: "no_figures", detail: `The row for ${year} has no offense at all` };
  return { place, residents, row };
}
