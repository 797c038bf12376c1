import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { comparison, fourDecimals, publishedRate, roundRating, sixDecimals } from "../../src/domain/published.ts";
import { CALIFORNIA } from "../../src/editions/california.ts";

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
  ])("%d against %d is %j", (own, average, text) => expect(comparison(own, average, CALIFORNIA)).toBe(text));
});

describe("stored figures", () => {
  test("have six decimals, degrees have four", () => {
    expect(sixDecimals(1.234567891)).toBe(1.234568);
    expect(sixDecimals(2)).toBe(2);
    expect(fourDecimals(-121.493_972)).toBe(-121.494);
    expect(fourDecimals(38.581_572)).toBe(38.5816);
  });

  test("of a rating have six decimals, at every depth", () => {
    const gamma = { mean: 2.123456789, variance: 0.223456789 };
    const last = { ...gamma, year: 2023, anchor: 0.123456789, kept: 0.885123456 };
    const group = { rate: 1.123456789, last, move: 0.1, prior: gamma, weight: 0.4, smoothedRate: 4, ratio: 5 };
    const rounded = { mean: 2.123457, variance: 0.223457 };
    expect(
      roundRating({ violent: group, property: { ...group, last: null }, relativeRisk: 7.623456789 }),
    ).toMatchObject({
      violent: { rate: 1.123457, last: { ...rounded, year: 2023, anchor: 0.123457, kept: 0.885123 }, prior: rounded },
      property: { rate: 1.123457, last: null, smoothedRate: 4 },
      relativeRisk: 7.623457,
    });
  });
});
