import { type ByGroup, byGroup, type OffenseGroup } from "../../domain/offense.ts";
import { countedRateCumulants } from "./gamma-poisson.ts";
import type { YearEstimate } from "./rate-model.ts";
import { laterRate } from "./rating.ts";
import { middleOf } from "./score-interval.ts";

/** A range of rates per 1,000 residents. */
export interface RateRange {
  readonly low: number;
  readonly high: number;
}

/** The 80% range of the reported rate of all offenses some years later, for the same residents and yardstick. */
export function laterRates(estimate: YearEstimate, years: number): RateRange {
  const { place, correlation } = estimate;
  const later = (group: OffenseGroup) => countedRateCumulants(laterRate(estimate, years, group), place.residents);
  const { low, high } = middleOf(byGroup(later), correlation);
  return { low: Math.floor(tenths(low)) / 10, high: Math.ceil(tenths(high)) / 10 };
}

/** Without the noise of the last digits, which would move a whole number to the next. */
function tenths(rate: number): number {
  return Math.round(rate * 100_000) / 10_000;
}

/** The estimate with a yearly move so many times as large: a wider range of later years. */
export function widened(estimate: YearEstimate, times: number): YearEstimate {
  const moves: ByGroup<number> = byGroup((group) => estimate.moves[group] * times);
  return { ...estimate, moves };
}
