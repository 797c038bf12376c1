import { z } from "zod";
import { mapOffenses, OFFENSE_CLASSES } from "./offense.ts";
import { readonlyObject } from "./record.ts";
import { count } from "./snapshot.ts";

/** Counts by month from January of `monthsOfNation.year`; null where a count was not reported. */
export const placeMonths = readonlyObject({
  /** The FBI's code of the agency (ORI). */
  ori: z.string().regex(/^[A-Z0-9]{9}$/),
  /** As the FBI prints it. */
  agency: z.string(),
  /** Of the newest year, by the FBI; null where it has none. */
  residents: count.nullable(),
  offenses: readonlyObject(mapOffenses(() => z.array(count.nullable()).readonly())),
});
export type PlaceMonths = z.infer<typeof placeMonths>;

/** Whether any count of any month was reported. */
export function hasMonths({ offenses }: PlaceMonths): boolean {
  return OFFENSE_CLASSES.some((offense) => offenses[offense].some((count) => count !== null));
}

const provisionalGroup = readonlyObject({
  offenses: count,
  ratePer1k: z.number().min(0),
  /** Of the rate, from the data year: −0.08; null if either count is small. */
  change: z.number().nullable(),
  /** Whether chance alone does not explain the change. */
  exceedsChance: z.boolean(),
  /** Whether chance and a usual year of places of this size do not explain the change against the nation's. */
  exceedsUsual: z.boolean(),
});

/** The year after the data year, by its months; null for a group that cannot be compared. */
export const provisional = readonlyObject({
  year: z.int(),
  violent: provisionalGroup.nullable(),
  property: provisionalGroup.nullable(),
});
export type Provisional = z.infer<typeof provisional>;

const allMonths = {
  /** The first month is January of this year: the year after the data year, or one before it while that is not whole. */
  year: z.int(),
  /** Of each place's counts. */
  months: count,
  /** The day on which the months were collected. */
  asOf: z.iso.date(),
  /** With a comparison. */
  places: count,
  residents: count,
};

/** The months of all places, and the year that they make: null until all its months and the nation's figures are known. */
export const monthsOfNation = z.union([
  readonlyObject({
    ...allMonths,
    /** What the FBI published of the whole nation for the year, and where. Changes are from the year before, of counts. */
    violentRatePer100k: z.number(),
    violentChange: z.number(),
    propertyChange: z.number(),
    source: z.string(),
    /** Of the counts of the places with a comparison. */
    changes: readonlyObject({ violent: z.number(), property: z.number() }),
  }),
  readonlyObject({
    ...allMonths,
    violentRatePer100k: z.null(),
    violentChange: z.null(),
    propertyChange: z.null(),
    source: z.null(),
    changes: z.null(),
  }),
]);
export type MonthsOfNation = z.infer<typeof monthsOfNation>;
/** With the year that they make. */
export type ComparedMonths = Extract<MonthsOfNation, { readonly source: string }>;

export function isComparedMonths(months: MonthsOfNation | null): months is ComparedMonths {
  return months !== null && months.changes !== null;
}
