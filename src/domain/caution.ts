import { STATE } from "./california.ts";
import { namesOf } from "./named.ts";

/**
 * What to know about a place's figures before its grade. Codes are stable. `general` cautions apply to nearly every
 * place; the others apply to particular places. A caution changes no number.
 */
export const CAUTIONS = {
  older_year: {
    name: "An older year",
    general: false,
    text: "The newest year's figures are missing or incomplete, so this record is for the newest complete year.",
  },
  fall: {
    name: "Far below its past",
    general: false,
    text: "The count is far below what earlier years suggest, but not far enough to withhold it. The fall may be real, or reports may be missing.",
  },
  missing_reports: {
    name: "Missing reports",
    general: false,
    text: "Some agencies of the county did not report, or reported only in part. The rates are slightly too low. A county with more than 5% of its offenses missing is withheld.",
  },
  jump: {
    name: "Far above its past",
    general: false,
    text: "The count is far above the forecast from the place's earlier years. The jump may be real, or a change in reporting.",
  },
  few_residents: {
    name: "Few residents",
    general: false,
    text: "With fewer than 10,000 residents, a few offenses change the rate a lot. The range shows how much.",
  },
  visitors_and_jobs: {
    name: "Visitors and workplaces",
    general: false,
    text: "Many of the offenses happen to visitors, shoppers, and workplaces. The offenses are counted, but these people are not, so the rate says little about the risk of residents.",
  },
  prison: {
    name: "Prison",
    general: false,
    text: "Inmates of a prison are counted as residents; offenses inside it are not in these figures. The rate is too low for people who live outside it.",
  },
  cargo_theft: {
    name: "Thefts from trains",
    general: false,
    text: "One railroad's police reported many times as many burglaries as in the year before. They count in the county where they happened and raise its rate, but not the risk of its residents.",
  },
  neighboring_offenses: {
    name: "Offenses of a neighboring county",
    general: false,
    text: "One agency's count includes offenses in a neighboring county. They raise this county's rate, but not the risk of its residents.",
  },
  population_break: {
    name: "New population estimates",
    general: true,
    text: "Population figures from 2025 on are from the Census Bureau's Vintage 2025, which revised many places. Rates before and after are not fully comparable.",
  },
  reporting_change: {
    name: "New reporting system",
    general: true,
    text: `In 2021 ${STATE.name}'s agencies changed from summary reports to the incident-based system (NIBRS and CIBRS), some of them later. Counts before and after are not fully comparable.`,
  },
} as const satisfies Record<string, { readonly name: string; readonly general: boolean; readonly text: string }>;

export type CautionCode = keyof typeof CAUTIONS;

export const CAUTION_CODES = namesOf(CAUTIONS);

/** Cautions set by hand, in `data/review/cautions.csv`. */
export const REVIEWED_CAUTIONS = [
  "fall",
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
    text: "Population figures are the Census Bureau's Vintage 2024 estimates; earlier ones are from earlier vintages (counties) and from the Department of Finance on January 1 (cities).",
  },
  { year: 2021, of: "offenses", text: CAUTIONS.reporting_change.text },
  { year: 2025, of: "population", text: CAUTIONS.population_break.text },
];

/** The breaks as sentences, for text without a list. */
export const SERIES_BREAKS_TEXT = SERIES_BREAKS.map(({ year, text }) => `From ${year}: ${text}`).join(" ");

/** The breaks that a series between two years crosses. */
export function seriesBreaksBetween(firstYear: number, lastYear: number): readonly SeriesBreak[] {
  return SERIES_BREAKS.filter(({ year }) => year > firstYear && year <= lastYear);
}
