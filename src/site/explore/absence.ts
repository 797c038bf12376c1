import type { AbsenceReason } from "../../domain/snapshot.ts";

export const ABSENCE_NAMES = {
  newly_incorporated: "Newly incorporated",
  shared_police: "Reported together with other cities",
  no_separate_report: "Not reported separately",
  no_figures: "No figures for the year",
  few_residents: "Fewer than 1,000 residents",
  incomplete_figures: "Incomplete figures",
} as const satisfies Record<AbsenceReason, string>;
