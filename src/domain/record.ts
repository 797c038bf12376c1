import { z } from "zod";

/** `<n>% below CA average` or `<n>% above CA average`, n of the two published rates (interface 2.1). */
const comparison = z.string().regex(/^\d+% (below|above) CA average$/);
const ratePer1k = z.number().min(0).meta({ description: "Reported offences per 1,000 residents, one decimal" });
const count = z.int().min(0);

export const gradeLetter = z.enum(["A+", "A", "A-", "B+", "B", "B-", "C+", "C", "C-", "D+", "D", "D-", "F"]);
export const gradeLabel = z.enum(["Very Safe", "Safe", "Average", "Below Average", "High Crime"]);
export const score = z.int().min(0).max(100);

/** City safety record, interface 2.1. Field order is the order of the answer. */
export const cityRecord = z
  .strictObject({
    city: z.string(),
    county: z.string(),
    population: count,
    crime_rate_per_1k: ratePer1k,
    safety_score: score,
    grade: gradeLetter,
    grade_label: gradeLabel,
    stars: z.int().min(1).max(5),
    grade_color: z.string().regex(/^#[0-9a-f]{6}$/),
    data_year: z.int(),
    state_average_rate: ratePer1k,
    comparison,
  })
  .readonly();
export type CityRecord = z.infer<typeof cityRecord>;

/** County safety record, interface 2.2. */
export const countyRecord = z
  .strictObject({
    county: z.string(),
    state: z.literal("California"),
    population: count,
    crime_rate_per_1k: ratePer1k,
    safety_score: score,
    grade: gradeLetter,
    grade_label: gradeLabel,
    data_year: z.int(),
    state_average_rate: ratePer1k,
    comparison,
    cities_covered: count,
  })
  .readonly();
export type CountyRecord = z.infer<typeof countyRecord>;

/** `data` of a batch result item, interface 2.3. */
export const batchData = z
  .strictObject({
    safety_score: score,
    grade: gradeLetter,
    grade_label: gradeLabel,
    crime_rate_per_1k: ratePer1k,
  })
  .readonly();
export type BatchData = z.infer<typeof batchData>;

/** Dataset statistics, interface 2.4. */
export const datasetStatistics = z
  .strictObject({
    cities: count,
    counties: count,
    data_year: z.int(),
    last_updated: z.iso.datetime(),
    grade_distribution: z.strictObject({ A: count, B: count, C: count, D: count, F: count }).readonly(),
  })
  .readonly();
export type DatasetStatistics = z.infer<typeof datasetStatistics>;
