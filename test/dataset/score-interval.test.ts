import { describe, expect, test } from "bun:test";
import { rateCumulants } from "../../src/dataset/model/gamma-poisson.ts";
import { scoreRange } from "../../src/dataset/model/score-interval.ts";
import { exactScore, relativeRiskOf } from "../../src/domain/grade.ts";
import { byGroup } from "../../src/domain/offense.ts";
import { gammaDraws } from "../support/gamma-draws.ts";

const STATE = { violent: 4.8, property: 20.7 };

describe("the score interval", () => {
  test.each([
    [
      { mean: 2.5, shape: 7 },
      { mean: 14, shape: 29 },
    ],
    [
      { mean: 3.5, shape: 44 },
      { mean: 24, shape: 304 },
    ],
    [
      { mean: 5, shape: 150 },
      { mean: 26, shape: 804 },
    ],
  ])("holds four fifths of the scores of rates drawn from %j and %j", (violent, property) => {
    const draws = gammaDraws(property.mean, property.shape, 11, 20_000);
    const scores = gammaDraws(violent.mean, violent.shape, 7, 20_000).map((rate, index) =>
      exactScore(relativeRiskOf(rate / STATE.violent, (draws[index] ?? 0) / STATE.property)),
    );
    const cumulants = ({ mean, shape }: typeof violent) => rateCumulants({ mean, variance: mean ** 2 / shape });
    const { low, high } = scoreRange({ violent: cumulants(violent), property: cumulants(property) }, STATE);
    const inside = (from: number, to: number) =>
      scores.filter((score) => score >= from && score <= to).length / scores.length;
    // The whole scores within the exact interval, which reaches less than a score further on either side.
    expect(inside(low, high)).toBeLessThan(0.82);
    expect(inside(low - 1, high + 1)).toBeGreaterThan(0.78);
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

  test("has the score of the year where only rounding would leave it out, as for Colma, and not otherwise", () => {
    const flat = { violent: 1, property: 1 };
    const rates = byGroup(() => rateCumulants({ mean: 12, variance: 8 }));
    expect(scoreRange(rates, flat, 0, 14.2)).toEqual({ low: 0, high: 1 });
    expect(scoreRange(rates, flat, 0, 30)).toEqual({ low: 1, high: 1 });
  });

  test("is a point where the rates are known for certain", () => {
    const flat = rateCumulants({ mean: 4, variance: 0 });
    expect(scoreRange({ violent: flat, property: flat }, { violent: 4, property: 4 })).toEqual({ low: 50, high: 50 });
  });
});
