import { exactScore, scoreOf } from "../../domain/grade.ts";
import type { ByGroup } from "../../domain/offense.ts";
import type { ScoreRange } from "../../domain/snapshot.ts";
import type { Cumulants } from "./gamma-poisson.ts";

/** 90% quantile of the standard normal distribution: 10% lie on either side of an 80% interval. */
const Z = 1.2815515655446004;

/**
 * The central 80% interval of a score whose two rates have these cumulants: the whole scores between its quantiles,
 * because a rounded interval would hold half a point more on either side, and the score of `own` if it is between them
 * before rounding. RR is half the sum of two rates over the yardstick's. Its quantiles follow from the cumulants of independent rates by the Cornish–Fisher expansion of order four
 * (Abramowitz & Stegun 26.2.49), with the standard deviation of correlated ones. The prior and the yardstick's rates are
 * treated as known (Morris 1983).
 */
export function scoreRange(
  rates: ByGroup<Cumulants>,
  yardstick: ByGroup<number>,
  correlation = 0,
  own?: number,
): ScoreRange {
  const [violent, property] = [
    scaled(rates.violent, 0.5 / yardstick.violent),
    scaled(rates.property, 0.5 / yardstick.property),
  ];
  const risk = sum(violent, property);
  const deviation = Math.sqrt(risk[1] + 2 * correlation * Math.sqrt(violent[1] * property[1]));
  const [from, to] = [Z, -Z].map((z) => exactScore(quantile(risk, deviation, z))) as [number, number];
  const held = [own ?? risk[0]].filter((one) => from <= exactScore(one) && exactScore(one) <= to).map(scoreOf);
  const low = Math.min(Math.ceil(from), ...held);
  const high = Math.max(Math.floor(to), ...held);
  return low > high ? { low: scoreOf(risk[0]), high: scoreOf(risk[0]) } : { low, high };
}

/** The central 80% interval of the sum of two rates with these cumulants. */
export function middleOf(
  { violent, property }: ByGroup<Cumulants>,
  correlation: number,
): { readonly low: number; readonly high: number } {
  const rates = sum(violent, property);
  const deviation = Math.sqrt(rates[1] + 2 * correlation * Math.sqrt(violent[1] * property[1]));
  return { low: quantile(rates, deviation, -Z), high: quantile(rates, deviation, Z) };
}

function scaled([mean, variance, third, fourth]: Cumulants, by: number): Cumulants {
  return [mean * by, variance * by ** 2, third * by ** 3, fourth * by ** 4];
}

function sum(a: Cumulants, b: Cumulants): Cumulants {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]];
}

/** Cornish–Fisher: the quantile whose standard normal counterpart is z, not below 0. */
function quantile([mean, variance, third, fourth]: Cumulants, deviation: number, z: number): number {
  if (variance === 0) return mean;
  const skewness = third / variance ** 1.5;
  const kurtosis = fourth / variance ** 2;
  const expanded =
    z +
    ((z ** 2 - 1) * skewness) / 6 +
    ((z ** 3 - 3 * z) * kurtosis) / 24 -
    ((2 * z ** 3 - 5 * z) * skewness ** 2) / 36;
  return Math.max(0, mean + deviation * expanded);
}
