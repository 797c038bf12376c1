import type { GammaRate } from "../../domain/snapshot.ts";
import { type Counted, logPredictive } from "../gamma-poisson.ts";

/** Range of the gamma distribution's shape for the search, as logarithms. */
const SHAPES = { from: Math.log(0.05), to: Math.log(500) } as const;
const ROUNDS = 40;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** The prior of all places by maximum likelihood of the negative binomial, instead of by moments. */
export function likelihoodPrior(places: readonly Counted[]): GammaRate {
  const priorOf = (logShape: number) => {
    const shape = Math.exp(logShape);
    const mean = likeliestMean(places, shape);
    return { mean, variance: mean ** 2 / shape };
  };
  const likelihood = (logShape: number) => {
    const prior = priorOf(logShape);
    return places.reduce((sum, place) => sum + logPredictive(place, prior), 0);
  };
  // Golden-section search: the likelihood has one maximum in the shape.
  let from: number = SHAPES.from;
  let to: number = SHAPES.to;
  for (let round = 0; round < ROUNDS; round += 1) {
    const [left, right] = [to - GOLDEN * (to - from), from + GOLDEN * (to - from)];
    if (likelihood(left) < likelihood(right)) from = left;
    else to = right;
  }
  return priorOf((from + to) / 2);
}

/** At the maximum-likelihood mean m, Σ (count − n m) / (shape + n m) is 0: a mean weighted by shape / (shape + n m). */
function likeliestMean(places: readonly Counted[], shape: number): number {
  let mean = weightedMean(places, () => 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    const last = mean;
    mean = weightedMean(places, (n) => 1 / (shape + n * last));
  }
  return mean;
}

function weightedMean(places: readonly Counted[], weightOf: (n: number) => number): number {
  let counts = 0;
  let exposures = 0;
  for (const { count, residents } of places) {
    const n = residents / 1_000;
    counts += weightOf(n) * count;
    exposures += weightOf(n) * n;
  }
  return counts / exposures;
}
