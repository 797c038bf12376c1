import { expect, test } from "bun:test";
import { chanceBelow, rateEstimate, rateInterval } from "../../src/domain/rate-estimate.ts";
import { gammaDraws } from "../support/gamma-draws.ts";

const group = (mean: number) => ({ smoothed_rate_per_1k: mean, prior_mean: mean, prior_variance: mean ** 2 / 4 });

test.each([
  [4, 2, 5],
  [3, 6.5, 12],
  [9, 1, 40],
])("the interval and the chance agree with draws from the gamma distribution: %d, %d", (one, other, residents) => {
  // With this prior the shape is 4 + the mean × thousands of residents.
  const draws = [one, other].map((mean, index) => gammaDraws(mean, Math.round(4 + mean * residents), 7 + index));
  const estimates = [one, other].map((mean) => rateEstimate(group(mean), residents * 1_000));
  const [left, right] = estimates;
  if (!left || !right) throw new RangeError("two estimates");
  const [low, high] = rateInterval(left);
  const inside = (draws[0] ?? []).filter((rate) => rate >= low && rate <= high).length / 40_000;
  expect(inside).toBeCloseTo(0.8, 1);
  const below = (draws[0] ?? []).filter((rate, index) => rate < (draws[1]?.[index] ?? 0)).length / 40_000;
  expect(Math.abs(chanceBelow(left, right) - below)).toBeLessThan(0.01);
  expect(chanceBelow(left, right) + chanceBelow(right, left)).toBeCloseTo(1);
});

test("equal rates are below each other half of the time, also without any spread", () => {
  const estimate = rateEstimate(group(4), 50_000);
  expect(chanceBelow(estimate, estimate)).toBeCloseTo(0.5);
  const exact = rateEstimate({ ...group(4), prior_variance: 0 }, 50_000);
  expect([chanceBelow(exact, exact), rateInterval(exact).map((rate) => Math.round(rate))]).toEqual([0.5, [4, 4]]);
  expect(rateInterval(rateEstimate(group(0), 50_000))).toEqual([0, 0]);
});
