import { type ByGroup, OFFENSE_GROUPS, type OffenseGroup } from "../domain/offense.ts";
import type { GammaRate } from "../domain/snapshot.ts";
import { countedIn } from "./filter.ts";
import { type Tails, tailsOf } from "./gamma-poisson.ts";
import type { PanelYear, PlaceYear } from "./panel.ts";

/**
 * A count is too far from its forecast where both groups lie beyond the first probability, or one beyond the second
 * (docs/decisions/incomplete-years.md has the candidates and why these were taken).
 */
export interface FallBound {
  readonly both: number;
  readonly either: number;
}
export const FALL_BOUND: FallBound = { both: 0.01, either: 0.0001 };

/**
 * An agency that comes back after several years without complete figures often comes back with a part of them. From so many years
 * on, and in either group, a count below `leastShare` of what its last complete year foretold is a fall, if it is short of
 * `fewestShort` offenses or more; so many following years have to confirm it (docs/decisions/incomplete-years.md).
 */
export const RETURN = { interruption: 2, leastShare: 2 / 3, fewestShort: 5, confirmingYears: 2 } as const;

/** What is thought of a place's year. */
export interface YearVerdict {
  readonly isComplete: boolean;
  /**
   * `review`: a person decided. `fall`: far below the forecast, and the next year does not confirm it. `confirmed`: far below, and
   * the next year stays there. `jump`: far above. null: nothing stands out.
   */
  readonly finding: "review" | "fall" | "confirmed" | "jump" | null;
  /** What the past foretold; null without a past. */
  readonly forecast: ByGroup<GroupForecast> | null;
}

export interface GroupForecast extends Tails {
  /** Expected count. */
  readonly expected: number;
}

/** The forecast of a place's rate in a year, by the years before the one that is judged. */
export type Forecast = (key: string, year: Pick<PanelYear, "year" | "state">, group: OffenseGroup) => GammaRate | null;

interface YearCase {
  readonly year: PanelYear;
  /** The following years of the panel, the next one first; none for the newest. */
  readonly following: readonly PanelYear[];
  readonly forecast: Forecast;
  /** Years of the panel between a place's last complete year and this one. */
  readonly interruption: (key: string) => number;
  /** null where falls are not withheld by their size. */
  readonly fallBound: FallBound | null;
}

/** Which places' figures of a year are complete. */
export function judge(judged: YearCase): ReadonlyMap<string, YearVerdict> {
  return new Map([...judged.year.places].map(([key, place]) => [key, verdictOf(key, place, judged)]));
}

function verdictOf(
  key: string,
  place: PlaceYear,
  { year, following, forecast: foretell, interruption, fallBound }: YearCase,
): YearVerdict {
  const forecast = forecastsOf(key, place, year, foretell);
  if (place.review !== null) return { isComplete: place.review === "accepted", finding: "review", forecast };
  if (forecast === null) return { isComplete: true, finding: null, forecast };
  const needed = fallBound === null ? 0 : confirmationsNeeded(place, forecast, interruption(key), fallBound);
  if (needed === 0) {
    return { isComplete: true, finding: isBeyond(forecast, "upper", FALL_BOUND) ? "jump" : null, forecast };
  }
  const confirming = following.slice(0, needed).filter((next) => {
    const after = next.places.get(key);
    if (after === undefined || after.review === "partial_year") return false;
    return staysDown({ place, foretold: forecast, after, growth: growthOf(year, next) });
  });
  return confirming.length === needed
    ? { isComplete: true, finding: "confirmed", forecast }
    : { isComplete: false, finding: "fall", forecast };
}

/** How many following years have to confirm a count; 0 where it is no suspicious fall. */
function confirmationsNeeded(
  place: PlaceYear,
  foretold: ByGroup<GroupForecast>,
  interruption: number,
  fallBound: FallBound,
): number {
  if (interruption >= RETURN.interruption && returnsWithAPart(place, foretold, RETURN.leastShare)) {
    return RETURN.confirmingYears;
  }
  return isBeyond(foretold, "lower", fallBound) ? 1 : 0;
}

/** Whether either group is below the share of what was foretold, by `fewestShort` offenses or more. */
export function returnsWithAPart(place: PlaceYear, foretold: ByGroup<GroupForecast>, leastShare: number): boolean {
  return OFFENSE_GROUPS.some((group) => {
    const { expected } = foretold[group];
    return place[group] < leastShare * expected && expected - place[group] >= RETURN.fewestShort;
  });
}

export function isBeyond({ violent, property }: ByGroup<Tails>, side: keyof Tails, bound: FallBound): boolean {
  const tails = [violent[side], property[side]];
  return Math.max(...tails) < bound.both || Math.min(...tails) < bound.either;
}

function forecastsOf(
  key: string,
  place: PlaceYear,
  year: PanelYear,
  forecast: Forecast,
): ByGroup<GroupForecast> | null {
  const of = (group: OffenseGroup): GroupForecast | null => {
    const rate = forecast(key, year, group);
    if (rate === null) return null;
    return { ...tailsOf(countedIn(place, group), rate), expected: (rate.mean * place.residents) / 1_000 };
  };
  const [violent, property] = [of("violent"), of("property")];
  return violent === null || property === null ? null : { violent, property };
}

/** A fall and the year after it. */
export interface Fall {
  readonly place: PlaceYear;
  readonly foretold: ByGroup<GroupForecast>;
  readonly after: PlaceYear;
  /** The state's rates of the next year over those of the year. */
  readonly growth: ByGroup<number>;
}

/**
 * Whether the next year confirms a fall: in the group that fell the further, its count is nearer to the fallen level than to the
 * one before it, in logarithms. Half an offense is added everywhere, so that a count of zero has one.
 */
export function staysDown({ place, foretold, after, growth }: Fall): boolean {
  const group = foretold.property.lower < foretold.violent.lower ? "property" : "violent";
  const expectedAfter = (foretold[group].expected / place.residents) * growth[group] * after.residents;
  const fallen = (place[group] + 0.5) / (foretold[group].expected + 0.5);
  const ratioAfter = (after[group] + 0.5) / (expectedAfter + 0.5);
  return ratioAfter <= Math.sqrt(Math.min(1, fallen));
}

/** The state's growth from one year to a later one. */
export function growthOf(from: Pick<PanelYear, "state">, to: Pick<PanelYear, "state">): ByGroup<number> {
  return {
    violent: to.state.violent / from.state.violent,
    property: to.state.property / from.state.property,
  };
}
