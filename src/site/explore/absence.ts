import type { AbsenceReason } from "../../domain/snapshot.ts";

export const ABSENCE_NAMES = {
  newly_incorporated: "Newly incorporated",
  shared_police: "Reported together with other cities",
  no_separate_report: "Not reported separately",
  no_figures: "No figures for the year",
  few_residents: "Fewer than 1,000 residents",
  incomplete_figures: "Incomplete figures",
} as const satisfies Record<AbsenceReason, string>;

/** Where the offenses of an absent city are counted instead. */
export function countedWhere(reason: AbsenceReason): string {
  return reason === "no_figures" || reason === "incomplete_figures"
    ? "What its police did not report is missing in the county's figures too."
    : "The county's figures include its offenses.";
}
