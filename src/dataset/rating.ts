import { type OffenseCounts, type OffenseGroup, propertyOf, violentOf } from "../domain/offense.ts";
import { exactScore } from "../domain/score.ts";
import type { GroupRating, Prior, Priors, Rating } from "../domain/snapshot.ts";

/** Residents and offenses of a place. */
export interface Exposed {
  /** 1 or more. */
  readonly residents: number;
  readonly offenses: OffenseCounts;
}

/** The state's rates per 1,000 residents, to which a place is compared. */
export interface StateRates {
  readonly violentRate: number;
  readonly propertyRate: number;
}

export const GROUP_COUNT = { violent: violentOf, property: propertyOf } as const satisfies Record<
  OffenseGroup,
  (counts: OffenseCounts) => number
>;

/** Residents are counted in thousands, so that rates, means and variances share one unit: offenses per 1,000. */
const PER = 1_000;

/** A count of one group of offenses among so many residents. */
export interface Counted {
  readonly residents: number;
  readonly count: number;
}

/**
 * Prior of the global empirical Bayes estimator (Marshall 1991, "Mapping disease and mortality rates using empirical
 * Bayes estimators", section 2): mean m = Σcounts/Σn, variance by the method of moments, v = s² − m/n̄ with
 * s² = Σ n(r − m)²/Σ n, clipped at 0. n in thousands of residents, so m is per 1,000 and v is that squared.
 */
export function fitPriorOf(places: readonly Counted[]): Prior {
  const exposure = places.reduce((sum, place) => sum + place.residents / PER, 0);
  const mean = places.reduce((sum, place) => sum + place.count, 0) / exposure;
  const spread = places.reduce((sum, { residents, count }) => {
    const deviation = rateOf(count, residents) - mean;
    return sum + (residents / PER) * deviation * deviation;
  }, 0);
  const variance = spread / exposure - mean / (exposure / places.length);
  return { mean, variance: Math.max(0, variance) };
}

/** The prior of one group of offenses. */
export function fitPrior(places: readonly Exposed[], group: OffenseGroup): Prior {
  return fitPriorOf(places.map(({ residents, offenses }) => ({ residents, count: GROUP_COUNT[group](offenses) })));
}

export function fitPriors(places: readonly Exposed[]): Priors {
  return { violent: fitPrior(places, "violent"), property: fitPrior(places, "property") };
}

/** Both groups of a place, smoothed and compared with the state. Full precision; see `roundRating` for what is stored. */
export function rate(place: Exposed, priors: Priors, state: StateRates): Rating {
  const violent = rateGroup(GROUP_COUNT.violent(place.offenses), place.residents, priors.violent, state.violentRate);
  const property = rateGroup(
    GROUP_COUNT.property(place.offenses),
    place.residents,
    priors.property,
    state.propertyRate,
  );
  return { violent, property, relativeRisk: Math.sqrt(violent.ratio * property.ratio) };
}

/** The published score: RR² is the product of the two ratios, so the root of the geometric mean is never taken. */
export function scoreOf({ violent, property }: Rating): number {
  return Math.round(exactScore(violent.ratio * property.ratio));
}

/** Offenses per 1,000 residents. */
export function rateOf(count: number, residents: number): number {
  return count / (residents / PER);
}

/** w = v/(v + m/n); smoothed = w·rate + (1 − w)·m (Marshall 1991). With no variance between places, all get the mean. */
export function rateGroup(count: number, residents: number, prior: Prior, stateRate: number): GroupRating {
  const raw = rateOf(count, residents);
  const noise = prior.mean / (residents / PER);
  const weight = prior.variance === 0 ? 0 : prior.variance / (prior.variance + noise);
  const smoothedRate = weight * raw + (1 - weight) * prior.mean;
  return { rate: raw, weight, smoothedRate, ratio: smoothedRate / stateRate };
}
