import { type ByGroup, OFFENSE_GROUPS } from "../../domain/offense.ts";
import type { GroupForecast } from "./completeness.ts";

/** Of the count over the standard deviation of its forecast, one year at a time. */
export function fitCorrelation() {
  const sums = { product: 0, violent: 0, property: 0 };
  return {
    add(counts: ByGroup<number>, forecast: ByGroup<GroupForecast>): void {
      const [violent = 0, property = 0] = OFFENSE_GROUPS.map((group) => {
        const { expected, variance } = forecast[group];
        return (counts[group] - expected) / Math.sqrt(expected + variance);
      });
      sums.product += violent * property;
      sums.violent += violent ** 2;
      sums.property += property ** 2;
    },
    /** Of the errors added so far; 0 without any. */
    correlation: () => (sums.product === 0 ? 0 : sums.product / Math.sqrt(sums.violent * sums.property)),
  };
}
