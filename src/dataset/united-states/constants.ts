import type { ByGroup } from "../../domain/offense.ts";
import type { Pull } from "../model/filter.ts";

/** Size classes of places by residents: each has its own yearly move. */
export const SIZE_BOUNDS = [0, 25_000, 50_000, 100_000, 250_000] as const;

/** Chosen on the counts up to 2018 (docs/backtest.md). */
export const NATION_PULLS: ByGroup<Pull> = {
  violent: { longRun: 0.15, typical: 0.01, level: 0.7 },
  property: { longRun: 0.2, typical: 0, level: 0.7 },
};

/** No rule of its own for first reports after a gap: of those that it would withhold, four in five lasted. */
export const RETURN_SHARE = 0;
