import { addOffenses, NO_OFFENSES, type OffenseCounts, propertyOf, violentOf } from "../domain/offense.ts";
import type { Trend } from "../domain/snapshot.ts";

/** What one place had in one year; null is a gap in the sources. */
export interface YearFigures {
  readonly residents: number | null;
  readonly offenses: OffenseCounts | null;
  readonly partial: boolean;
}

/** Figures by year → columns, gaps kept. */
export function trendOf(years: readonly number[], figures: (year: number) => YearFigures): Trend {
  const rows = years.map((year) => ({ year, ...figures(year) }));
  return {
    from: years[0] ?? 0,
    population: rows.map(({ residents }) => residents),
    violent: rows.map(({ offenses }) => (offenses === null ? null : violentOf(offenses))),
    property: rows.map(({ offenses }) => (offenses === null ? null : propertyOf(offenses))),
    partialYears: rows.filter(({ partial }) => partial).map(({ year }) => year),
  };
}

/** Offenses of several agencies together. */
export function sumOffenses(rows: readonly { readonly offenses: OffenseCounts }[]): OffenseCounts {
  return rows.reduce((sum, { offenses }) => addOffenses(sum, offenses), NO_OFFENSES);
}
