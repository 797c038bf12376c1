import { z } from "zod";

/**
 * The seven offence classes, as the California Department of Justice counts them (reported offences, Uniform Crime
 * Reporting definitions). Arson is in neither sum (decisions 7).
 */
export const OFFENCES = {
  homicide: "violent",
  rape: "violent",
  robbery: "violent",
  aggravatedAssault: "violent",
  burglary: "property",
  motorVehicleTheft: "property",
  larceny: "property",
} as const;

export type Offence = keyof typeof OFFENCES;
export const OFFENCE_GROUPS = ["violent", "property"] as const;
export type OffenceGroup = (typeof OFFENCE_GROUPS)[number];

/** Negative in a few rows: the department takes back an offence that it had counted in an earlier year. */
const count = z.int().min(-1_000);

/** Reported offences of one year by class. The sums of a group are never negative. */
export const offenceCounts = z
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
export type OffenceCounts = z.infer<typeof offenceCounts>;

export const NO_OFFENCES: OffenceCounts = {
  homicide: 0,
  rape: 0,
  robbery: 0,
  aggravatedAssault: 0,
  burglary: 0,
  motorVehicleTheft: 0,
  larceny: 0,
};

/** Homicide, rape, robbery and aggravated assault together. */
export function violentOf(counts: OffenceCounts): number {
  return counts.homicide + counts.rape + counts.robbery + counts.aggravatedAssault;
}

/** Burglary, motor-vehicle theft and larceny together. */
export function propertyOf(counts: OffenceCounts): number {
  return counts.burglary + counts.motorVehicleTheft + counts.larceny;
}

export function totalOf(counts: OffenceCounts): number {
  return violentOf(counts) + propertyOf(counts);
}

export function addOffences(a: OffenceCounts, b: OffenceCounts): OffenceCounts {
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
