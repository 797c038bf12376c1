import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { gradeOf } from "../../src/domain/grade.ts";
import { type RiskModel, scoreInterval } from "../../src/domain/interval.ts";
import { polygamma } from "../../src/domain/polygamma.ts";
import { exactScore } from "../../src/domain/score.ts";

const MODEL: RiskModel = {
  violent: { prior: { mean: 4, variance: 5 }, stateRate: 4.8 },
  property: { prior: { mean: 20, variance: 110 }, stateRate: 20.7 },
};

describe("polygamma", () => {
  test("has the known values at 1: −γ, π²/6, −2ζ(3), π⁴/15", () => {
    expect(polygamma(0, 1)).toBeCloseTo(-0.5772156649015329, 12);
    expect(polygamma(1, 1)).toBeCloseTo(Math.PI ** 2 / 6, 12);
    expect(polygamma(2, 1)).toBeCloseTo(-2 * 1.2020569031595942, 12);
    expect(polygamma(3, 1)).toBeCloseTo(Math.PI ** 4 / 15, 12);
  });

  test("keeps its recurrence across the switch to the series", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.05, max: 40, noNaN: true }), (x) => {
        expect(polygamma(0, x + 1) - polygamma(0, x)).toBeCloseTo(1 / x, 9);
        expect(polygamma(1, x) - polygamma(1, x + 1)).toBeCloseTo(1 / x ** 2, 7);
      }),
    );
  });
});

describe("score interval", () => {
  test("holds four fifths of the posterior, counted by drawing from it", () => {
    for (const [violent, property, population] of [
      [0, 1, 1_000],
      [3, 25, 2_000],
      [40, 300, 12_000],
      [1_500, 8_000, 300_000],
    ] as const) {
      const { low, high } = scoreInterval({ violent, property, population }, MODEL);
      const scores = drawScores(violent, property, population, 20_000);
      const inside = (from: number, to: number) =>
        scores.filter((score) => score >= from && score <= to).length / scores.length;
      // The ends are rounded to whole scores: the interval is within half a score of the exact one on either side.
      expect(inside(low + 0.5, high - 0.5)).toBeLessThan(0.81);
      expect(inside(low - 0.5, high + 0.5)).toBeGreaterThan(0.79);
    }
  });

  test("lies between 0 and 100 and names every grade from its high to its low end", () => {
    fc.assert(
      fc.property(
        fc.nat(5_000),
        fc.nat(50_000),
        fc.integer({ min: 1_000, max: 4_000_000 }),
        (violent, property, population) => {
          const { low, high, grades } = scoreInterval({ violent, property, population }, MODEL);
          expect(low).toBeGreaterThanOrEqual(0);
          expect(high).toBeLessThanOrEqual(100);
          expect(low).toBeLessThanOrEqual(high);
          expect(grades[0]).toBe(gradeOf(high).letter);
          expect(grades.at(-1)).toBe(gradeOf(low).letter);
        },
      ),
    );
  });

  test("narrows as a place grows at the same rates", () => {
    const widths = [1, 10, 100].map((times) => {
      const { low, high } = scoreInterval(
        { violent: 4 * times, property: 20 * times, population: 1_000 * times },
        MODEL,
      );
      return high - low;
    });
    expect(widths.toSorted((a, b) => b - a)).toEqual(widths);
  });

  test("is a point where the prior knows no difference between places", () => {
    const flat = { prior: { mean: 4, variance: 0 }, stateRate: 4 };
    expect(scoreInterval({ violent: 7, property: 9, population: 5_000 }, { violent: flat, property: flat })).toEqual({
      low: 50,
      high: 50,
      grades: ["C"],
    });
  });
});

/** Scores drawn from the two gamma posteriors by Marsaglia and Tsang's method (2000), from a fixed seed. */
function drawScores(violent: number, property: number, population: number, draws: number): readonly number[] {
  const random = mulberry(7);
  const posterior = (count: number, { mean, variance }: RiskModel["violent"]["prior"]) =>
    gamma(random, mean ** 2 / variance + count) / (mean / variance + population / 1_000);
  return Array.from({ length: draws }, () => {
    const first = posterior(violent, MODEL.violent.prior) / MODEL.violent.stateRate;
    const second = posterior(property, MODEL.property.prior) / MODEL.property.stateRate;
    return exactScore(first * second);
  });
}

function gamma(random: () => number, shape: number): number {
  const d = shape - 1 / 3;
  for (;;) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const v = (1 + normal / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random()) < normal ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
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
