import { gradeOf } from "../domain/grade.ts";
import { type OffenseCounts, propertyOf, totalOf, violentOf } from "../domain/offense.ts";
import type { HistoryYear } from "../domain/snapshot.ts";
import type { Model } from "./model.ts";
import { publishedRate } from "./published.ts";
import { rate, scoreOf } from "./rating.ts";

/** A place's reported figures of a year; null is a gap in the sources. */
export interface ReportedYear {
  readonly residents: number | null;
  readonly offenses: OffenseCounts | null;
}

interface Past {
  /** Every year from the first to the data year. */
  readonly years: readonly number[];
  readonly model: Model;
  readonly key: string;
  readonly reported: (year: number) => ReportedYear;
  /** Published; null where the state's population of the year is not complete. */
  readonly stateRate: (year: number) => number | null;
}

/** A place's years, each scored with nothing but the years until then. */
export function historyOf({ years, model, key, reported, stateRate }: Past): readonly HistoryYear[] {
  return years.map((year) => {
    const { residents, offenses } = reported(year);
    const verdict = model.verdict(year, key);
    const none = { violentRate: null, propertyRate: null, crimeRate: null, score: null, grade: null };
    const common = { year, population: residents, stateAverageRate: stateRate(year) };
    if (verdict === null || residents === null || offenses === null) return { ...common, ...none, status: "none" };
    const rates = {
      violentRate: publishedRate(violentOf(offenses), residents),
      propertyRate: publishedRate(propertyOf(offenses), residents),
      crimeRate: publishedRate(totalOf(offenses), residents),
    };
    const standing = model.standing(year, key);
    if (standing === null) return { ...common, ...none, ...rates, status: "incomplete" };
    const score = scoreOf(rate(standing));
    return { ...common, ...rates, score, grade: gradeOf(score).letter, status: "complete" };
  });
}

/** The newest complete year among the data year and the two before it; null where there is none. */
export function recordYear(model: Model, key: string, dataYear: number): number | null {
  return yearsOfARecord(dataYear).findLast((year) => model.standing(year, key) !== null) ?? null;
}

/** A record is of one of the last three years (decisions 7), oldest first. */
export function yearsOfARecord(dataYear: number): readonly number[] {
  return [dataYear - 2, dataYear - 1, dataYear];
}
