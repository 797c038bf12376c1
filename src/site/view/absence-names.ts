import type { NationAbsence } from "../../domain/nation.ts";
import { whole } from "../../domain/published.ts";
import type { AbsenceReason } from "../../domain/snapshot.ts";
import { UNITED_STATES } from "../../editions/united-states.ts";

/** Why a place has no record, and the same in one or two words in its box. */
interface AbsenceName {
  readonly name: string;
  readonly word: string;
}

/** Of a state's edition. */
export const STATE_ABSENCES = {
  newly_incorporated: { name: "Newly incorporated", word: "new" },
  shared_police: { name: "Reported together with other cities", word: "shared" },
  no_separate_report: { name: "Not reported separately", word: "not separate" },
  no_figures: { name: "No figures for the year", word: "no figures" },
  few_residents: { name: "Fewer than 1,000 residents", word: "small" },
  incomplete_figures: { name: "Incomplete figures", word: "incomplete" },
} as const satisfies Record<AbsenceReason, AbsenceName>;

export const NATION_ABSENCES = {
  policed_by_county: { name: "Policed by the county", word: "county police" },
  no_figures: { name: "No figures published", word: "no figures" },
  few_residents: { name: `Fewer than ${whole(UNITED_STATES.fewestResidents)} residents`, word: "small" },
  population_unclear: { name: "Sources disagree about the population", word: "unclear" },
  short_past: { name: "Too few complete years before", word: "short past" },
  incomplete_figures: { name: "Reports look incomplete", word: "incomplete" },
} as const satisfies Record<NationAbsence["reason"], AbsenceName>;

/** Of a place that the edition has nothing of. */
export const NOT_LISTED = { name: "No figures of its own", word: "no figures" } as const;
