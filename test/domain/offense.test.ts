import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  addOffenses,
  COUNT_OF,
  NO_OFFENSES,
  OFFENSES,
  offenseCounts,
  propertyOf,
  totalOf,
  violentOf,
} from "../../src/domain/offense.ts";

const count = fc.nat({ max: 1_000_000 });
const counts = fc.record({
  homicide: count,
  rape: count,
  robbery: count,
  aggravatedAssault: count,
  burglary: count,
  motorVehicleTheft: count,
  larceny: count,
});
const classes = new Map<string, string>(Object.entries(OFFENSES));

test("the sum of a group is that of its classes, and the total is that of all", () => {
  fc.assert(
    fc.property(counts, (given) => {
      const sumOf = (group?: string) =>
        Object.entries(given).reduce((sum, [name, n]) => (!group || classes.get(name) === group ? sum + n : sum), 0);
      expect([violentOf(given), propertyOf(given), totalOf(given)]).toEqual([
        sumOf("violent"),
        sumOf("property"),
        sumOf(),
      ]);
      expect([COUNT_OF.violent(given), COUNT_OF.property(given)]).toEqual([violentOf(given), propertyOf(given)]);
    }),
  );
});

test("counts are added class by class, and none add nothing", () => {
  fc.assert(
    fc.property(counts, counts, (one, other) => {
      const sum: ReadonlyMap<string, number> = new Map(Object.entries(addOffenses(one, other)));
      const others: ReadonlyMap<string, number> = new Map(Object.entries(other));
      expect([...sum]).toEqual(Object.entries(one).map(([name, n]) => [name, n + (others.get(name) ?? 0)]));
      expect(addOffenses(one, NO_OFFENSES)).toEqual(one);
    }),
  );
});

test("a count is whole; the department may take back up to 1,000 of an earlier year", () => {
  expect(offenseCounts.parse(NO_OFFENSES)).toEqual(NO_OFFENSES);
  expect(offenseCounts.safeParse({ ...NO_OFFENSES, larceny: -1_000 }).success).toBe(true);
  expect(offenseCounts.safeParse({ ...NO_OFFENSES, larceny: -1_001 }).success).toBe(false);
  expect(offenseCounts.safeParse({ ...NO_OFFENSES, larceny: 0.5 }).success).toBe(false);
  expect(offenseCounts.safeParse({ ...NO_OFFENSES, arson: 1 }).success).toBe(false);
});
