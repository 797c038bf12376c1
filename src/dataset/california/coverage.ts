import { totalOf } from "../../domain/offense.ts";
import type { AbsentCity } from "../../domain/snapshot.ts";
import type { ListedCity, MatchedAgency } from "./agency.ts";
import { FEWEST_RESIDENTS } from "./panels.ts";
import type { ReviewTables } from "./review.ts";

interface CityFacts extends ListedCity {
  readonly residents: number | null;
  readonly row: MatchedAgency | null;
}

/** Why a city has no record of the data year (decisions 7): the first reason that holds; null if its figures are incomplete. */
export function absenceOf(
  facts: CityFacts,
  review: ReviewTables,
  year: number,
): Pick<AbsentCity, "reason" | "detail"> | null {
  const { residents, row } = facts;
  const of = <T extends ListedCity>(rows: readonly T[]): T | undefined =>
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
  if (residents === null) return { reason: "no_figures", detail: `No population was published for ${year}` };
  if (residents < FEWEST_RESIDENTS) {
    const detail = `${residents} residents; below ${FEWEST_RESIDENTS.toLocaleString("en-US")} a rate per resident says little`;
    return { reason: "few_residents", detail };
  }
  if (totalOf(row.offenses) === 0) return { reason: "no_figures", detail: `The row for ${year} has no offense at all` };
  return null;
}
