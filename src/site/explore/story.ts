import type { HistoryYear } from "../../domain/trend.ts";

/** A complete year with known score and rates. */
export interface ScoredYear extends HistoryYear {
  readonly score: number;
  readonly grade: NonNullable<HistoryYear["grade"]>;
}

export function isScored(row: HistoryYear): row is ScoredYear {
  return row.score !== null && row.grade !== null;
}

/** The year of the record and, if they have a score, the previous year and the year ten years earlier. */
export function milestones(history: readonly HistoryYear[], recordYear: number) {
  const of = (year: number) => history.filter(isScored).find((row) => row.year === year);
  return { now: of(recordYear), before: of(recordYear - 1), decade: of(recordYear - 10) };
}

/** How the score and the rates changed from one year to another, as a sentence. */
export function movedText(before: ScoredYear, now: ScoredYear): string {
  const rate = (value: number | null) => (value === null ? "not published" : value.toFixed(1));
  const course = (from: string, to: string) => (from === to ? `stayed at ${to}` : `went from ${from} to ${to}`);
  const moved =
    before.score === now.score
      ? `the score stayed at ${now.score} (${now.grade})`
      : `the score ${now.score > before.score ? "rose" : "fell"} from ${before.score} (${before.grade}) to ${now.score} (${now.grade})`;
  return `Since ${before.year} ${moved}. Violent offenses per 1,000 residents ${course(rate(before.violentRate), rate(now.violentRate))}, and property offenses ${course(rate(before.propertyRate), rate(now.propertyRate))}.`;
}
