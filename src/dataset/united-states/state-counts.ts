import type { Offense, OffenseCounts } from "../../domain/offense.ts";
import type { StateCode } from "../../editions/us-states.ts";
import type { StateCount } from "./tables.ts";

/** The class in which a state's own program stands in for Table 8, which has half of them or less in many places. */
const STAND_INS: Partial<Record<StateCode, Exclude<Offense, "rape">>> = { FL: "motorVehicleTheft" };
/** The classes that both publishers count alike. */
const ALIKE = ["homicide", "robbery", "aggravatedAssault", "burglary", "larceny"] as const;
/** A year is whole if it has this share of Table 8's offenses of these classes. */
const LEAST_SHARE = 0.9;
/** A month without any offense is missing where Table 8 has so many a month. */
const MONTHLY = 10;

/** A class of a year as a state's program counted it. */
export interface StateClass {
  readonly offense: Offense;
  readonly count: number;
  /** The count of Table 8. */
  readonly table8: number;
}

/** The class that the program of the state counts better, if it has the whole year. */
export function stateClassOf(
  state: StateCode,
  offenses: OffenseCounts | null,
  counted: StateCount | undefined,
): StateClass | null {
  const offense = STAND_INS[state];
  if (offense === undefined || offenses === null || counted === undefined) return null;
  const count = counted[offense];
  const table8 = ALIKE.reduce((sum, one) => sum + offenses[one], 0);
  const own = ALIKE.reduce((sum, one) => sum + (counted[one] ?? 0), 0);
  const lacksMonth = counted.months.some((month) => month === null || (month === 0 && table8 >= 12 * MONTHLY));
  if (count === null || lacksMonth || own < LEAST_SHARE * table8) return null;
  return { offense, count, table8: offenses[offense] };
}
