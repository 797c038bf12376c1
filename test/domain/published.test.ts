import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { OFFENSES } from "../../src/domain/offense.ts";
import { comparison, publishedRate } from "../../src/domain/published.ts";

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
