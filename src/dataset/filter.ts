import type { OffenseGroup } from "../domain/offense.ts";
import type { GammaRate } from "../domain/snapshot.ts";
import { type Counted, predict, startingPrior, update } from "./gamma-poisson.ts";
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
  readonly key: string;
  readonly counted: Counted;
  /** null in the place's first year. */
  readonly last: Known | null;
  readonly prior: GammaRate;
  readonly posterior: GammaRate;
}

/** The forecast of the rate for a later year. */
export function forecastOf(known: Known, year: number, stateRate: number, moveOf: MoveOf): GammaRate {
  return predict(known.rate, stateRate / known.stateRate, moveOf(known.residents), year - known.year);
}

/** One group of offenses in a year: the input of the filter, with any yearly move. */
export interface CountedYear {
  readonly year: number;
  readonly stateRate: number;
  /** By key. */
  readonly places: readonly (readonly [string, Counted])[];
  /** The prior of places without an earlier year. */
  readonly start: GammaRate;
}

export function countedYear({ year, places, state }: PanelYear, group: OffenseGroup): CountedYear {
  const counted = [...places].map(([key, place]) => [key, countedIn(place, group)] as const);
  return { year, stateRate: state[group], places: counted, start: startingPrior(counted.map(([, place]) => place)) };
}

/**
 * One year of the filter: each place's forecast, or the prior of all places in its first year, updated by its count. Puts the
 * posteriors into `known`.
 * @returns the steps of the year's places, in their order
 */
export function followYear(
  known: Map<string, Known>,
  { year, stateRate, places, start }: CountedYear,
  moveOf: MoveOf,
): readonly Step[] {
  return places.map(([key, counted]) => {
    const last = known.get(key) ?? null;
    const prior = last === null ? start : forecastOf(last, year, stateRate, moveOf);
    const posterior = update(prior, counted);
    known.set(key, { year, residents: counted.residents, rate: posterior, stateRate });
    return { key, counted, last, prior, posterior };
  });
}

export function countedIn(place: PlaceYear, group: OffenseGroup): Counted {
  return { residents: place.residents, count: place[group] };
}
