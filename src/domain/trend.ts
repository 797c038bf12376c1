import {
  mapOffenses,
  OFFENSE_CLASSES,
  type OffenseCounts,
  type OffenseGroup,
  propertyOf,
  violentOf,
} from "./offense.ts";
import { publishedRate, sixDecimals } from "./published.ts";
import type { PlaceTrend, Trend } from "./snapshot.ts";

/** Figures of one year of a trend. null is a gap in the sources. */
interface YearFigures {
  readonly population: number | null;
  readonly offenses: OffenseCounts | null;
  readonly violent: number | null;
  readonly property: number | null;
}

export function figuresOf(trend: Trend, year: number): YearFigures {
  const at = (column: readonly (number | null)[]) => column[year - trend.from] ?? null;
  const population = at(trend.population);
  if (OFFENSE_CLASSES.some((offense) => at(trend.offenses[offense]) === null)) {
    return { population, offenses: null, violent: null, property: null };
  }
  const offenses = mapOffenses((offense) => at(trend.offenses[offense]) ?? 0);
  return { population, offenses, violent: violentOf(offenses), property: propertyOf(offenses) };
}

export function hasFigures(trend: Trend, year: number): boolean {
  const { population, offenses } = figuresOf(trend, year);
  return population !== null && offenses !== null;
}

/** Complete years, oldest first. */
export function completeYears({ from, score }: PlaceTrend): readonly number[] {
  return score.flatMap((value, index) => (value === null ? [] : [from + index]));
}

/** The state's published rate of all offenses; null if the population of a county is missing. */
export function averageRateOf(state: Trend, year: number): number | null {
  const { population, violent, property } = figuresOf(state, year);
  if (population === null || violent === null || property === null) return null;
  return publishedRate(violent + property, population);
}

/** The state's rate of a group per 1,000 residents, six decimals. @throws RangeError in a year without figures */
export function benchmarkRateOf(state: Trend, year: number, group: OffenseGroup): number {
  const { population, [group]: count } = figuresOf(state, year);
  if (population === null || count === null) throw new RangeError(`the state has no figures of ${year}`);
  return sixDecimals(count / (population / 1_000));
}
