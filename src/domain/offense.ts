import { z } from "zod";

/**
 * The seven offense classes, as the department of justice counts them (reported offenses, Uniform Crime
 * Reporting definitions). Arson is in neither sum (decisions 7).
 */
export const OFFENSES = {
  homicide: "violent",
  rape: "violent",
  robbery: "violent",
  aggravatedAssault: "violent",
  burglary: "property",
  motorVehicleTheft: "property",
  larceny: "property",
} as const;

export type Offense = keyof typeof OFFENSES;
export const OFFENSE_GROUPS = ["violent", "property"] as const;
export type OffenseGroup = (typeof OFFENSE_GROUPS)[number];

/** Negative in a few rows: the department takes back an offense that it had counted in an earlier year. */
const count = z.int().min(-1_000);

/** Reported offenses of one year by class. The sums of a group are never negative. */
export const offenseCounts = z
  .strictObject({
    homicide: count,
    rape: count,
    robbery: count,
    aggravatedAssault: count,
    burglary: count,
    motorVehicleTheft: count,
    larceny: count,
  })
  .readonly();
export type OffenseCounts = z.infer<typeof offenseCounts>;

export const NO_OFFENSES: OffenseCounts = {
  homicide: 0,
  rape: 0,
  robbery: 0,
  aggravatedAssault: 0,
  burglary: 0,
  motorVehicleTheft: 0,
  larceny: 0,
};

/** Homicide, rape, robbery and aggravated assault together. */
export function violentOf(counts: OffenseCounts): number {
  return counts.homicide + counts.rape + counts.robbery + counts.aggravatedAssault;
}

/** Burglary, motor-vehicle theft and larceny together. */
export function propertyOf(counts: OffenseCounts): number {
  return counts.burglary + counts.motorVehicleTheft + counts.larceny;
}

/** The count of a group. */
export const COUNT_OF = { violent: violentOf, property: propertyOf } as const satisfies Record<
  OffenseGroup,
  (counts: OffenseCounts) => number
>;

export function totalOf(counts: OffenseCounts): number {
  return violentOf(counts) + propertyOf(counts);
}

export function addOffenses(a: OffenseCounts, b: OffenseCounts): OffenseCounts {
  return {
    homicide: a.homicide + b.homicide,
    rape: a.rape + b.rape,
    robbery: a.robbery + b.robbery,
    aggravatedAssault: a.aggravatedAssault + b.aggravatedAssault,
    burglary: a.burglary + b.burglary,
    motorVehicleTheft: a.motorVehicleTheft + b.motorVehicleTheft,
    larceny: a.larceny + b.larceny,
  };
}
