import { GRADES } from "./grade.ts";
import { polygamma } from "./polygamma.ts";
import { exactScore } from "./score.ts";
import type { Prior } from "./snapshot.ts";

/** How sure a score is, as far as chance goes. Scores are whole, `low` ≤ `high`. */
export interface ScoreInterval {
  readonly low: number;
  readonly high: number;
  /** Letters of the scores from `high` down to `low`, best first. */
  readonly grades: readonly (typeof GRADES)[number]["letter"][];
}

export const INTERVAL_PROBABILITY = 0.8;
/** 90 % quantile of the standard normal distribution: 10 % lie on either side of the interval. */
const Z = 1.2815515655446004;

/** A place's own figures: reported offenses by group, and residents. */
export interface PlaceFigures {
  readonly violent: number;
  readonly property: number;
  readonly population: number;
}

/** What the posterior of a place's two rates needs besides its own figures. */
export interface RiskModel {
  readonly violent: { readonly prior: Prior; readonly stateRate: number };
  readonly property: { readonly prior: Prior; readonly stateRate: number };
}

/**
 * The central 80 % credible interval of a place's score under the model that smooths its rates: counts are Poisson around
 * the residents times an underlying rate, underlying rates are gamma with the prior's mean m and variance v (Clayton &
 * Kaldor 1987). The posterior of a rate is then gamma with shape m²/v + count and rate m/v + n (n in thousands of residents),
 * whose mean is the smoothed rate. ln RR² is a sum of two log-gamma variables, whose cumulants are polygamma values;
 * its quantiles follow by the Cornish–Fisher expansion of order four (Abramowitz & Stegun 26.2.49).
 * Prior and state are taken as known, so the interval is a little narrow (Morris 1983).
 */
export function scoreInterval(place: PlaceFigures, model: RiskModel): ScoreInterval {
  const violent = logRateCumulants(place.violent, place.population, model.violent.prior);
  const property = logRateCumulants(place.property, place.population, model.property.prior);
  const state = Math.log(model.violent.stateRate) + Math.log(model.property.stateRate);
  const sum: Cumulants = [
    violent[0] + property[0] - state,
    violent[1] + property[1],
    violent[2] + property[2],
    violent[3] + property[3],
  ];
  const low = Math.round(exactScore(Math.exp(quantile(sum, Z))));
  const high = Math.round(exactScore(Math.exp(quantile(sum, -Z))));
  return { low, high, grades: gradesBetween(low, high) };
}

type Cumulants = readonly [mean: number, variance: number, third: number, fourth: number];

/** Of the logarithm of the underlying rate, given the count. Without variance between places the rate is the mean. */
function logRateCumulants(count: number, population: number, { mean, variance }: Prior): Cumulants {
  if (variance === 0) return [Math.log(mean), 0, 0, 0];
  const shape = (mean * mean) / variance + count;
  const rate = mean / variance + population / 1_000;
  return [polygamma(0, shape) - Math.log(rate), polygamma(1, shape), polygamma(2, shape), polygamma(3, shape)];
}

/** Cornish–Fisher: the quantile whose standard normal counterpart is z. */
function quantile([mean, variance, third, fourth]: Cumulants, z: number): number {
  if (variance === 0) return mean;
  const skewness = third / variance ** 1.5;
  const kurtosis = fourth / variance ** 2;
  const bent =
    z +
    ((z ** 2 - 1) * skewness) / 6 +
    ((z ** 3 - 3 * z) * kurtosis) / 24 -
    ((2 * z ** 3 - 5 * z) * skewness ** 2) / 36;
  return mean + Math.sqrt(variance) * bent;
}

/** A grade is touched when its band and the interval share a score. */
function gradesBetween(low: number, high: number): ScoreInterval["grades"] {
  return GRADES.filter(({ from }, index) => {
    const next = GRADES[index - 1]?.from ?? Number.POSITIVE_INFINITY;
    return from <= high && low < next;
  }).map(({ letter }) => letter);
}
