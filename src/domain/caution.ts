import { STATE } from "./california.ts";

/**
 * What to know about a place's figures before its grade. Codes are stable. `general` cautions apply to nearly every
 * place; the others apply to particular places. A caution changes no number.
 */
export const CAUTIONS = {
  older_year: {
    name: "An older year",
    general: false,
    text: "The newest year's figures are missing or incomplete, so this record is of the newest complete year.",
  },
  jump: {
    name: "Far above its past",
    general: false,
    text: "The count of the year is far above what the place's own years foretold. It may be real, or a change in reporting.",
  },
  few_residents: {
    name: "Few residents",
    general: false,
    text: "With fewer than 10,000 residents a handful of offenses moves the rate. The interval shows how far.",
  },
  visitors_and_jobs: {
    name: "Visitors and workplaces",
    general: false,
    text: "Many of the offenses happen to visitors, shoppers, and workplaces. They are counted, the people themselves are not, so the rate says little about the residents' risk.",
  },
  prison: {
    name: "Prison",
    general: false,
    text: "Inmates of a prison are counted as residents; offenses inside it are not in these figures. The rate is too low for those who live outside it.",
  },
  cargo_theft: {
    name: "Thefts from trains",
    general: false,
    text: "One railroad's police reported many times as many burglaries as the year before. They count where they happened and raise the county's rate, not the risk of its residents.",
  },
  neighboring_offenses: {
    name: "Offenses of a neighboring county",
    general: false,
    text: "One agency's count includes offenses in a neighboring county. They raise this county's rate, not the risk of its residents.",
  },
  population_break: {
    name: "New population estimates",
    general: true,
    text: "From 2025 on residents are those of the Census Bureau's Vintage 2025, which revised the population of many places. Rates before and after are not quite alike.",
  },
  reporting_change: {
    name: "New reporting system",
    general: true,
    text: `In 2021 ${STATE.name}'s agencies changed from summary reports to the incident-based system (NIBRS and CIBRS), some of them later. Counts before and after are not quite alike.`,
  },
} as const satisfies Record<string, { readonly name: string; readonly general: boolean; readonly text: string }>;

export type CautionCode = keyof typeof CAUTIONS;

export const CAUTION_CODES = [
  "older_year",
  "jump",
  "few_residents",
  "visitors_and_jobs",
  "prison",
  "cargo_theft",
  "neighboring_offenses",
  "population_break",
  "reporting_change",
] as const satisfies readonly CautionCode[];

/** Cautions set by hand, in `data/review/cautions.csv`. */
export const REVIEWED_CAUTIONS = [
  "visitors_and_jobs",
  "prison",
  "cargo_theft",
  "neighboring_offenses",
] as const satisfies readonly CautionCode[];
export type ReviewedCautionCode = (typeof REVIEWED_CAUTIONS)[number];

/** The first year whose figures are not comparable with earlier years. */
export interface SeriesBreak {
  readonly year: number;
  readonly of: "population" | "offenses";
  readonly text: string;
}

/** Breaks in the series of every place, oldest first. They must be shown wherever a series crosses one. */
export const SERIES_BREAKS: readonly SeriesBreak[] = [
  { year: 2014, of: "offenses", text: "The definition of rape was widened." },
  {
    year: 2020,
    of: "population",
    text: "Residents are estimates of the Census Bureau's Vintage 2024; before, those of earlier vintages (counties) and of the Department of Finance on 1 January (cities).",
  },
  { year: 2021, of: "offenses", text: CAUTIONS.reporting_change.text },
  { year: 2025, of: "population", text: CAUTIONS.population_break.text },
];

/** The breaks as one sentence each, for texts without a list. */
export const SERIES_BREAKS_TEXT = SERIES_BREAKS.map(({ year, text }) => `From ${year}: ${text}`).join(" ");

/** The breaks that a series between two years crosses. */
export function seriesBreaksBetween(firstYear: number, lastYear: number): readonly SeriesBreak[] {
  return SERIES_BREAKS.filter(({ year }) => year > firstYear && year <= lastYear);
}
