import type { OffenseGroup } from "../domain/offense.ts";
import { logGamma } from "../domain/polygamma.ts";
import type { Prior } from "../domain/snapshot.ts";
import type { PanelYear } from "./panel.ts";
import { fitPriorOf, rateGroup } from "./rating.ts";

/** A year and the state's rates per 1,000 residents in it. */
type StateYear = Pick<PanelYear, "year" | "state">;

/** What a place's own years say of its underlying rate. */
export interface OwnPrior {
  /** After the newest of its years. */
  readonly last: Prior;
  /** For the later year. */
  readonly prior: Prior;
}

/** Yearly moves that are tried: 1 to 40 %. */
const MOVES = Array.from({ length: 40 }, (_, index) => (index + 1) / 100);

/**
 * How far a place's underlying rate moves in a year against the state's: standard deviation, relative. It is the move of the
 * grid under which the counts of these years were likeliest, each foretold from the place's years before it (maximum
 * likelihood of the predictive distributions, as Harvey & Fernandes 1989 fit their discount). The largest where no place
 * has two years: the past then counts least.
 */
export function fitMove(years: readonly PanelYear[], group: OffenseGroup): number {
  const started = withStarts(years, group);
  const fits = MOVES.map((move) => ({ move, likelihood: follow(started, group, move).logLikelihood }));
  return fits.reduce((best, fit) => (fit.likelihood >= best.likelihood ? fit : best)).move;
}

/** The prior for a later year that each place's own years give it, by the keys of the places. @param years oldest first */
export function ownPriors(
  years: readonly PanelYear[],
  to: StateYear,
  group: OffenseGroup,
  move: number,
): ReadonlyMap<string, OwnPrior> {
  return new Map(
    [...follow(withStarts(years, group), group, move).known].map(([key, { posterior, year }]) => [
      key,
      { last: posterior, prior: moved(posterior, year, to, group, move) },
    ]),
  );
}

/** A year with the prior of all places, from which a place starts that has no year before. No move changes it. */
interface StartedYear {
  readonly year: PanelYear;
  readonly start: Prior;
}

function withStarts(years: readonly PanelYear[], group: OffenseGroup): readonly StartedYear[] {
  return years.map((year) => {
    const counted = [...year.places.values()].map((place) => ({ residents: place.residents, count: place[group] }));
    return { year, start: fitPriorOf(counted) };
  });
}

/** What is known of a place after a year. */
interface Known {
  readonly posterior: Prior;
  readonly year: StateYear;
}

/**
 * A gamma–Poisson filter (Harvey & Fernandes 1989): the posterior of a place's year, moved to the next year that the place
 * has, is the prior of that year. A place's first year starts from the prior of all places of that year.
 */
function follow(years: readonly StartedYear[], group: OffenseGroup, move: number) {
  const known = new Map<string, Known>();
  let logLikelihood = 0;
  for (const { year, start } of years) {
    for (const [key, { residents, [group]: count }] of year.places) {
      const before = known.get(key);
      const prior = before ? moved(before.posterior, before.year, year, group, move) : start;
      if (before) logLikelihood += logPredictive(count, residents / 1_000, prior);
      known.set(key, { posterior: posteriorOf(count, residents, prior), year });
    }
  }
  return { known, logLikelihood };
}

/**
 * The mean goes with the state's rate. The squared coefficient of variation grows by the squared move for each year that
 * passes, whether it has figures or is a gap.
 */
function moved({ mean, variance }: Prior, from: StateYear, to: StateYear, group: OffenseGroup, move: number): Prior {
  const growth = to.state[group] / from.state[group];
  const widened = variance + mean ** 2 * move ** 2 * (to.year - from.year);
  return { mean: mean * growth, variance: widened * growth ** 2 };
}

/** Gamma with shape m²/v + count and rate m/v + n; its mean is the smoothed rate. */
function posteriorOf(count: number, residents: number, prior: Prior): Prior {
  const mean = rateGroup(count, residents, prior, 1).smoothedRate;
  if (prior.variance === 0) return { mean, variance: 0 };
  return { mean, variance: mean / (prior.mean / prior.variance + residents / 1_000) };
}

/** Logarithm of the negative binomial probability of a count, but for its factorial, which no prior changes. */
function logPredictive(count: number, n: number, { mean, variance }: Prior): number {
  if (variance === 0) return (count === 0 ? 0 : count * Math.log(n * mean)) - n * mean;
  const shape = mean ** 2 / variance;
  const rate = mean / variance;
  const own = logGamma(shape + count) - logGamma(shape);
  return own + shape * Math.log(rate / (rate + n)) + count * Math.log(n / (rate + n));
}
