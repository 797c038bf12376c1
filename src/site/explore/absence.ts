import type { AbsenceReason } from "../../domain/snapshot.ts";

export const ABSENCE_NAMES = {
  newly_incorporated: "Newly incorporated",
  shared_police: "Reported together with other cities",
  no_separate_report: "Not reported separately",
  no_figures: "No figures for the year",
  few_residents: "Fewer than 1,000 residents",
  incomplete_figures: "Incomplete figures",
} as const satisfies Record<AbsenceReason, string>;

/** Says whether the county's figures include an absent city's offenses. */
export function countedWhere(reason: AbsenceReason): string {
  return reason === "no_figures" || reason === "incomplete_figures"
    ? "Offenses that its police did not report are missing from the county's figures too."
    : "The county's figures include its offenses.";
}
