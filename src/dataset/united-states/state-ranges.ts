import type { RateModel } from "../model/rate-model.ts";
import { laterInterval, yearScore } from "../model/rating.ts";
import type { NationLedger } from "./ledger.ts";

/** The first year whose ranges are judged: earlier ones have a short past. */
const FIRST_YEAR = 2019;
/** Ranges for 8 of 10 that hold less or more often than this are not shown. */
const HELD = { least: 0.72, most: 0.9 } as const;

export interface RangeCase {
  readonly state: string;
  readonly isInside: boolean;
}

/** Each complete year since `FIRST_YEAR` beside the range that the year of the panel before it gave. */
export function rangeCases(ledger: NationLedger, model: RateModel): readonly RangeCase[] {
  const years = model.panel.map(({ year }) => year);
  return years.flatMap((year, index) => {
    const before = years[index - 1];
    if (before === undefined || year < FIRST_YEAR) return [];
    return ledger.places.flatMap(({ key, state, source }): RangeCase[] => {
      const [earlier, estimate] = [model.estimate(before, key), model.estimate(year, key)];
      if (earlier === null || estimate === null || source !== "fbi") return [];
      const { low, high } = laterInterval(earlier, year - before);
      const score = yearScore(estimate);
      return [{ state, isInside: low <= score && score <= high }];
    });
  });
}

/** The states whose ranges held as often as they should. */
export function statesWithRanges(cases: readonly RangeCase[]): ReadonlySet<string> {
  const held = [...Map.groupBy(cases, ({ state }) => state)].filter(([, own]) => {
    const share = own.filter(({ isInside }) => isInside).length / own.length;
    return share >= HELD.least && share <= HELD.most;
  });
  return new Set(held.map(([state]) => state));
}
