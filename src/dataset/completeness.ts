import { OFFENSE_GROUPS, type OffenseGroup } from "../domain/offense.ts";
import type { GammaRate } from "../domain/snapshot.ts";
import { countedIn } from "./filter.ts";
import { type Tails, tailsOf } from "./gamma-poisson.ts";
import type { PanelYear, PlaceYear } from "./panel.ts";

type ByGroup<T> = Readonly<Record<OffenseGroup, T>>;

/**
 * A count is too far from its forecast where both groups lie beyond the first probability, or one beyond the second
 * (docs/decisions/incomplete-years.md has the candidates and why these were taken).
 */
export interface FallBound {
  readonly both: number;
  readonly either: number;
}
export const FALL_BOUND: FallBound = { both: 0.02, either: 0.0001 };

/** What is thought of a place's year. */
export interface Verdict {
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
export type Forecast = (
  key: string,
  year: Pick<PanelYear, "year" | "state">,
  group: OffenseGroup,
) => GammaRate | null;

interface Case {
  readonly year: PanelYear;
  /** The next year of the panel, null for the newest. */
  readonly next: PanelYear | null;
  readonly forecast: Forecast;
  /** null where falls are not withheld by their size. */
  readonly fallBound: FallBound | null;
}

/** Which places' figures of a year are complete. */
export function judge({ year, next, forecast, fallBound }: Case): ReadonlyMap<string, Verdict> {
  return new Map(
    [...year.places].map(([key, place]) => {
      const foretold = forecastsOf(key, place, year, forecast);
      const isConfirmed = () => next !== null && staysDown({ key, place, year, next, forecast, foretold });
      return [key, verdictOf(place, foretold, isConfirmed, fallBound)];
    }),
  );
}

function verdictOf(
  place: PlaceYear,
  forecast: Verdict["forecast"],
  isConfirmed: () => boolean,
  fallBound: FallBound | null,
): Verdict {
  if (place.review === "partial_year") return { isComplete: false, finding: "review", forecast };
  if (place.review === "accepted") return { isComplete: true, finding: "review", forecast };
  if (forecast === null) return { isComplete: true, finding: null, forecast };
  if (fallBound !== null && isBeyond(forecast, "lower", fallBound)) {
    return isConfirmed()
      ? { isComplete: true, finding: "confirmed", forecast }
      : { isComplete: false, finding: "fall", forecast };
  }
  return { isComplete: true, finding: isBeyond(forecast, "upper", FALL_BOUND) ? "jump" : null, forecast };
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

interface Fall {
  readonly key: string;
  readonly place: PlaceYear;
  readonly year: PanelYear;
  readonly next: PanelYear;
  readonly forecast: Forecast;
  readonly foretold: Verdict["forecast"];
}

/**
 * Whether the next year confirms a fall: in the group that fell the further, its count is nearer to the fallen level than to the
 * one before it, in logarithms. Half an offense is added everywhere, so that a count of zero has one.
 */
export function staysDown({ key, place, year, next, forecast, foretold }: Fall): boolean {
  const after = next.places.get(key);
  if (after === undefined || after.review === "partial_year" || foretold === null) return false;
  const group = OFFENSE_GROUPS.reduce((a, b) => (foretold[b].lower < foretold[a].lower ? b : a));
  const rate = forecast(key, year, group);
  if (rate === null) return false;
  const expectedAfter = (rate.mean * next.state[group] * after.residents) / (year.state[group] * 1_000);
  const fallen = (place[group] + 0.5) / (foretold[group].expected + 0.5);
  const ratioAfter = (after[group] + 0.5) / (expectedAfter + 0.5);
  return ratioAfter <= Math.sqrt(Math.min(1, fallen));
}
