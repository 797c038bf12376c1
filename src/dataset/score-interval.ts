import type { ByGroup } from "../domain/offense.ts";
import { scoreOf } from "../domain/score.ts";
import type { ScoreRange } from "../domain/snapshot.ts";
import type { Cumulants } from "./gamma-poisson.ts";

/** 90% quantile of the standard normal distribution: 10% lie on either side of an 80% interval. */
const Z = 1.2815515655446004;

/**
 * The central 80% interval of a score whose two rates have these cumulants. RR is half the sum of two independent rates over
 * the state's, so its cumulants are exact; its quantiles follow by the Cornish–Fisher expansion of order four (Abramowitz &
 * Stegun 26.2.49), and the score's by its formula. The prior and the state's rates are treated as known (Morris 1983).
 */
export function scoreRange(rates: ByGroup<Cumulants>, state: ByGroup<number>): ScoreRange {
  const risk = sum(scaled(rates.violent, 0.5 / state.violent), scaled(rates.property, 0.5 / state.property));
  return { low: scoreAt(quantile(risk, Z)), high: scoreAt(quantile(risk, -Z)) };
}

function scoreAt(relativeRisk: number): number {
  return scoreOf(Math.max(0, relativeRisk));
}

function scaled([mean, variance, third, fourth]: Cumulants, by: number): Cumulants {
  return [mean * by, variance * by ** 2, third * by ** 3, fourth * by ** 4];
}

function sum(a: Cumulants, b: Cumulants): Cumulants {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]];
}

/** Cornish–Fisher: the quantile whose standard normal counterpart is z. */
function quantile([mean, variance, third, fourth]: Cumulants, z: number): number {
  if (variance === 0) return mean;
  const skewness = third / variance ** 1.5;
  const kurtosis = fourth / variance ** 2;
  const expanded =
    z +
    ((z ** 2 - 1) * skewness) / 6 +
    ((z ** 3 - 3 * z) * kurtosis) / 24 -
    ((2 * z ** 3 - 5 * z) * skewness ** 2) / 36;
  return mean + Math.sqrt(variance) * expanded;
}
