import { describe, expect, test } from "bun:test";
import { predict, rateCumulants, smoothedRateCumulants, update } from "../../src/dataset/gamma-poisson.ts";
import { relativeRiskOf } from "../../src/dataset/rating.ts";
import { scoreRange } from "../../src/dataset/score-interval.ts";
import { exactScore } from "../../src/domain/score.ts";
import type { GammaRate } from "../../src/domain/snapshot.ts";

const STATE = { violent: 4.8, property: 20.7 };
const PRIORS = { violent: { mean: 4, variance: 5 }, property: { mean: 20, variance: 110 } };
const MOVE = 0.2;

interface Figures {
  readonly violent: number;
  readonly property: number;
  readonly residents: number;
}

function posteriors({ violent, property, residents }: Figures) {
  return {
    violent: update(PRIORS.violent, { count: violent, residents }),
    property: update(PRIORS.property, { count: property, residents }),
  };
}

function thisYear(figures: Figures) {
  const { violent, property } = posteriors(figures);
  return scoreRange({ violent: rateCumulants(violent), property: rateCumulants(property) }, STATE);
}

function nextYear(figures: Figures) {
  const { violent, property } = posteriors(figures);
  const of = (rate: GammaRate) => smoothedRateCumulants(predict(rate, 1, MOVE, 1), figures.residents);
  return scoreRange({ violent: of(violent), property: of(property) }, STATE);
}

const CASES = [
  { violent: 3, property: 25, residents: 2_000 },
  { violent: 40, property: 300, residents: 12_000 },
  { violent: 1_500, property: 8_000, residents: 300_000 },
] as const;

describe("the score interval", () => {
  test.each(CASES)("of this year holds four fifths of the posterior, counted by drawing from it: %j", (figures) => {
    const { violent, property } = posteriors(figures);
    const random = mulberry(7);
    const scores = drawn(() => [gammaOf(random, violent), gammaOf(random, property)]);
    expectFourFifths(scores, thisYear(figures));
  });

  test.each(CASES)("of next year holds four fifths of the scores that counts drawn for it give: %j", (figures) => {
    const random = mulberry(11);
    const forecasts = Object.values(posteriors(figures)).map((rate) => predict(rate, 1, MOVE, 1));
    const scores = drawn(() => {
      const [violent = 0, property = 0] = forecasts.map((forecast) => {
        const count = poisson(random, (gammaOf(random, forecast) * figures.residents) / 1_000);
        return update(forecast, { count, residents: figures.residents }).mean;
      });
      return [violent, property];
    });
    expectFourFifths(scores, nextYear(figures));
  });

  test("has the standard deviation of correlated rates, and is the score itself where no whole score is within it", () => {
    const rates = {
      violent: rateCumulants({ mean: 4, variance: 1 }),
      property: rateCumulants({ mean: 20, variance: 25 }),
    };
    const width = (correlation: number) => {
      const { low, high } = scoreRange(rates, STATE, correlation);
      return high - low;
    };
    expect(width(1) / width(0)).toBeWithin(1.3, 1.5);
    const narrow = {
      violent: rateCumulants({ mean: 4, variance: 1e-6 }),
      property: rateCumulants({ mean: 20, variance: 1e-6 }),
    };
    const exact = exactScore(relativeRiskOf(4 / STATE.violent, 20 / STATE.property));
    expect(scoreRange(narrow, STATE)).toEqual({ low: Math.round(exact), high: Math.round(exact) });
  });

  test("is a point where the rates are known for certain", () => {
    const flat = rateCumulants({ mean: 4, variance: 0 });
    expect(scoreRange({ violent: flat, property: flat }, { violent: 4, property: 4 })).toEqual({ low: 50, high: 50 });
  });
});

/** The interval is the whole scores within the exact one, which reaches less than a score further on either side. */
function expectFourFifths(scores: readonly number[], { low, high }: { readonly low: number; readonly high: number }) {
  const inside = (from: number, to: number) =>
    scores.filter((score) => score >= from && score <= to).length / scores.length;
  expect(inside(low, high)).toBeLessThan(0.82);
  expect(inside(low - 1, high + 1)).toBeGreaterThan(0.78);
}

function drawn(rates: () => readonly [violent: number, property: number]): readonly number[] {
  return Array.from({ length: 20_000 }, () => {
    const [violent, property] = rates();
    return exactScore(relativeRiskOf(violent / STATE.violent, property / STATE.property));
  });
}

function gammaOf(random: () => number, { mean, variance }: GammaRate): number {
  return (gamma(random, mean ** 2 / variance) * variance) / mean;
}

/** Marsaglia and Tsang's method (2000). */
function gamma(random: () => number, shape: number): number {
  const d = shape - 1 / 3;
  for (;;) {
    const normal = normalOf(random);
    const v = (1 + normal / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random()) < normal ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** By multiplication for small means, by the normal distribution for large ones. */
function poisson(random: () => number, mean: number): number {
  if (mean > 500) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normalOf(random)));
  let count = 0;
  for (let product = random(); product > Math.exp(-mean); product *= random()) count += 1;
  return count;
}

function normalOf(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
