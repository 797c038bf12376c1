import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  logGamma,
  predict,
  rateCumulants,
  smoothedRateCumulants,
  startingPrior,
  tailsOf,
  update,
} from "../../src/dataset/model/gamma-poisson.ts";

const residents = fc.integer({ min: 1_000, max: 4_000_000 });
const prior = fc.record({
  mean: fc.double({ min: 0.1, max: 60, noNaN: true }),
  variance: fc.double({ min: 0.001, max: 500, noNaN: true }),
});
const counted = fc.record({ residents, count: fc.nat(20_000) });

describe("ln Γ", () => {
  test("has the known values at 1, 1/2, 5, and 171", () => {
    expect(logGamma(1)).toBeCloseTo(0, 12);
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 12);
    expect(logGamma(5)).toBeCloseTo(Math.log(24), 12);
    expect(logGamma(171)).toBeCloseTo(706.5730622457874, 9);
  });

  test("keeps its recurrence across the switch to the series", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.05, max: 40, noNaN: true }), (x) => {
        expect(logGamma(x + 1) - logGamma(x)).toBeCloseTo(Math.log(x), 9);
      }),
    );
  });
});

describe("the starting prior (Marshall 1991)", () => {
  test("agrees with the estimator worked by hand", () => {
    // m = 32/4 = 8; s² = (1·12² + 3·4²)/4 = 48; v = 48 − 8/2 = 44.
    const two = [
      { residents: 1_000, count: 20 },
      { residents: 3_000, count: 12 },
    ];
    expect(startingPrior(two)).toEqual({ mean: 8, variance: 44 });
  });

  test("has no variance where the places differ no more than by chance, and all get the mean", () => {
    const alike = [10, 10].map((count) => ({ residents: 1_000, count }));
    const start = startingPrior(alike);
    expect(start).toEqual({ mean: 10, variance: 0 });
    expect(update(start, { residents: 1_000, count: 3 })).toEqual(start);
  });
});

describe("an update by a year's count", () => {
  test("is that of the gamma distribution with shape m²/v + count and rate m/v + n", () => {
    fc.assert(
      fc.property(prior, counted, (before, year) => {
        const shape = before.mean ** 2 / before.variance + year.count;
        const rate = before.mean / before.variance + year.residents / 1_000;
        const after = update(before, year);
        expect(after.mean / (shape / rate)).toBeCloseTo(1, 9);
        expect(after.variance / (shape / rate ** 2)).toBeCloseTo(1, 9);
      }),
    );
  });
});

test("a forecast follows the state and widens by the squared move for each year, gaps included", () => {
  const forecast = predict({ mean: 4, variance: 0.5 }, 1.1, 0.2, 3);
  expect(forecast.mean).toBeCloseTo(4.4, 12);
  expect(forecast.variance).toBeCloseTo((0.5 + 16 * 0.04 * 3) * 1.21, 12);
});

describe("the tails of a forecast", () => {
  test("are the sums of the negative binomial probabilities", () => {
    // Shape 2, n / (rate + n) = 1/2: P(0 … 3) = 1/4, 1/4, 3/16, 1/8.
    const forecast = { mean: 2, variance: 2 };
    const at = (count: number) => tailsOf({ residents: 1_000, count }, forecast);
    expect(at(0).lower).toBeCloseTo(1 / 4, 12);
    expect(at(1).lower).toBeCloseTo(1 / 2, 12);
    expect(at(3).lower).toBeCloseTo(13 / 16, 12);
    expect(at(3).upper).toBeCloseTo(5 / 16, 12);
    expect(at(0).upper).toBeCloseTo(1, 12);
  });

  test("are those of a Poisson count where the rate is known for certain", () => {
    const { lower, upper } = tailsOf({ residents: 1_000, count: 1 }, { mean: 2, variance: 0 });
    expect(lower).toBeCloseTo(3 * Math.exp(-2), 12);
    expect(upper).toBeCloseTo(1 - Math.exp(-2), 12);
  });

  test("are probabilities, and the lower rises and the upper falls with the count", () => {
    fc.assert(
      fc.property(prior, counted, (forecast, year) => {
        const [here, next] = [year, { ...year, count: year.count + 1 }].map((at) => tailsOf(at, forecast));
        for (const tail of [here?.lower, here?.upper]) {
          expect(tail).toBeGreaterThanOrEqual(0);
          expect(tail).toBeLessThanOrEqual(1 + 1e-6);
        }
        expect(next?.lower ?? 0).toBeGreaterThanOrEqual((here?.lower ?? 0) - 1e-6);
        expect(next?.upper ?? 0).toBeLessThanOrEqual((here?.upper ?? 0) + 1e-6);
      }),
    );
  });
});

describe("cumulants", () => {
  test("of a gamma rate are shape × (k − 1)! / rateᵏ", () => {
    const [shape, rate] = [3, 2];
    const cumulants = rateCumulants({ mean: shape / rate, variance: shape / rate ** 2 });
    for (const [index, factorial] of [1, 1, 2, 6].entries()) {
      expect(cumulants[index]).toBeCloseTo((shape * factorial) / rate ** (index + 1), 12);
    }
  });

  test("of next year's smoothed rate are those that its counts, summed one by one, give", () => {
    const forecast = { mean: 4, variance: 2 };
    const n = 1.5;
    const [shape, rate] = [forecast.mean ** 2 / forecast.variance, forecast.mean / forecast.variance];
    const odds = n / (rate + n);
    let probability = (1 - odds) ** shape;
    const weighted: [value: number, probability: number][] = [];
    for (let count = 0; count < 400; count += 1) {
      weighted.push([(shape + count) / (rate + n), probability]);
      probability *= ((count + shape) / (count + 1)) * odds;
    }
    const mean = weighted.reduce((sum, [value, p]) => sum + value * p, 0);
    const moment = (power: number) => weighted.reduce((sum, [value, p]) => sum + (value - mean) ** power * p, 0);
    const expected = [mean, moment(2), moment(3), moment(4) - 3 * moment(2) ** 2];
    const cumulants = smoothedRateCumulants(forecast, n * 1_000);
    for (const [index, value] of expected.entries()) expect(cumulants[index]).toBeCloseTo(value, 9);
  });
});
