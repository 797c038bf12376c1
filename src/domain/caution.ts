import { namesOf } from "../base/named-table.ts";
import type { Edition, SeriesBreak } from "../editions/edition.ts";
import { UNITED_STATES } from "../editions/united-states.ts";

/** The codes in answers. New ones would break clients with a closed list, so a later caution has the code of its kind. */
export const ANSWER_CODES = [
  "older_year",
  "fall",
  "missing_reports",
  "jump",
  "few_residents",
  "visitors_and_jobs",
  "prison",
  "cargo_theft",
  "neighboring_offenses",
  "population_break",
  "reporting_change",
] as const;
type AnswerCode = (typeof ANSWER_CODES)[number];

/** What is special about a place's figures; it changes no number. `code` is the answers' code if not the key. */
export const CAUTIONS = {
  older_year: {
    name: "An older year",
    text: "The newest year's figures are missing or incomplete, so this record is for the newest complete year.",
  },
  fall: {
    name: "Far below its past",
    text: "The count is far below what earlier years suggest, but not far enough to leave it out. The fall may be real, or reports may be missing.",
  },
  shared_fall: {
    name: "Agencies that report with it are far below their past",
    code: "fall",
    text: "The agencies that report together with this one reported far fewer offenses than their earlier years suggest. Its own count is not low enough to leave it out, but reports may be missing.",
  },
  neighbors_fall: {
    name: "Its neighbors fell, too",
    code: "fall",
    text: "This place and its neighbors are together far below what earlier years suggest. The fall may be real, or their reports may be missing.",
  },
  class_fall: {
    name: "One class far below its past",
    code: "fall",
    text: "One class of offense is far below what earlier years suggest: a real fall, another way to record it, or missing reports.",
  },
  restart: {
    name: "Reports began again",
    code: "fall",
    text: "The place reported again after two years or more without complete figures, and has no three complete years since, or a score 20 points higher than before. First reports are often partial.",
  },
  fell_for_years: {
    name: "Far below its past over several years",
    code: "fall",
    text: "Over several years the count fell further than chance and usual changes explain. The fall may be real, or reports may be missing.",
  },
  missing_reports: {
    name: "Missing reports",
    text: "Some agencies of the county did not report, reported only in part, or are far below their past. The rates may be too low, but not by enough to change the score by five points or its letter.",
  },
  class_filled: {
    name: "A class is missing",
    code: "missing_reports",
    text: "Nearly all offenses of one class are missing. Grades and the rates of each group count as many as expected, and the other figures are as reported. The score would differ by less than five points.",
  },
  class_rare: {
    name: "Hardly any offense of one class",
    code: "missing_reports",
    text: "The place has hardly any offense of one class. So have a few of the safest suburbs, and departments that do not report the class.",
  },
  publisher_notice: {
    name: "Incomplete, says a publisher",
    code: "missing_reports",
    text: "A publisher says that figures of this region are incomplete.",
  },
  second_source: {
    name: "Another count is higher",
    code: "missing_reports",
    text: "Another collection of the same offenses, or a later one of the same publisher, has over 5% more in one of the two groups. Some reports may be missing here.",
  },
  jump: {
    name: "Far above its past",
    text: "The count is far above what earlier years suggest. The jump may be real, or a change in reporting.",
  },
  recorded_differently: {
    name: "Far above its past for years",
    code: "jump",
    text: "The count rose far above what earlier years suggest, and stayed there. The rise may be real, or offenses are recorded differently.",
  },
  few_residents: {
    name: "Few offenses",
    text: "With fewer than 60 offenses in the year, or fewer than 8 violent ones, a few more or less change the rate a lot. The range shows how much.",
  },
  visitors_and_jobs: {
    name: "Visitors and workplaces",
    text: "Many of the offenses happen to visitors, shoppers, and workplaces. The offenses are counted, but these people are not, so the rate per resident is higher than the risk of residents.",
  },
  prison: {
    name: "Prison",
    text: "Inmates of a prison or detention center are counted as residents; most offenses inside it are not in these figures. The rate is too low for people who live outside it.",
  },
  campus_police: {
    name: "Campus police",
    code: "neighboring_offenses",
    text: "A campus has its own police, so its offenses are not in the city's figures. Students who live there are among its residents.",
  },
  cargo_theft: {
    name: "Thefts from trains",
    text: "One railroad's police reported many times as many burglaries as in the year before. They count in the county where they happened and raise its rate, but not the risk of its residents.",
  },
  neighboring_offenses: {
    name: "Offenses of a neighboring county",
    text: "One agency's count includes offenses in a neighboring county. They raise this county's rate, but not the risk of its residents.",
  },
  wider_area: {
    name: "More than the city",
    code: "neighboring_offenses",
    text: "The police department serves more than this place. Offenses and residents are those of its whole area.",
  },
  part_of_town: {
    name: "A part of the town",
    code: "neighboring_offenses",
    text: "The police department serves only a part of this town. Offenses and residents are those of the part; villages and cities in the town may have their own police.",
  },
  state_count: {
    name: "A class by the program of the state",
    code: "reporting_change",
    text: "The FBI's table lacks many offenses of one class here, so this class has the count of the state's own program.",
  },
  own_edition: {
    isDoubt: false,
    name: `Figures of ${UNITED_STATES.includes.possessive} own edition`,
    code: "reporting_change",
    text: `The counts, the population, and which years are complete are those of ${UNITED_STATES.includes.possessive} own edition, which adds reviews to the reports.`,
  },
  later_months: {
    name: "Far fewer in the months after",
    code: "reporting_change",
    text: "The FBI's monthly figures of the next year are far below what this year and those before it suggest. Reports of that year may be missing, the fall may be real, or this year has too many.",
  },
  population_break: {
    name: "New population estimates",
    text: "The Census Bureau's Vintage 2025 changed the population of this place by more than 5%. Rates before and after are not comparable.",
  },
} as const satisfies Record<
  string,
  {
    readonly name: string;
    readonly text: string;
    readonly code?: AnswerCode;
    /** What gives no reason to doubt the figures gets no triangle. */
    readonly isDoubt?: false;
  }
>;

export function isDoubt(code: CautionCode): boolean {
  return !("isDoubt" in CAUTIONS[code]);
}

export type CautionCode = keyof typeof CAUTIONS;

export const CAUTION_CODES = namesOf(CAUTIONS);

/** Cautions set by hand, in `data/review/cautions.csv`. */
export const REVIEWED_CAUTIONS = [
  "publisher_notice",
  "visitors_and_jobs",
  "prison",
  "cargo_theft",
  "neighboring_offenses",
] as const satisfies readonly CautionCode[];

/** The breaks as sentences, for text without a list. */
export function seriesBreaksText({ breaks }: Edition): string {
  return breaks.map(({ year, text }) => `From ${year}: ${text}`).join(" ");
}

/** The breaks that a series between two years crosses. */
export function seriesBreaksBetween(firstYear: number, lastYear: number, edition: Edition): readonly SeriesBreak[] {
  return edition.breaks.filter(({ year }) => year > firstYear && year <= lastYear);
}

/** What a gap in a picture of years is. */
export function gapText(breaks: readonly SeriesBreak[]): string {
  const [out] = breaks.filter(({ leftOut }) => leftOut !== undefined);
  return `A gap is a year without complete figures${out ? `; ${out.year} is left out for every place, because ${out.leftOut}` : ""}.`;
}

/** What the dotted lines in a picture of years are. */
export function breaksText(breaks: readonly SeriesBreak[]): string {
  if (breaks.length === 0) return "";
  return ` A dotted line marks a change of source or definition: ${breaks.map(({ year }) => year).join(", ")}.`;
}

/** The same as notes of an answer. */
export function seriesNotesBetween(firstYear: number, lastYear: number, edition: Edition) {
  return seriesBreaksBetween(firstYear, lastYear, edition).map(({ year, text }) => ({ year, text }));
}

export function answerCodeOf(code: CautionCode): AnswerCode {
  const caution = CAUTIONS[code];
  if ("code" in caution) return caution.code;
  return ANSWER_CODES.find((candidate) => candidate === code) ?? "older_year";
}
