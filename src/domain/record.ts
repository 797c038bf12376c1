import { z } from "zod";
import type { Edition } from "../editions/edition.ts";
import { STATE_EDITIONS } from "../editions/table.ts";

/** A schema of an object with exactly these members. */
export function readonlyObject<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape).readonly();
}

/** `<n>% below CA average` or `<n>% above CA average`, n of the two published rates (contract 2.1). */
export function comparisonWith(editions: readonly Edition[], average: string) {
  return z
    .string()
    .max(32)
    .regex(new RegExp(editions.map(({ abbreviation }) => `^\\d+% (below|above) ${abbreviation} average$`).join("|")))
    .meta({
      description: `\`crime_rate_per_1k\` compared with \`${average}\`, in whole percent, computed from the two published numbers`,
    });
}
const comparison = comparisonWith(STATE_EDITIONS, "state_average_rate");
const ratePer1k = z
  .number()
  .min(0)
  .max(100_000)
  .meta({ description: "Reported offenses per 1,000 residents, one decimal" });
const stateAverageRate = ratePer1k.meta({
  description: "Reported offenses in the state per 1,000 of its residents, one decimal",
});
const count = z.int32().min(0);
const population = count.meta({ description: "Residents at the middle of the data year" });
const dataYear = z.int32().min(1985).max(2100).meta({ description: "Year of the underlying data" });
/** One line without white space at its ends. Works without the `u` flag, which generated clients do not set. */
export const line = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^\S(?:.*\S)?$/);
const placeName = line(100).meta({ description: "The common name, always spelled the same way" });
const countyName = z
  .string()
  .max(100)
  .regex(/^\S.* County$/)
  .meta({ description: 'Name of the county, including the word "County"' });

/** Offenses of one class in one year; negative if the department withdrew more offenses of earlier years. */
export const reportedOffenses = z.int32().min(-1_000);

export const gradeLetter = z
  .enum(["A+", "A", "A-", "B+", "B", "B-", "C+", "C", "C-", "D+", "D", "D-", "F"])
  .meta({ description: "Letter grade of the score" });
export const gradeLabel = z
  .enum(["Very Safe", "Safe", "Average", "Below Average", "High Crime"])
  .meta({ description: "The grade in words" });
export const score = z
  .int32()
  .min(0)
  .max(100)
  .meta({ description: "0 to 100; higher means fewer reported offenses, and 50 is the state's average" });

/** City safety record, contract 2.1. The order of the fields is their order in the answer. */
export const cityRecord = readonlyObject({
  city: placeName,
  county: countyName,
  population,
  crime_rate_per_1k: ratePer1k,
  safety_score: score,
  grade: gradeLetter,
  grade_label: gradeLabel,
  stars: z.int32().min(1).max(5).meta({ description: "Star rating" }),
  grade_color: z
    .string()
    .max(7)
    .regex(/^#[0-9a-f]{6}$/)
    .meta({ description: "Color of the grade; white text on it is readable" }),
  data_year: dataYear,
  state_average_rate: stateAverageRate,
  comparison,
});
export type CityRecord = z.infer<typeof cityRecord>;

/** County safety record, contract 2.2. */
export const countyRecord = readonlyObject({
  county: countyName,
  state: z.literal(STATE_EDITIONS.map(({ name }) => name)),
  population,
  crime_rate_per_1k: ratePer1k,
  safety_score: score,
  grade: gradeLetter,
  grade_label: gradeLabel,
  data_year: dataYear,
  state_average_rate: stateAverageRate,
  comparison,
  cities_covered: count.meta({ description: "Cities of the county that have a grade of their own" }),
});
export type CountyRecord = z.infer<typeof countyRecord>;
export type PlaceRecord = CityRecord | CountyRecord;

/** `data` of a batch result item, contract 2.3. */
export const batchData = readonlyObject({
  safety_score: score,
  grade: gradeLetter,
  grade_label: gradeLabel,
  crime_rate_per_1k: ratePer1k,
});
export type BatchData = z.infer<typeof batchData>;

/** Dataset statistics, contract 2.4. */
export const datasetStatistics = readonlyObject({
  cities: count.meta({ description: "Cities with a grade" }),
  counties: count.meta({ description: "Counties with a grade" }),
  data_year: dataYear,
  last_updated: z.iso.datetime().max(30).meta({ description: "When the content last changed, UTC" }),
  grade_distribution: readonlyObject({ A: count, B: count, C: count, D: count, F: count }).meta({
    description: "Number of cities by letter, regardless of + and -; the sum is `cities`",
  }),
});
export type DatasetStatistics = z.infer<typeof datasetStatistics>;
