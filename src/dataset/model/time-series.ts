import { mapOffenses, type OffenseCounts } from "../../domain/offense.ts";
import type { PlaceTrend, Trend } from "../../domain/snapshot.ts";
import type { RateModel, YearEstimate } from "./rate-model.ts";
import { yearScore } from "./rating.ts";

/** null is a gap in the sources. */
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

/** A place's years, each scored only from data up to that year. @param years every year from the first to the data year */
export function placeTrendOf(
  years: readonly number[],
  reported: (year: number) => ReportedYear,
  model: RateModel,
  key: string,
): PlaceTrend {
  return {
    ...trendOf(years, reported),
    partialYears: years.filter((year) => model.verdict(year, key)?.isComplete === false),
    score: years.map((year) => {
      const estimate = model.estimate(year, key);
      return estimate === null ? null : yearScore(estimate);
    }),
  };
}

/** How many years a record can go back: a county is the fallback for places without a record (decisions 7). */
const RECORD_YEARS_BACK = { city: 2, county: 5 } as const;

/** The years that a record can be for, oldest first. */
export function yearsOfARecord(dataYear: number, kind: keyof typeof RECORD_YEARS_BACK): readonly number[] {
  return Array.from({ length: RECORD_YEARS_BACK[kind] + 1 }, (_, index) => dataYear - RECORD_YEARS_BACK[kind] + index);
}

/** Of the newest complete year among these; null if there is none. */
export function newestEstimate(model: RateModel, key: string, years: readonly number[]): YearEstimate | null {
  return years.map((year) => model.estimate(year, key)).findLast((estimate) => estimate !== null) ?? null;
}
