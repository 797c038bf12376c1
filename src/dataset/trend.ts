import { addOffenses, mapOffenses, NO_OFFENSES, type OffenseCounts } from "../domain/offense.ts";
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
    offenses: mapOffenses((offense) => rows.map(({ offenses }) => offenses?.[offense] ?? null)),
    partialYears: [],
  };
}

/** The sum of several agencies' offenses. */
export function sumOffenses(rows: readonly { readonly offenses: OffenseCounts }[]): OffenseCounts {
  return rows.reduce((sum, { offenses }) => addOffenses(sum, offenses), NO_OFFENSES);
}
