import { gradeOf } from "./grade.ts";
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

export const HISTORY_STATUSES = ["complete", "incomplete", "none"] as const;

/** Published rates per 1,000 residents. `complete` has a score; `incomplete` only rates; `none` no figures. */
export interface HistoryYear {
  readonly year: number;
  readonly population: number | null;
  readonly violentRate: number | null;
  readonly propertyRate: number | null;
  readonly crimeRate: number | null;
  readonly stateAverageRate: number | null;
  /** null in a year that is not complete. */
  readonly offenses: OffenseCounts | null;
  readonly score: number | null;
  readonly grade: ReturnType<typeof gradeOf>["letter"] | null;
  readonly status: (typeof HISTORY_STATUSES)[number];
}

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

/** A place's years from the first to the data year, without gaps. @param state the state's own trend */
export function historyOf(trend: PlaceTrend, state: Trend): readonly HistoryYear[] {
  return trend.score.map((score, index) => {
    const year = trend.from + index;
    const { population, offenses, violent, property } = figuresOf(trend, year);
    const status = score !== null ? "complete" : trend.partialYears.includes(year) ? "incomplete" : "none";
    const rate = (count: number | null) =>
      status === "none" || population === null || count === null ? null : publishedRate(count, population);
    return {
      year,
      population,
      violentRate: rate(violent),
      propertyRate: rate(property),
      crimeRate: rate(violent === null || property === null ? null : violent + property),
      stateAverageRate: averageRateOf(state, year),
      offenses: status === "complete" ? offenses : null,
      score,
      grade: score === null ? null : gradeOf(score).letter,
      status,
    };
  });
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
export function stateRateOf(state: Trend, year: number, group: OffenseGroup): number {
  const { population, [group]: count } = figuresOf(state, year);
  if (population === null || count === null) throw new RangeError(`the state has no figures of ${year}`);
  return sixDecimals(count / (population / 1_000));
}
