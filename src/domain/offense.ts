import { namesOf, recordFrom } from "../base/named-table.ts";

/**
 * The classes of the Department of Justice (Uniform Crime Reporting). Arson is in neither group (decisions 7). `field`
 * is the name in the tables under `data/` and in the API.
 */
export const OFFENSES = {
  homicide: { group: "violent", field: "homicide", name: "Homicide" },
  rape: { group: "violent", field: "rape", name: "Rape" },
  robbery: { group: "violent", field: "robbery", name: "Robbery" },
  aggravatedAssault: { group: "violent", field: "aggravated_assault", name: "Aggravated assault" },
  burglary: { group: "property", field: "burglary", name: "Burglary" },
  motorVehicleTheft: { group: "property", field: "motor_vehicle_theft", name: "Motor-vehicle theft" },
  larceny: { group: "property", field: "larceny", name: "Larceny" },
} as const;

export type Offense = keyof typeof OFFENSES;
export const OFFENSE_CLASSES = namesOf(OFFENSES);

export function isOffense(name: string): name is Offense {
  return Object.hasOwn(OFFENSES, name);
}

export const OFFENSE_GROUPS = ["violent", "property"] as const;
export type OffenseGroup = (typeof OFFENSE_GROUPS)[number];
export type ByGroup<Value> = Readonly<Record<OffenseGroup, Value>>;

export function byGroup<Value>(of: (group: OffenseGroup) => Value): ByGroup<Value> {
  return { violent: of("violent"), property: of("property") };
}

type OffenseIn<Group extends OffenseGroup> = {
  [Class in Offense]: (typeof OFFENSES)[Class]["group"] extends Group ? Class : never;
}[Offense];
/** The name of a class of the group in the tables under `data/` and in the API. */
type OffenseField<Group extends OffenseGroup> = (typeof OFFENSES)[OffenseIn<Group>]["field"];

function classesOf<Group extends OffenseGroup>(group: Group): readonly OffenseIn<Group>[] {
  return OFFENSE_CLASSES.filter((offense): offense is OffenseIn<Group> => OFFENSES[offense].group === group);
}

const CLASSES: { readonly [Group in OffenseGroup]: readonly OffenseIn<Group>[] } = {
  violent: classesOf("violent"),
  property: classesOf("property"),
};

export function offensesIn<Group extends OffenseGroup>(group: Group): readonly OffenseIn<Group>[] {
  return CLASSES[group];
}

export function mapOffenses<Value>(entryOf: (offense: Offense) => Value): Readonly<Record<Offense, Value>> {
  return recordFrom(OFFENSE_CLASSES.map((offense) => [offense, entryOf(offense)] as const));
}

/** By the class's field. */
export function mapFields<Group extends OffenseGroup, Value>(
  group: Group,
  entryOf: (offense: Offense) => Value,
): Readonly<Record<OffenseField<Group>, Value>> {
  return recordFrom(offensesIn(group).map((offense) => [OFFENSES[offense].field, entryOf(offense)] as const));
}

export function mapOffenseFields<Value>(entryOf: (offense: Offense) => Value) {
  return { ...mapFields("violent", entryOf), ...mapFields("property", entryOf) };
}

/** Reported offenses of one year by class. The sums of a group are never negative. */
export type OffenseCounts = Readonly<Record<Offense, number>>;

export function violentOf(counts: OffenseCounts): number {
  return countOf("violent", counts);
}

export function propertyOf(counts: OffenseCounts): number {
  return countOf("property", counts);
}

export function countOf(group: OffenseGroup, counts: OffenseCounts): number {
  return offensesIn(group).reduce((sum, offense) => sum + counts[offense], 0);
}

export function totalOf(counts: OffenseCounts): number {
  return violentOf(counts) + propertyOf(counts);
}

/** With fewer offenses in a year, all or violent ones, chance decides how a place compares with others. */
const FEW_OFFENSES = { all: 60, violent: 8 } as const;

export function hasFewOffenses(counts: OffenseCounts): boolean {
  return totalOf(counts) < FEW_OFFENSES.all || violentOf(counts) < FEW_OFFENSES.violent;
}

export function sumOffenses(rows: readonly { readonly offenses: OffenseCounts }[]): OffenseCounts {
  return mapOffenses((offense) => rows.reduce((sum, { offenses }) => sum + offenses[offense], 0));
}
