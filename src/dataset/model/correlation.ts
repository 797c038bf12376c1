import { type ByGroup, OFFENSE_GROUPS } from "../../domain/offense.ts";
import type { GroupForecast } from "./completeness.ts";

/** Of the count over the standard deviation of its forecast. */
export interface CorrelationFit {
  /** The fit with one more count. */
  add(counts: ByGroup<number>, forecast: ByGroup<GroupForecast>): CorrelationFit;
  /** Of the errors added so far; 0 without any. */
  correlation(): number;
}

const NOTHING = { product: 0, violent: 0, property: 0 };

export function fitCorrelation(sums: typeof NOTHING = NOTHING): CorrelationFit {
  return {
    add(counts, forecast) {
      const [violent = 0, property = 0] = OFFENSE_GROUPS.map((group) => {
        const { expected, variance } = forecast[group];
        return (counts[group] - expected) / Math.sqrt(expected + variance);
      });
      return fitCorrelation({
        product: sums.product + violent * property,
        violent: sums.violent + violent ** 2,
        property: sums.property + property ** 2,
      });
    },
    correlation: () => (sums.product === 0 ? 0 : sums.product / Math.sqrt(sums.violent * sums.property)),
  };
}
