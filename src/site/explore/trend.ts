import type { OffenseGroup } from "../../domain/offense.ts";
import type { Trend } from "../../domain/snapshot.ts";
import { figuresOf } from "../../domain/trend.ts";

/** One year of a place. A rate is null if the count or the population is unknown. */
export interface TrendYear {
  readonly year: number;
  readonly population: number | null;
  readonly violent: number | null;
  readonly property: number | null;
  readonly violentRate: number | null;
  readonly propertyRate: number | null;
  /** The count is known to be incomplete. */
  readonly isPartial: boolean;
}

/** The columns of a trend as rows. */
export function trendYears(trend: Trend): readonly TrendYear[] {
  return trend.population.map((_, index) => {
    const year = trend.from + index;
    const { population, violent, property } = figuresOf(trend, year);
    return {
      year,
      population,
      violent,
      property,
      violentRate: rateOf(violent, population),
      propertyRate: rateOf(property, population),
      isPartial: trend.partialYears.includes(year),
    };
  });
}

export const RATE_OF = {
  violent: ({ violentRate }: TrendYear) => violentRate,
  property: ({ propertyRate }: TrendYear) => propertyRate,
} as const satisfies Record<OffenseGroup, (year: TrendYear) => number | null>;

function rateOf(count: number | null, population: number | null): number | null {
  return count === null || population === null || population === 0 ? null : (count * 1_000) / population;
}
