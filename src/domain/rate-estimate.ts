import type { PlaceExplanation } from "./explanation.ts";

/** The part of an explanation that the estimate of a rate needs. */
type RatedGroup = Pick<PlaceExplanation["violent"], "smoothed_rate_per_1k" | "prior_mean" | "prior_variance">;

/**
 * The underlying rate of a year, after its counts. It is gamma with the smoothed rate s as its mean and shape s (m / v
 * + n), where m and v are the prior's mean and variance and n is thousands of residents (docs/methodology.md). Its cube
 * root is nearly normal (Wilson and Hilferty 1931).
 */
export interface RateEstimate {
  /** Mean and standard deviation of the cube root. */
  readonly root: number;
  readonly spread: number;
}

export function rateEstimate(group: RatedGroup, residents: number): RateEstimate {
  const { smoothed_rate_per_1k: mean, prior_mean, prior_variance } = group;
  const root = Math.cbrt(mean);
  if (mean === 0 || prior_variance === 0) return { root, spread: 0 };
  const shape = mean * (prior_mean / prior_variance + residents / 1_000);
  return { root: root * (1 - 1 / (9 * shape)), spread: root / (3 * Math.sqrt(shape)) };
}

/** Whether a rate as reported stands beside its estimate: it differs by more than a tenth of it. */
export function differsNotably(reported: number, estimate: number): boolean {
  return Math.abs(reported - estimate) > 0.1 * estimate;
}

/** The rate as reported, where it stands beside its estimate. */
export function notedRate(reported: number, estimate: number): string | null {
  return differsNotably(reported, estimate) ? `${reported.toFixed(1)} reported` : null;
}

/** Why both are shown. */
export const WHY_ESTIMATED = "small counts vary by chance, so earlier years count, too";

/** The standard normal quantile of the ends of an 80% interval. */
const Z_80 = 1.281552;

/** The 80% range of the rate. */
export function rateInterval({ root, spread }: RateEstimate): readonly [low: number, high: number] {
  return [Math.max(root - Z_80 * spread, 0) ** 3, (root + Z_80 * spread) ** 3];
}

export function chanceBelow(one: RateEstimate, other: RateEstimate): number {
  const spread = Math.hypot(one.spread, other.spread);
  if (spread === 0) return one.root === other.root ? 0.5 : Number(one.root < other.root);
  return normal((other.root - one.root) / spread);
}

/** The standard normal distribution function, within 1e-7 (Abramowitz and Stegun 26.2.17). */
function normal(z: number): number {
  if (z < 0) return 1 - normal(-z);
  const t = 1 / (1 + 0.2316419 * z);
  const tail = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail;
}
