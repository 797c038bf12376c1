import type { AbsenceReason } from "../../domain/snapshot.ts";

/** Why a city or county has no record, and the same in one word on a plate. */
export const ABSENCES = {
  newly_incorporated: { name: "Newly incorporated", word: "new" },
  shared_police: { name: "Reported together with other cities", word: "shared" },
  no_separate_report: { name: "Not reported separately", word: "not separate" },
  no_figures: { name: "No figures for the year", word: "no figures" },
  few_residents: { name: "Fewer than 1,000 residents", word: "small" },
  incomplete_figures: { name: "Incomplete figures", word: "incomplete" },
} as const satisfies Record<AbsenceReason, { readonly name: string; readonly word: string }>;
