import type { Offense, OffenseCounts } from "../../domain/offense.ts";
import type { StateCode } from "../../editions/us-states.ts";
import { fail } from "../fault.ts";
import type { Identities } from "./identities.ts";
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

/** The rows of state programs by year and place. */
export interface StateCounts {
  of(year: number, key: string): StateCount | undefined;
  /** The names that are joined to no place of these keys, with the years of their rows. */
  unused(keys: ReadonlySet<string>): readonly UnusedStateCount[];
}

export interface UnusedStateCount extends Pick<StateCount, "state" | "agency"> {
  readonly from: number;
  readonly to: number;
  readonly why: "no municipality has the name" | "Table 8 has no row of it";
}

/** Joins each row as those of Table 8 are joined. @throws DatasetError if two are one place's */
export function joinStateCounts(rows: readonly StateCount[], identities: Pick<Identities, "ofOther">): StateCounts {
  const byPlace = new Map<string, StateCount>();
  const names = new Map<string, UnusedStateCount & { readonly key: string }>();
  for (const row of rows) {
    const { state, agency, year } = row;
    const { key, unit, review } = identities.ofOther(row, year);
    const id = `${year}|${key}`;
    const other = byPlace.get(id);
    if (other !== undefined)
      fail({ file: "us/state-counts.csv" }, `${other.agency} and ${agency}, ${state}, are both ${key} in ${year}`);
    byPlace.set(id, row);
    const isKnown = unit !== null || review !== null;
    const why = isKnown ? "Table 8 has no row of it" : "no municipality has the name";
    const from = names.get(`${agency}|${key}`)?.from ?? year;
    names.set(`${agency}|${key}`, { state, agency, from, to: year, why, key });
  }
  return {
    of: (year, key) => byPlace.get(`${year}|${key}`),
    unused: (keys) => [...names.values()].flatMap(({ key, ...name }) => (keys.has(key) ? [] : [name])),
  };
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
