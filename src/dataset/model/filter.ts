import type { ByGroup } from "../../domain/offense.ts";
import type { GammaRate } from "../../domain/snapshot.ts";
import { type Counted, logPredictive, predict, startingPrior, update } from "./gamma-poisson.ts";
import type { PanelYear, PlaceYear, Series } from "./panel.ts";

/** The posterior of a place's rate after one of its years. */
export interface KnownRate {
  readonly year: number;
  /** In that year; they select the yearly move from it. */
  readonly residents: number;
  readonly rate: GammaRate;
  /** The yardstick's rate in that year. */
  readonly yardstickRate: number;
  readonly longRun: LongRun;
}

/** A place's offenses in its complete years so far, and how many the yardstick's rates would have given. */
interface LongRun {
  readonly offenses: number;
  readonly atYardstick: number;
}

/** The posteriors of the places of one kind, by key. */
export type KnownRates = ReadonlyMap<string, KnownRate>;

/** Yearly move of a place by its residents: relative standard deviation. */
export type MoveOf = (residents: number) => number;

/**
 * How much of its distance from two levels a rate makes up each year: the place's own long-run ratio to the yardstick, and
 * the ratio of a typical place (docs/decisions/one-model-of-rates.md).
 */
export interface Pull {
  readonly longRun: number;
  readonly typical: number;
  /** The ratio of a typical place. */
  readonly level: number;
}
export const NO_PULL: Pull = { longRun: 0, typical: 0, level: 0 };
/** 0.7 is the median city; the shares are chosen on the counts up to 2018 (docs/backtest.md). */
export const PULLS = {
  /** Of cities and counties. */
  place: {
    violent: { longRun: 0.15, typical: 0.015, level: 0.7 },
    property: { longRun: 0, typical: 0.025, level: 0.7 },
  },
  /** Of sheriffs and other agencies, whose counts are divided by the residents of their county. */
  agency: { violent: NO_PULL, property: NO_PULL },
} as const satisfies Record<string, ByGroup<Pull>>;

/** How an underlying rate changes from year to year. */
export interface Dynamics {
  readonly moveOf: MoveOf;
  readonly pull: Pull;
}

export interface Step {
  readonly key: string;
  readonly counted: Counted;
  /** null in the place's first year. */
  readonly last: KnownRate | null;
  readonly prior: GammaRate;
  readonly posterior: GammaRate;
  /** This year included. */
  readonly longRun: LongRun;
}

/** The forecast of the rate for a later year. */
export function forecastOf(
  known: KnownRate,
  year: number,
  yardstickRate: number,
  { moveOf, pull }: Dynamics,
): GammaRate {
  return forecasterOf(known, year, yardstickRate, pull)(known.rate, moveOf(known.residents));
}

/** The forecast from one year to a later one, of any rate by any move. */
function forecasterOf(
  { year: last, yardstickRate: lastYardstickRate, longRun }: Omit<KnownRate, "rate">,
  year: number,
  yardstickRate: number,
  pull: Pull,
): (rate: GammaRate, move: number) => GammaRate {
  const years = year - last;
  const growth = yardstickRate / lastYardstickRate;
  const kept = keptShare(pull, years);
  const added = (1 - kept) * anchorOf(longRun, pull) * yardstickRate;
  return (rate, move) => {
    const { mean, variance } = predict(rate, growth, move, years);
    return { mean: kept * mean + added, variance };
  };
}

/** The weight that a place's own rate keeps after some years. */
export function keptShare({ longRun, typical }: Pull, years: number): number {
  return (1 - longRun - typical) ** years;
}

/** The ratio to the yardstick toward which a place's rate moves. */
export function anchorOf({ offenses, atYardstick }: LongRun, { longRun, typical, level }: Pull): number {
  if (longRun + typical === 0) return 0;
  return (longRun * (offenses / atYardstick) + typical * level) / (longRun + typical);
}

/** One series of counts in a year: the input of the filter, with any dynamics. */
export interface CountedYear {
  readonly year: number;
  readonly yardstickRate: number;
  /** By key. */
  readonly places: readonly (readonly [string, Counted])[];
  /** The prior of places without an earlier year. */
  readonly start: GammaRate;
  /** Places that begin again in this year, as if they had no earlier one. */
  readonly restarted: ReadonlySet<string>;
}

export function countedYear(
  { year, places, yardstick }: PanelYear,
  series: Series,
  restarted: ReadonlySet<string> = new Set(),
): CountedYear {
  const counted = [...places].map(([key, place]) => [key, countedIn(place, series)] as const);
  const start = startingPrior(counted.map(([, place]) => place));
  return { year, yardstickRate: yardstick[series], places: counted, start, restarted };
}

/**
 * One year of the filter: each place's forecast, or the prior of all places in its first year, updated by its count.
 * Puts the posteriors into `known`.
 * @returns the steps of the year's places, in their order
 */
export function followYear(
  known: Map<string, KnownRate>,
  { year, yardstickRate, places, start, restarted }: CountedYear,
  dynamics: Dynamics,
): readonly Step[] {
  return places.map(([key, counted]) => {
    const last = restarted.has(key) ? null : (known.get(key) ?? null);
    const prior = last === null ? start : forecastOf(last, year, yardstickRate, dynamics);
    const posterior = update(prior, counted);
    const longRun = longRunAfter(last?.longRun, counted, yardstickRate);
    known.set(key, { year, residents: counted.residents, rate: posterior, yardstickRate, longRun });
    return { key, counted, last, prior, posterior, longRun };
  });
}

function longRunAfter(last: LongRun | undefined, { count, residents }: Counted, yardstickRate: number): LongRun {
  return {
    offenses: (last?.offenses ?? 0) + count,
    atYardstick: (last?.atYardstick ?? 0) + (yardstickRate * residents) / 1_000,
  };
}

/** The posteriors after the last year up to each of these. @param years oldest first */
export function knownUpTo(
  years: readonly CountedYear[],
  lasts: readonly number[],
  dynamics: Dynamics,
): readonly KnownRates[] {
  const known = new Map<string, KnownRate>();
  const after = years
    .filter(({ year }) => year <= Math.max(...lasts))
    .map((year) => {
      followYear(known, year, dynamics);
      return { year: year.year, known: new Map(known) };
    });
  return lasts.map((last) => after.findLast(({ year }) => year <= last)?.known ?? new Map());
}

/** What is counted: a group, or one class, of which withdrawn offenses count as none. */
export function countedIn(place: PlaceYear, series: Series): Counted {
  const { residents, offenses, filled } = place;
  if (series !== "violent" && series !== "property") return { residents, count: Math.max(0, offenses[series]) };
  const count = place[series];
  const variance = filled?.[series] ?? 0;
  return variance === 0 ? { residents, count } : { residents, count, trust: count / (count + variance) };
}

/** Lowest number of residents of each size class, ascending from 0. */
export type SizeBounds = readonly number[];

/** Yearly move of each size class. */
export type ClassMoves = readonly number[];

/** Moves that are tried: 1 to 40%. */
export const MOVES = Array.from({ length: 40 }, (_, index) => (index + 1) / 100);

/** The move with the largest log likelihood; of equals the largest move. @param likelihoods one for each of `MOVES` */
export function likeliestMove(likelihoods: readonly number[]): number {
  return MOVES[likelihoods.lastIndexOf(Math.max(...likelihoods))] ?? 0;
}

export function sizeClassOf(bounds: SizeBounds, residents: number): number {
  return bounds.findLastIndex((from) => residents >= from);
}

export function moveOfSize(bounds: SizeBounds, moves: ClassMoves): MoveOf {
  return (residents) => moves[sizeClassOf(bounds, residents)] ?? 0;
}

export interface MoveFit {
  add(year: CountedYear): MoveFit;
  /** Fitted on the years added so far. */
  moves(): ClassMoves;
  /** The log likelihood of these years with the fitted moves. */
  logLikelihood(): number;
}

/**
 * The yearly change of a place's underlying rate relative to the yardstick's. The filter runs with each move of the grid;
 * the log likelihoods of the counts that it forecast are summed by size class, that of the year from which the forecast
 * is made, and each class takes the move with the largest sum (Harvey & Fernandes 1989 fit their discount this way).
 * Without any forecast yet, the largest move is used, which gives the past the least weight.
 */
export function fitMoves(bounds: SizeBounds, pull: Pull): MoveFit {
  return moveFit(
    bounds,
    pull,
    new Map(),
    bounds.map(() => MOVES.map(() => 0)),
  );
}

/** A place after one of its years; only the rate depends on the move. */
interface TriedPlace extends Omit<KnownRate, "rate"> {
  /** One for each of `MOVES`. */
  readonly rates: readonly GammaRate[];
}

/** @param sums log likelihoods by size class, one for each of `MOVES` */
function moveFit(
  bounds: SizeBounds,
  pull: Pull,
  known: ReadonlyMap<string, TriedPlace>,
  sums: readonly (readonly number[])[],
): MoveFit {
  return {
    add({ year, yardstickRate, places, start, restarted }) {
      const knownAfter = new Map(known);
      const sumsAfter = [...sums];
      for (const [key, counted] of places) {
        const last = restarted.has(key) ? undefined : known.get(key);
        const longRun = longRunAfter(last?.longRun, counted, yardstickRate);
        const priors = last === undefined ? MOVES.map(() => start) : priorsOf(last, year, yardstickRate, pull);
        const rates = priors.map((prior) => update(prior, counted));
        knownAfter.set(key, { year, residents: counted.residents, rates, yardstickRate, longRun });
        if (last === undefined) continue;
        const size = sizeClassOf(bounds, last.residents);
        sumsAfter[size] = priors.map((prior, index) => (sumsAfter[size]?.[index] ?? 0) + logPredictive(counted, prior));
      }
      return moveFit(bounds, pull, knownAfter, sumsAfter);
    },
    moves: () => sums.map(likeliestMove),
    logLikelihood: () => sums.reduce((total, ofSize) => total + Math.max(...ofSize), 0),
  };
}

function priorsOf(last: TriedPlace, year: number, yardstickRate: number, pull: Pull): readonly GammaRate[] {
  const forecast = forecasterOf(last, year, yardstickRate, pull);
  return last.rates.map((rate, index) => forecast(rate, MOVES[index] ?? 0));
}
