import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { OFFENSES } from "../../src/domain/offense.ts";
import { comparison, fourDecimals, publishedRate, roundRating, sixDecimals } from "../../src/domain/published.ts";
import type { Rating } from "../../src/domain/snapshot.ts";

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

describe("stored figures", () => {
  test("have six decimals, degrees have four", () => {
    expect(sixDecimals(1.234567891)).toBe(1.234568);
    expect(sixDecimals(2)).toBe(2);
    expect(fourDecimals(-121.493_972)).toBe(-121.494);
    expect(fourDecimals(38.581_572)).toBe(38.5816);
  });

  test("of a rating have six decimals each", () => {
    const exact: Rating = {
      violent: {
        rate: 1.123456789,
        last: { mean: 2.123456789, variance: 0.223456789, year: 2023, anchor: 0.123456789, kept: 0.885123456 },
        move: 0.123456789,
        prior: { mean: 3.123456789, variance: 0.323456789 },
        weight: 0.423456789,
        smoothedRate: 4.123456789,
        ratio: 5.123456789,
      },
      property: {
        rate: 6.123456789,
        last: null,
        move: 0.987654321,
        prior: { mean: 7.123456789, variance: 0.723456789 },
        weight: 0.823456789,
        smoothedRate: 8.123456789,
        ratio: 9.123456789,
      },
      relativeRisk: 7.623456789,
    };
    expect(roundRating(exact)).toEqual({
      violent: {
        rate: 1.123457,
        last: { mean: 2.123457, variance: 0.223457, year: 2023, anchor: 0.123457, kept: 0.885123 },
        move: 0.123457,
        prior: { mean: 3.123457, variance: 0.323457 },
        weight: 0.423457,
        smoothedRate: 4.123457,
        ratio: 5.123457,
      },
      property: {
        rate: 6.123457,
        last: null,
        move: 0.987654,
        prior: { mean: 7.123457, variance: 0.723457 },
        weight: 0.823457,
        smoothedRate: 8.123457,
        ratio: 9.123457,
      },
      relativeRisk: 7.623457,
    });
  });
});

test("every offense class is in exactly one of the two groups, and arson is in neither", () => {
  expect(Object.entries(OFFENSES).map(([name, { group }]) => `${name}: ${group}`)).toEqual([
    "homicide: violent",
    "rape: violent",
    "robbery: violent",
    "aggravatedAssault: violent",
    "burglary: property",
    "motorVehicleTheft: property",
    "larceny: property",
  ]);
});
