import type { ByGroup } from "../../domain/offense.ts";
import type { Pull } from "../model/filter.ts";

/** Size classes of places by residents: each has its own yearly move. */
export const SIZE_BOUNDS = [0, 25_000, 50_000, 100_000, 250_000] as const;

/** Chosen on the counts up to 2018 (docs/backtest.md). */
export const NATION_PULLS: ByGroup<Pull> = {
  violent: { longRun: 0.15, typical: 0.015, level: 0.7 },
  property: { longRun: 0, typical: 0.025, level: 0.7 },
};
