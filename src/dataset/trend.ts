import { addOffences, NO_OFFENCES, type OffenceCounts, propertyOf, violentOf } from "../domain/offence.ts";
import type { Trend } from "../domain/snapshot.ts";

/** What one place had in one year; null is a gap in the sources. */
export interface YearFigures {
  readonly residents: number | null;
  readonly offences: OffenceCounts | null;
  readonly partial: boolean;
}

/** Figures by year → columns, gaps kept. */
export function trendOf(years: readonly number[], figures: (year: number) => YearFigures): Trend {
  const rows = years.map((year) => ({ year, ...figures(year) }));
  return {
    from: years[0] ?? 0,
    population: rows.map(({ residents }) => residents),
    violent: rows.map(({ offences }) => (offences === null ? null : violentOf(offences))),
    property: rows.map(({ offences }) => (offences === null ? null : propertyOf(offences))),
    partialYears: rows.filter(({ partial }) => partial).map(({ year }) => year),
  };
}

/** Offences of several agencies together. */
export function sumOffences(rows: readonly { readonly offences: OffenceCounts }[]): OffenceCounts {
  return rows.reduce((sum, { offences }) => addOffences(sum, offences), NO_OFFENCES);
}
