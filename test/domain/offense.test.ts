import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  countOf,
  mapFields,
  mapOffenses,
  OFFENSE_CLASSES,
  OFFENSES,
  offensesIn,
  propertyOf,
  sumOffenses,
  totalOf,
  violentOf,
} from "../../src/domain/offense.ts";
import { offenseCounts } from "../../src/domain/snapshot.ts";
import { NO_OFFENSES } from "../support/offense-columns.ts";

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
const groups = new Map<string, string>(Object.entries(OFFENSES).map(([name, { group }]) => [name, group]));

test("the classes are the department's, in its order: four violent and three property classes", () => {
  expect<readonly string[]>(OFFENSE_CLASSES).toEqual(Object.keys(NO_OFFENSES));
  expect(offensesIn("violent")).toEqual(["homicide", "rape", "robbery", "aggravatedAssault"]);
  expect(offensesIn("property")).toEqual(["burglary", "motorVehicleTheft", "larceny"]);
  expect(mapFields("violent", (offense) => OFFENSES[offense].name)).toEqual({
    homicide: "Homicide",
    rape: "Rape",
    robbery: "Robbery",
    aggravated_assault: "Aggravated assault",
  });
  expect(Object.keys(mapFields("property", () => 0))).toEqual(["burglary", "motor_vehicle_theft", "larceny"]);
  expect(Object.values(mapOffenses((offense) => offense))).toEqual([...OFFENSE_CLASSES]);
});

test("the sum of a group is that of its classes, and the total is that of all", () => {
  fc.assert(
    fc.property(counts, (given) => {
      const sumOf = (group?: string) =>
        Object.entries(given).reduce((sum, [name, n]) => (!group || groups.get(name) === group ? sum + n : sum), 0);
      expect([violentOf(given), propertyOf(given), totalOf(given)]).toEqual([
        sumOf("violent"),
        sumOf("property"),
        sumOf(),
      ]);
      expect([countOf("violent", given), countOf("property", given)]).toEqual([violentOf(given), propertyOf(given)]);
    }),
  );
});

test("counts are added class by class, and an empty list adds nothing", () => {
  fc.assert(
    fc.property(counts, counts, (one, other) => {
      const sum: ReadonlyMap<string, number> = new Map(
        Object.entries(sumOffenses([{ offenses: one }, { offenses: other }])),
      );
      const others: ReadonlyMap<string, number> = new Map(Object.entries(other));
      expect([...sum]).toEqual(Object.entries(one).map(([name, n]) => [name, n + (others.get(name) ?? 0)]));
      expect(sumOffenses([])).toEqual(NO_OFFENSES);
    }),
  );
});

test("a count is an integer; the department may take back up to 1,000 offenses of an earlier year", () => {
  expect(offenseCounts.parse(NO_OFFENSES)).toEqual(NO_OFFENSES);
  expect(offenseCounts.safeParse({ ...NO_OFFENSES, larceny: -1_000 }).success).toBe(true);
  expect(offenseCounts.safeParse({ ...NO_OFFENSES, larceny: -1_001 }).success).toBe(false);
  expect(offenseCounts.safeParse({ ...NO_OFFENSES, larceny: 0.5 }).success).toBe(false);
  expect(offenseCounts.safeParse({ ...NO_OFFENSES, arson: 1 }).success).toBe(false);
});
