import { z } from "zod";
import { gradeLetter } from "./record.ts";
import { snapshot } from "./snapshot.ts";

const snapshotIdentity = snapshot.unwrap().pick({ version: true, dataYear: true, lastUpdated: true }).readonly();
export type SnapshotIdentity = z.infer<typeof snapshotIdentity>;

/** A county whose record was added or removed. */
const countyChange = z
  .strictObject({
    county: z.string(),
    /** Why it is absent from the other snapshot. */
    reason: z.string(),
  })
  .readonly();
export type CountyChange = z.infer<typeof countyChange>;

const cityChange = z.strictObject({ city: z.string(), ...countyChange.unwrap().shape }).readonly();
export type CityChange = z.infer<typeof cityChange>;

/** The inputs of a score besides the method. */
export const SCORE_FACTORS = ["violent", "property", "population", "state", "past"] as const;
export type ScoreFactor = (typeof SCORE_FACTORS)[number];

/**
 * `violent`, `property` (offenses) and `population` (residents) are the place's own figures; `state` and `past` are the means of the
 * state's two rates and of the two forecasts from the place's past. `method` stands alone if no figure changed.
 */
const gradeReason = z
  .strictObject({
    factor: z.enum([...SCORE_FACTORS, "method"]),
    before: z.number(),
    after: z.number(),
  })
  .readonly();
export type GradeReason = z.infer<typeof gradeReason>;

const graded = z.strictObject({ grade: gradeLetter, score: z.int().min(0).max(100) }).readonly();

const gradeChange = z
  .strictObject({
    /** The city's or the county's name. */
    name: z.string(),
    before: graded,
    after: graded,
    /**
     * Figures that changed, first the one that alone would have moved the score furthest in the direction it went.
     */
    reasons: z.array(gradeReason).min(1).readonly(),
  })
  .readonly();
export type GradeChange = z.infer<typeof gradeChange>;

/** What changed from one snapshot to the next. All lists are sorted by name. */
export const snapshotDiff = z
  .strictObject({
    from: snapshotIdentity,
    to: snapshotIdentity,
    citiesIn: z.array(cityChange).readonly(),
    citiesOut: z.array(cityChange).readonly(),
    countiesIn: z.array(countyChange).readonly(),
    countiesOut: z.array(countyChange).readonly(),
    cityGrades: z.array(gradeChange).readonly(),
    countyGrades: z.array(gradeChange).readonly(),
  })
  .readonly();
export type SnapshotDiff = z.infer<typeof snapshotDiff>;

/** What is published with a snapshot: its difference from the year before, or `from: null` where that year lacks figures. */
export const yearChanges = z.union([snapshotDiff, z.strictObject({ from: z.null(), to: snapshotIdentity }).readonly()]);
export type YearChanges = z.infer<typeof yearChanges>;
