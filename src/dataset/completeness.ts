import { type ByGroup, OFFENSE_GROUPS, type OffenseGroup } from "../domain/offense.ts";
import type { GammaRate } from "../domain/snapshot.ts";
import { countedIn } from "./filter.ts";
import { type Tails, tailsOf } from "./gamma-poisson.ts";
import type { PanelYear, PlaceYear } from "./panel.ts";

/**
 * A count is too far from its forecast if the tails of both groups are below the first probability, or one below the second
 * (docs/decisions/incomplete-years.md compares the candidates).
 */
export interface FallBound {
  readonly both: number;
  readonly either: number;
}
export const FALL_BOUND: FallBound = { both: 0.01, either: 0.0001 };
/** A count beyond these wider bounds is not withheld, but gets a caution: the widest candidates in the same page. */
export const LOW_BOUND: FallBound = { both: 0.05, either: 0.001 };

/**
 * The first reports after several years without complete figures are often partial. After `interruption` years or more, a count
 * below `leastShare` of its forecast in either group, and `fewestShort` offenses or more below it, is a fall;
 * `confirmingYears` following years have to confirm it (docs/decisions/incomplete-years.md).
 */
export const RETURN = { interruption: 2, leastShare: 2 / 3, fewestShort: 5, confirmingYears: 2 } as const;

/** Whether a place's year is complete, and why. */
export interface YearVerdict {
  readonly isComplete: boolean;
  /**
   * `review`: a person decided. `fall`: far below the forecast, and the next year does not confirm it. `confirmed`: far below, and
   * the next year stays there. `low`: below the forecast, but not far enough to be withheld. `jump`: far above. null: as expected.
   */
  readonly finding: "review" | "fall" | "confirmed" | "low" | "jump" | null;
  /** From the years before; null without a complete year before. */
  readonly forecast: ByGroup<GroupForecast> | null;
}

export interface GroupForecast extends Tails {
  /** Expected count. */
  readonly expected: number;
}

/** The forecast of a place's rate in a year, from the years before the judged one. */
export type Forecast = (key: string, year: Pick<PanelYear, "year" | "state">, group: OffenseGroup) => GammaRate | null;

interface YearCase {
  readonly year: PanelYear;
  /** The following years of the panel, the next one first; none for the newest. */
  readonly following: readonly PanelYear[];
  readonly forecast: Forecast;
  /** Years of the panel between a place's last complete year and this one. */
  readonly interruption: (key: string) => number;
  /** null if falls are not withheld by their size. */
  readonly fallBound: FallBound | null;
}

/** The verdict on every place of a year. */
export function judge(judged: YearCase): ReadonlyMap<string, YearVerdict> {
  return new Map([...judged.year.places].map(([key, place]) => [key, verdictOf(key, place, judged)]));
}

function verdictOf(
  key: string,
  place: PlaceYear,
  { year, following, forecast: forecastRate, interruption, fallBound }: YearCase,
): YearVerdict {
  const forecast = forecastsOf(key, place, year, forecastRate);
  if (place.review !== null) return { isComplete: place.review === "accepted", finding: "review", forecast };
  if (forecast === null) return { isComplete: true, finding: null, forecast };
  const needed = fallBound === null ? 0 : confirmationsNeeded(place, forecast, interruption(key), fallBound);
  if (needed === 0) {
    return { isComplete: true, finding: findingOf(forecast), forecast };
  }
  const confirming = following.slice(0, needed).filter((next) => {
    const after = next.places.get(key);
    if (after === undefined || after.review === "partial_year") return false;
    return staysDown({ place, forecast, after, growth: growthOf(year, next) });
  });
  return confirming.length === needed
    ? { isComplete: true, finding: "confirmed", forecast }
    : { isComplete: false, finding: "fall", forecast };
}

/** What stands out in a count that is no suspicious fall. */
function findingOf(forecast: ByGroup<GroupForecast>): "low" | "jump" | null {
  if (isBeyond(forecast, "upper", FALL_BOUND)) return "jump";
  return isBeyond(forecast, "lower", LOW_BOUND) ? "low" : null;
}

/** How many following years have to confirm a count; 0 where it is no suspicious fall. */
function confirmationsNeeded(
  place: PlaceYear,
  forecast: ByGroup<GroupForecast>,
  interruption: number,
  fallBound: FallBound,
): number {
  if (interruption >= RETURN.interruption && isPartialReturn(place, forecast, RETURN.leastShare)) {
    return RETURN.confirmingYears;
  }
  return isBeyond(forecast, "lower", fallBound) ? 1 : 0;
}

/** Whether either group is below this share of its forecast, and `fewestShort` offenses or more below it. */
export function isPartialReturn(place: PlaceYear, forecast: ByGroup<GroupForecast>, leastShare: number): boolean {
  return OFFENSE_GROUPS.some((group) => {
    const { expected } = forecast[group];
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
  readonly forecast: ByGroup<GroupForecast>;
  readonly after: PlaceYear;
  /** The state's rates of the next year over those of the year. */
  readonly growth: ByGroup<number>;
}

/**
 * Whether the next year confirms a fall: in the group with the smaller tail, its count is nearer to the low level than to the
 * expected one, in logarithms. Half an offense is added to every count, because the logarithm of zero is undefined.
 */
export function staysDown({ place, forecast, after, growth }: Fall): boolean {
  const group = forecast.property.lower < forecast.violent.lower ? "property" : "violent";
  const expectedAfter = (forecast[group].expected / place.residents) * growth[group] * after.residents;
  const fallen = (place[group] + 0.5) / (forecast[group].expected + 0.5);
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
