import { z } from "zod";
import { OFFENSE_GROUPS } from "./offense.ts";

/** Cities by residents in the year that predicts. */
export const SIZE_CLASSES = [
  { name: "1,000 to 4,999", from: 1_000 },
  { name: "5,000 to 9,999", from: 5_000 },
  { name: "10,000 to 49,999", from: 10_000 },
  { name: "50,000 to 199,999", from: 50_000 },
  { name: "200,000 and more", from: 200_000 },
] as const;
const SIZE_NAMES = [
  "1,000 to 4,999",
  "5,000 to 9,999",
  "10,000 to 49,999",
  "50,000 to 199,999",
  "200,000 and more",
] as const;
const sizeClass = z.enum(SIZE_NAMES);
export type SizeClass = z.infer<typeof sizeClass>;

/** Ways to say a city's rate, in the order of the tables. `smoothed` is the method in force. */
export const ESTIMATORS = {
  raw: "Reported rate",
  smoothed: "Smoothed, in force",
  threeYear: "Three-year mean",
  threeYearSmoothed: "Three-year mean, smoothed",
  county: "Smoothed to the county",
  fading: "Past years fading, smoothed",
  ownPast: "Smoothed to its own past",
} as const;
const estimatorNames = ["raw", "smoothed", "threeYear", "threeYearSmoothed", "county", "fading", "ownPast"] as const;
export const estimator = z.enum(estimatorNames);
export type Estimator = z.infer<typeof estimator>;

/** Ways to grade a city. `percentile` is a peer's: classes weighted 10 to 2, then the rank among the cities. */
export const SCORINGS = {
  smoothed: "This method",
  raw: "Without smoothing",
  threeYear: "Three-year mean",
  ownPast: "Smoothed to its own past",
  percentile: "Percentile of weighted offenses",
} as const;
const scoringNames = ["smoothed", "raw", "threeYear", "ownPast", "percentile"] as const;
export const scoring = z.enum(scoringNames);
export type Scoring = z.infer<typeof scoring>;

const share = z.number().min(0).max(1);
const year = z.int();
const count = z.int().min(0);

/** What `safety dataset backtest` finds. Numbers are rounded, so that every machine writes the same ones. */
export const backtestResult = z
  .strictObject({
    /** Years whose figures predict the next year's; with two years of history before them, where `history` says so. */
    pairs: z.array(year).readonly(),
    pairsWithHistory: z.array(year).readonly(),
    /** Mean Poisson deviance per city and year of the next year's counts, all estimators on the same city-years. */
    deviance: z
      .array(
        z.strictObject({
          group: z.enum(OFFENSE_GROUPS),
          size: sizeClass.nullable(),
          cityYears: count,
          mean: z.record(estimator, z.number().min(0)),
        }),
      )
      .readonly(),
    /** Mean deviance of `ownPast` over the same city-years, by how much a city's rate may move in a year (standard deviation, relative). */
    ownPast: z
      .array(z.strictObject({ value: z.number(), violent: z.number().min(0), property: z.number().min(0) }))
      .readonly(),
    /** The move that a year that predicts takes, fitted on the years before it. */
    yearlyMove: z.array(z.strictObject({ year, violent: share, property: share })).readonly(),
    /** Mean deviance on all pairs and cities, those after a gap or with a short history included. */
    allPairs: z
      .array(
        z.strictObject({
          group: z.enum(OFFENSE_GROUPS),
          size: sizeClass.nullable(),
          cityYears: count,
          smoothed: z.number().min(0),
          ownPast: z.number().min(0),
        }),
      )
      .readonly(),
    /** By how much smoothing lowers the deviance of the reported rate in places under 10,000 residents, by year. */
    gain: z.array(z.strictObject({ year, group: z.enum(OFFENSE_GROUPS), cities: count, gain: z.number() })).readonly(),
    /** Mean Spearman rank correlation of a scoring with itself and with the reported rates of the next year. */
    ranks: z
      .array(
        z.strictObject({
          scoring,
          withItself: z.number(),
          withViolent: z.number(),
          withProperty: z.number(),
        }),
      )
      .readonly(),
    /** Share of cities whose letter family (A, B, C, D, F) is another in the next year. */
    letters: z
      .array(z.strictObject({ size: sizeClass.nullable(), cityYears: count, changed: z.record(scoring, share) }))
      .readonly(),
    /** Share of cities whose score of the next year lies in the 80 % interval of this one. */
    interval: z.array(z.strictObject({ size: sizeClass.nullable(), cityYears: count, inside: share })).readonly(),
    /** What becomes of the newest year's grades when one choice is another. `moved`: share of cities with another letter family. */
    sensitivity: z
      .strictObject({
        year,
        cities: count,
        violentWeight: z.array(z.strictObject({ value: z.number(), moved: share, meanShift: z.number() })).readonly(),
        fewestResidents: z
          .array(z.strictObject({ value: count, cities: count, moved: share, largestShift: count }))
          .readonly(),
        exponent: z
          .array(z.strictObject({ value: z.number(), moved: share, families: z.array(count).readonly() }))
          .readonly(),
      })
      .readonly(),
  })
  .readonly();
export type BacktestResult = z.infer<typeof backtestResult>;
