import type { OffenseGroup } from "../domain/offense.ts";
import type { GammaRate } from "../domain/snapshot.ts";
import { type Counted, logPredictive, predict, startingPrior, update } from "./gamma-poisson.ts";
import type { PanelYear, PlaceYear } from "./panel.ts";

/** The posterior of a place's rate after one of its years. */
export interface Known {
  readonly year: number;
  /** In that year; they select the yearly move from it. */
  readonly residents: number;
  readonly rate: GammaRate;
  /** The state's rate in that year. */
  readonly stateRate: number;
}

/** The posteriors of the places of one kind, by key. */
export type KnownRates = ReadonlyMap<string, Known>;

/** Yearly move of a place by its residents: relative standard deviation. */
export type MoveOf = (residents: number) => number;

/** A place's year and its forecast. */
export interface Step {
  /** null in the place's first year. */
  readonly last: Known | null;
  readonly prior: GammaRate;
  readonly posterior: GammaRate;
  /** Log likelihood of the count under the forecast, without its factorial; null in the first year. */
  readonly logLikelihood: number | null;
}

/** The forecast of the rate for a later year. */
export function forecastOf(known: Known, year: number, stateRate: number, moveOf: MoveOf): GammaRate {
  return predict(known.rate, stateRate / known.stateRate, moveOf(known.residents), year - known.year);
}

/** One year of the filter: each place's forecast, or the prior of all places in its first year, updated by its count. */
export function followYear(
  known: KnownRates,
  { year, places, state }: PanelYear,
  group: OffenseGroup,
  moveOf: MoveOf,
): { readonly known: KnownRates; readonly steps: ReadonlyMap<string, Step> } {
  const start = startingPrior([...places.values()].map((place) => countedIn(place, group)));
  const steps = new Map<string, Step>();
  const after = new Map(known);
  for (const [key, place] of places) {
    const counted = countedIn(place, group);
    const last = known.get(key) ?? null;
    const prior = last === null ? start : forecastOf(last, year, state[group], moveOf);
    const posterior = update(prior, counted);
    steps.set(key, { last, prior, posterior, logLikelihood: last === null ? null : logPredictive(counted, prior) });
    after.set(key, { year, residents: place.residents, rate: posterior, stateRate: state[group] });
  }
  return { known: after, steps };
}

export function countedIn(place: PlaceYear, group: OffenseGroup): Counted {
  return { residents: place.residents, count: place[group] };
}
