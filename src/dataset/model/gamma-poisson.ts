import type { GammaRate } from "../../domain/snapshot.ts";

/**
 * The gamma–Poisson model of one rate (Harvey & Fernandes 1989). Counts are Poisson around residents times an
 * underlying rate; the rate has a gamma distribution. Residents are counted in thousands, so rates are per 1,000.
 */

export interface Counted {
  /** 1 or more. */
  readonly residents: number;
  readonly count: number;
  /** The share of the count's evidence that is left where a part of it was filled in; 1 where it is not given. */
  readonly trust?: number;
}

const PER = 1_000;

/** Offenses per 1,000 residents. */
export function rateOf(count: number, residents: number): number {
  return count / (residents / PER);
}

/**
 * Prior of a place without an earlier year: mean and variance of the rates of all places of its kind. Mean m = Σ count
 * / Σ n; variance by the method of moments, v = s² − m / n̄ with s² = Σ n (r − m)² / Σ n, not below 0 (Marshall 1991,
 * section 2).
 */
export function startingPrior(places: readonly Counted[]): GammaRate {
  const exposure = places.reduce((sum, place) => sum + place.residents / PER, 0);
  const mean = places.reduce((sum, place) => sum + place.count, 0) / exposure;
  const spread = places.reduce((sum, { residents, count }) => {
    const deviation = rateOf(count, residents) - mean;
    return sum + (residents / PER) * deviation * deviation;
  }, 0);
  const variance = spread / exposure - mean / (exposure / places.length);
  return { mean, variance: Math.max(0, variance) };
}

/** Weight of the year's own rate in the smoothed rate: w = v / (v + m / n). 0 if the prior has no variance. */
export function weightOf({ mean, variance }: GammaRate, residents: number): number {
  return variance === 0 ? 0 : variance / (variance + mean / (residents / PER));
}

/** After a count: mean w r + (1 − w) m; with shape m² / v + count, rate m / v + n, variance mean / (m / v + n). */
export function update(prior: GammaRate, { count, residents, trust = 1 }: Counted): GammaRate {
  if (prior.variance === 0) return prior;
  const rate = prior.mean / prior.variance;
  const exposure = rate + (trust * residents) / PER;
  const mean = (prior.mean * rate + trust * count) / exposure;
  return { mean, variance: mean / exposure };
}

/**
 * The rate in a later year. Its squared coefficient of variation grows by the squared yearly move each year.
 * @param growth the yardstick's rate of the later year over that of the earlier one
 * @param move yearly move: standard deviation, relative
 */
export function predict({ mean, variance }: GammaRate, growth: number, move: number, years: number): GammaRate {
  const widened = variance + mean ** 2 * move ** 2 * years;
  return { mean: mean * growth, variance: widened * growth ** 2 };
}

/** Logarithm of the negative binomial probability of a count, without its factorial, which no prior changes. */
export function logPredictive(counted: Counted, { mean, variance }: GammaRate): number {
  const { residents, trust = 1 } = counted;
  const count = trust * counted.count;
  const n = (trust * residents) / PER;
  if (variance === 0) return (count === 0 ? 0 : count * Math.log(n * mean)) - n * mean;
  const shape = mean ** 2 / variance;
  const rate = mean / variance;
  const own = logGamma(shape + count) - logGamma(shape);
  return own + shape * Math.log(rate / (rate + n)) + count * Math.log(n / (rate + n));
}

/** Probabilities of a count as low as the observed one, and of one as high. */
export interface Tails {
  readonly lower: number;
  readonly upper: number;
}

/** A term below this share of the sum does not change it. */
const NEGLIGIBLE = 1e-17;

/** Sums the negative binomial from the mean down to the count. The upper tail has about twelve decimals. */
export function tailsOf({ count, residents }: Counted, prior: GammaRate): Tails {
  const n = residents / PER;
  // Probability of k over that of k − 1; a Poisson distribution if the rate has no variance.
  const shape = prior.variance === 0 ? 0 : prior.mean ** 2 / prior.variance;
  const odds = prior.variance === 0 ? 0 : n / (prior.mean / prior.variance + n);
  const ratio = (k: number) => (prior.variance === 0 ? (n * prior.mean) / k : ((k - 1 + shape) / k) * odds);
  const middle = Math.min(count, Math.floor(n * prior.mean));
  let sum = 1;
  for (let k = middle, term = 1; k > 0 && term > NEGLIGIBLE * sum; k -= 1) {
    term /= ratio(k);
    sum += term;
  }
  let own = 1;
  for (let k = middle + 1; k <= count && own > NEGLIGIBLE * sum; k += 1) {
    own *= ratio(k);
    sum += own;
  }
  const probability = Math.exp(logPredictive({ count: middle, residents }, prior) - logGamma(middle + 1));
  const lower = Math.min(1, probability * sum);
  return { lower, upper: Math.min(1, Math.max(0, 1 - lower + probability * own)) };
}

/** First four cumulants of a distribution. */
export type Cumulants = readonly [mean: number, variance: number, third: number, fourth: number];

/** Of the underlying rate itself: gamma with scale v / m. */
export function rateCumulants({ mean, variance }: GammaRate): Cumulants {
  const scale = variance / mean;
  return [mean, variance, 2 * variance * scale, 6 * variance * scale ** 2];
}

/** Of the rate that a future year's count will be, count / n. @param forecast of that year */
export function countedRateCumulants({ mean, variance }: GammaRate, residents: number): Cumulants {
  const n = residents / PER;
  const odds = (n * variance) / mean;
  const spread = (mean / n) * (1 + odds);
  return [mean, spread, (spread * (1 + 2 * odds)) / n, (spread * (1 + 6 * odds + 6 * odds ** 2)) / n ** 2];
}

/** Of the smoothed rate after a future year's count: (shape + count) / (rate + n). @param forecast of that year */
export function smoothedRateCumulants({ mean, variance }: GammaRate, residents: number): Cumulants {
  if (variance === 0) return [mean, 0, 0, 0];
  const n = residents / PER;
  const shape = mean ** 2 / variance;
  const rate = mean / variance;
  const odds = n / rate;
  const step = 1 / (rate + n);
  const spread = shape * odds * (1 + odds);
  return [
    mean,
    spread * step ** 2,
    spread * (1 + 2 * odds) * step ** 3,
    spread * (1 + 6 * odds + 6 * odds ** 2) * step ** 4,
  ];
}

/** Coefficients B₂ₖ / (2k (2k − 1)) of Stirling's series, k = 1 … 6 (DLMF 5.11.1). */
const STIRLING = [1 / 12, -1 / 360, 1 / 1_260, -1 / 1_680, 1 / 1_188, -691 / 360_360] as const;
/** From here the series above has at least ten correct digits. */
const LARGE = 12;
const HALF_LOG_2_PI = Math.log(2 * Math.PI) / 2;

/** ln Γ(x) for x > 0: the recurrence up to a large argument (DLMF 5.5.1), there Stirling's series. */
export function logGamma(x: number): number {
  let below = 1;
  let large = x;
  for (; large < LARGE; large += 1) below *= large;
  const square = 1 / (large * large);
  let series = 0;
  for (let k = STIRLING.length - 1; k >= 0; k -= 1) series = series * square + (STIRLING[k] ?? 0);
  return (large - 0.5) * Math.log(large) - large + HALF_LOG_2_PI + series / large - Math.log(below);
}
