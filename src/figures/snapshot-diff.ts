import { z } from "zod";
import { gradeLetter, readonlyObject } from "../domain/record.ts";
import { snapshot } from "../domain/snapshot.ts";

const snapshotIdentity = snapshot.unwrap().pick({ version: true, dataYear: true, lastUpdated: true }).readonly();
export type SnapshotIdentity = z.infer<typeof snapshotIdentity>;

/** A county's record that was added or removed. */
const countyChange = readonlyObject({
  county: z.string(),
  /** Why the other snapshot does not have it. */
  reason: z.string(),
});
export type CountyChange = z.infer<typeof countyChange>;

const cityChange = readonlyObject({ city: z.string(), ...countyChange.unwrap().shape });
export type CityChange = z.infer<typeof cityChange>;

/** The inputs of a score besides the method. */
export const SCORE_FACTORS = ["violent", "property", "population", "state", "past"] as const;
export type ScoreFactor = (typeof SCORE_FACTORS)[number];

/**
 * `violent`, `property` (offenses), and `population` (residents) are the place's own figures. `state` is the means of
 * the state's two rates, and `past` the means of the two rates predicted from the place's past. `method` is the only
 * reason if no figure changed.
 */
const gradeReason = readonlyObject({
  factor: z.enum([...SCORE_FACTORS, "method"]),
  before: z.number(),
  after: z.number(),
});
export type GradeReason = z.infer<typeof gradeReason>;

const graded = readonlyObject({ grade: gradeLetter, score: z.int().min(0).max(100), year: z.int() });

const gradeChange = readonlyObject({
  name: z.string(),
  before: graded,
  after: graded,
  /** The first is the one that on its own would have moved the score furthest in the direction it moved. */
  reasons: z.array(gradeReason).min(1).readonly(),
});
export type GradeChange = z.infer<typeof gradeChange>;

/** The changes from one snapshot to the next. All lists are sorted by name. */
export const snapshotDiff = readonlyObject({
  from: snapshotIdentity,
  to: snapshotIdentity,
  citiesIn: z.array(cityChange).readonly(),
  citiesOut: z.array(cityChange).readonly(),
  countiesIn: z.array(countyChange).readonly(),
  countiesOut: z.array(countyChange).readonly(),
  cityGrades: z.array(gradeChange).readonly(),
  countyGrades: z.array(gradeChange).readonly(),
});
export type SnapshotDiff = z.infer<typeof snapshotDiff>;

/** Published with a snapshot: its difference from the previous year, or `from: null` if that year lacks figures. */
export const yearChanges = z.union([snapshotDiff, readonlyObject({ from: z.null(), to: snapshotIdentity })]);
export type YearChanges = z.infer<typeof yearChanges>;
