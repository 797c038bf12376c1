import { addOffenses, NO_OFFENSES, type OffenseCounts, propertyOf, violentOf } from "../domain/offense.ts";
import type { Trend } from "../domain/snapshot.ts";

/** A place's figures of one year; null is a gap in the sources. */
export interface ReportedYear {
  readonly residents: number | null;
  readonly offenses: OffenseCounts | null;
}

/** Figures by year → columns, gaps kept. */
export function trendOf(years: readonly number[], reported: (year: number) => ReportedYear): Trend {
  const rows = years.map(reported);
  return {
    from: years[0] ?? 0,
    population: rows.map(({ residents }) => residents),
    violent: rows.map(({ offenses }) => (offenses === null ? null : violentOf(offenses))),
    property: rows.map(({ offenses }) => (offenses === null ? null : propertyOf(offenses))),
    partialYears: [],
  };
}

/** The sum of several agencies' offenses. */
export function sumOffenses(rows: readonly { readonly offenses: OffenseCounts }[]): OffenseCounts {
  return rows.reduce((sum, { offenses }) => addOffenses(sum, offenses), NO_OFFENSES);
}
