import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { comparison, publishedRate } from "../../src/dataset/published.ts";
import { type Exposed, fitPrior, fitPriors, rate, scoreOf } from "../../src/dataset/rating.ts";
import { OFFENSES, type Offense } from "../../src/domain/offense.ts";

const state = { violentRate: 4.771493, propertyRate: 20.690537 };

const offenses = fc.record({
  homicide: fc.nat(50),
  rape: fc.nat(300),
  robbery: fc.nat(3_000),
  aggravatedAssault: fc.nat(5_000),
  burglary: fc.nat(5_000),
  motorVehicleTheft: fc.nat(10_000),
  larceny: fc.nat(20_000),
});
const place: fc.Arbitrary<Exposed> = fc.record({ residents: fc.integer({ min: 1_000, max: 4_000_000 }), offenses });
const places = fc.array(place, { minLength: 2, maxLength: 40 });
const offense = fc.constantFrom<Offense>(
  "homicide",
  "rape",
  "robbery",
  "aggravatedAssault",
  "burglary",
  "motorVehicleTheft",
  "larceny",
);

describe("the score", () => {
  test("lies between 0 and 100 and is whole", () => {
    fc.assert(
      fc.property(places, place, (all, one) => {
        const score = scoreOf(rate(one, fitPriors(all), state));
        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
      }),
    );
  });

  test("never rises when one more offense of any class is counted", () => {
    fc.assert(
      fc.property(places, place, offense, fc.integer({ min: 1, max: 500 }), (all, one, kind, more) => {
        const priors = fitPriors(all);
        const worse = { ...one, offenses: { ...one.offenses, [kind]: one.offenses[kind] + more } };
        expect(scoreOf(rate(worse, priors, state))).toBeLessThanOrEqual(scoreOf(rate(one, priors, state)));
      }),
    );
  });

  test("does not depend on the order of the cities", () => {
    fc.assert(
      fc.property(places, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), place, (all, keys, one) => {
        const shuffled = all
          .map((entry) => ({ entry, key: keys.next().value ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ entry }) => entry);
        const [a, b] = [rate(one, fitPriors(all), state), rate(one, fitPriors(shuffled), state)];
        expect(b.relativeRisk).toBeCloseTo(a.relativeRisk, 9);
      }),
    );
  });

  test("is 50 at the state's rates, 80 at half of them, 20 at twice", () => {
    const group = (ratio: number) => ({ rate: 0, weight: 1, smoothedRate: 0, ratio });
    const scored = (ratio: number) => scoreOf({ violent: group(ratio), property: group(ratio), relativeRisk: ratio });
    expect([1, 0.5, 2].map(scored)).toEqual([50, 80, 20]);
  });

  test("weighs a halved violent rate as much as a halved property rate", () => {
    const group = (ratio: number) => ({ rate: 0, weight: 1, smoothedRate: 0, ratio });
    const safer = scoreOf({ violent: group(0.5), property: group(1), relativeRisk: 0 });
    expect(scoreOf({ violent: group(1), property: group(0.5), relativeRisk: 0 })).toBe(safer);
  });
});

describe("the smoothed rate (Marshall 1991)", () => {
  test("lies between the place's own rate and the mean of the places", () => {
    fc.assert(
      fc.property(places, place, (all, one) => {
        const priors = fitPriors(all);
        const rating = rate(one, priors, state);
        for (const group of ["violent", "property"] as const) {
          const ends = [rating[group].rate, priors[group].mean].toSorted((a, b) => a - b);
          expect(rating[group].smoothedRate).toBeGreaterThanOrEqual((ends[0] ?? 0) - 1e-9);
          expect(rating[group].smoothedRate).toBeLessThanOrEqual((ends[1] ?? 0) + 1e-9);
        }
      }),
    );
  });

  test("keeps more of its own rate the more residents a place has", () => {
    fc.assert(
      fc.property(places, place, fc.integer({ min: 2, max: 10 }), (all, one, times) => {
        const priors = fitPriors(all);
        const larger = { ...one, residents: one.residents * times };
        expect(rate(larger, priors, state).violent.weight).toBeGreaterThanOrEqual(
          rate(one, priors, state).violent.weight,
        );
      }),
    );
  });

  test("agrees with the estimator worked by hand", () => {
    const counts = (robbery: number): Exposed["offenses"] => ({
      homicide: 0,
      rape: 0,
      robbery,
      aggravatedAssault: 0,
      burglary: 0,
      motorVehicleTheft: 0,
      larceny: 0,
    });
    const two = [
      { residents: 1_000, offenses: counts(20) },
      { residents: 3_000, offenses: counts(12) },
    ];
    // m = 32/4 = 8; s² = (1·12² + 3·4²)/4 = 48; v = 48 − 8/2 = 44.
    const prior = fitPrior(two, "violent");
    expect(prior).toEqual({ mean: 8, variance: 44 });
    const rating = rate(
      { residents: 1_000, offenses: counts(20) },
      { violent: prior, property: prior },
      { violentRate: 8, propertyRate: 8 },
    );
    // w = 44/(44 + 8/1); smoothed = w·20 + (1 − w)·8.
    expect(rating.violent.weight).toBeCloseTo(44 / 52, 12);
    expect(rating.violent.smoothedRate).toBeCloseTo(8 + (12 * 44) / 52, 12);
  });

  test("is the mean for all where the places differ no more than by chance", () => {
    const alike = [10, 10].map((robbery) => ({
      residents: 1_000,
      offenses: { homicide: 0, rape: 0, robbery, aggravatedAssault: 0, burglary: 5, motorVehicleTheft: 0, larceny: 0 },
    }));
    const priors = fitPriors(alike);
    expect(priors.violent).toEqual({ mean: 10, variance: 0 });
    expect(alike.map((one) => rate(one, priors, state).violent.smoothedRate)).toEqual([10, 10]);
  });
});

describe("published figures", () => {
  test.each([
    [25, 100_000, 0.3],
    [24, 100_000, 0.2],
    [35, 100_000, 0.4],
    [1_004_000, 39_431_263, 25.5],
    [30_566, 997_368, 30.6],
    [0, 1_000, 0],
  ])("%d offenses among %d residents are %d per 1,000, half rounded up", (count, residents, expected) => {
    expect(publishedRate(count, residents)).toBe(expected);
  });

  test("a rate is the nearest tenth, whatever the figures", () => {
    fc.assert(
      fc.property(fc.nat(2_000_000), fc.integer({ min: 1_000, max: 40_000_000 }), (count, residents) => {
        const published = publishedRate(count, residents);
        const twentieths = BigInt(Math.round(published * 10)) * 2n * BigInt(residents);
        const exact = 20_000n * BigInt(count);
        expect(twentieths - BigInt(residents) <= exact && exact < twentieths + BigInt(residents)).toBe(true);
      }),
    );
  });

  test.each([
    [14.7, 25.5, "42% below CA average"],
    [33.9, 25.5, "33% above CA average"],
    [25.5, 25.5, "0% below CA average"],
    [25.6, 25.5, "0% above CA average"],
    [0, 25.5, "100% below CA average"],
  ])("%d against %d is %j", (own, average, text) => expect(comparison(own, average)).toBe(text));
});

test("every offense class is in exactly one of the two groups, arson in neither", () => {
  expect(Object.entries(OFFENSES).map(([name, group]) => `${name}: ${group}`)).toEqual([
    "homicide: violent",
    "rape: violent",
    "robbery: violent",
    "aggravatedAssault: violent",
    "burglary: property",
    "motorVehicleTheft: property",
    "larceny: property",
  ]);
});
