import type { PlaceTrend } from "../domain/snapshot.ts";
import type { Model } from "./model.ts";
import { yearScore } from "./rating.ts";
import { type ReportedYear, trendOf } from "./trend.ts";

interface Past {
  /** Every year from the first to the data year. */
  readonly years: readonly number[];
  readonly model: Model;
  readonly key: string;
  readonly reported: (year: number) => ReportedYear;
}

/** A place's years, each scored only from data up to that year. */
export function placeTrendOf({ years, model, key, reported }: Past): PlaceTrend {
  return {
    ...trendOf(years, reported),
    partialYears: years.filter((year) => model.verdict(year, key)?.isComplete === false),
    score: years.map((year) => {
      const estimate = model.estimate(year, key);
      return estimate === null ? null : yearScore(estimate);
    }),
  };
}

/** The newest complete year among the data year and the two before it; null if there is none. */
export function recordYear(model: Model, key: string, dataYear: number): number | null {
  return yearsOfARecord(dataYear).findLast((year) => model.estimate(year, key) !== null) ?? null;
}

/** The years that a record can be for (decisions 7), oldest first. */
export function yearsOfARecord(dataYear: number): readonly number[] {
  return [dataYear - 2, dataYear - 1, dataYear];
}
