import type { AbsenceReason } from "../../domain/snapshot.ts";

export const ABSENCE_NAMES = {
  newly_incorporated: "Newly incorporated",
  shared_police: "Reported together with other cities",
  no_separate_report: "Not reported separately",
  no_figures: "No figures for the year",
  few_residents: "Fewer than 1,000 residents",
  incomplete_figures: "Incomplete figures",
} as const satisfies Record<AbsenceReason, string>;

/** The same in one word, on a plate. */
export const ABSENCE_WORDS = {
  newly_incorporated: "new",
  shared_police: "shared",
  no_separate_report: "not separate",
  no_figures: "no figures",
  few_residents: "small",
  incomplete_figures: "incomplete",
} as const satisfies Record<AbsenceReason, string>;
