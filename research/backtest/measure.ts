import { type Counted, logPredictive } from "../../src/dataset/gamma-poisson.ts";
import { logGamma } from "../../src/dataset/log-gamma.ts";
import { SIZE_CLASSES, type SizeClass } from "../../src/domain/size-class.ts";
import type { GammaRate } from "../../src/domain/snapshot.ts";

export function sizeOf(residents: number): SizeClass {
  return (SIZE_CLASSES.findLast(({ from }) => residents >= from) ?? SIZE_CLASSES[0]).name;
}

/** From this expected count on, the negative binomial distribution is close to a normal one. */
const LARGE = 400;

/**
 * Continuous ranked probability score of a count: the sum over k of (F(k) − [k ≥ y])², with the negative binomial F; for large counts
 * that of the normal distribution with the same mean and variance (Gneiting & Raftery 2007, section 4.2).
 */
export function crpsOf({ count, residents }: Counted, rate: GammaRate): number {
  const n = residents / 1_000;
  const expected = n * rate.mean;
  const deviation = Math.sqrt(expected + rate.variance * n ** 2);
  if (expected > LARGE) {
    const z = (count - expected) / deviation;
    return (
      deviation *
      (z * (2 * normal(z) - 1) + (2 * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI) - 1 / Math.sqrt(Math.PI))
    );
  }
  const last = Math.ceil(Math.max(count, expected + 12 * deviation));
  let below = 0;
  let score = 0;
  for (let k = 0; k <= last; k += 1) {
    below += Math.exp(logPredictive({ count: k, residents }, rate) - logGamma(k + 1));
    score += (Math.min(1, below) - (k >= count ? 1 : 0)) ** 2;
  }
  return score;
}

/** The standard normal distribution (Abramowitz & Stegun 26.2.17, seven decimals). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const upper = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail;
  return z >= 0 ? 1 - upper : upper;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Rounded for the record: the last digits of a logarithm differ between machines. */
export function rounded(value: number, digits = 4): number {
  return Number(value.toFixed(digits));
}
