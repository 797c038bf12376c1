import { expect, test } from "bun:test";
import {
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

test("offenses are added by group, all together, and class by class", () => {
  const counts = {
    ...NO_OFFENSES,
    ...{ homicide: 1, rape: 2, robbery: 4, aggravatedAssault: 8 },
    ...{ burglary: 16, motorVehicleTheft: 32, larceny: 64 },
  };
  expect([violentOf(counts), propertyOf(counts), totalOf(counts)]).toEqual([15, 112, 127]);
  expect(sumOffenses([{ offenses: counts }, { offenses: counts }])).toEqual(mapOffenses((one) => 2 * counts[one]));
  expect(sumOffenses([])).toEqual(NO_OFFENSES);
});

test("a count is an integer; the department may take back up to 1,000 offenses of an earlier year", () => {
  expect(offenseCounts.parse(NO_OFFENSES)).toEqual(NO_OFFENSES);
  expect(offenseCounts.safeParse({ ...NO_OFFENSES, larceny: -1_000 }).success).toBe(true);
  expect(offenseCounts.safeParse({ ...NO_OFFENSES, larceny: -1_001 }).success).toBe(false);
  expect(offenseCounts.safeParse({ ...NO_OFFENSES, larceny: 0.5 }).success).toBe(false);
  expect(offenseCounts.safeParse({ ...NO_OFFENSES, arson: 1 }).success).toBe(false);
});
