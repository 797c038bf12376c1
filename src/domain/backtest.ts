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
/** Counties by residents. */
export const COUNTY_SIZE_CLASSES = [
  { name: "up to 49,999", from: 0 },
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

/** Ways to say a city's rate, in the order of the tables. `ownPast` is the method in force, `allCities` the one before it. */
export const ESTIMATORS = {
  raw: "Reported rate",
  ownPast: "In force: its own past",
  allCities: "Before: toward all cities",
  threeYear: "Three-year mean",
  threeYearSmoothed: "Three-year mean, smoothed",
  county: "Toward the county",
  fading: "Past years fading, smoothed",
} as const;
const estimatorNames = ["raw", "ownPast", "allCities", "threeYear", "threeYearSmoothed", "county", "fading"] as const;
export const estimator = z.enum(estimatorNames);
export type Estimator = z.infer<typeof estimator>;

/** Ways to grade a city. `before` is the method before this one; `percentile` is a peer's: classes weighted 10 to 2, then the rank. */
export const SCORINGS = {
  method: "This method",
  before: "The method before it",
  raw: "Without smoothing",
  threeYear: "Three-year mean",
  percentile: "Percentile of weighted offenses",
} as const;
const scoringNames = ["method", "before", "raw", "threeYear", "percentile"] as const;
export const scoring = z.enum(scoringNames);
export type Scoring = z.infer<typeof scoring>;

const share = z.number().min(0).max(1);
const year = z.int();
const count = z.int().min(0);
const moves = z.array(share).readonly();

/** How often next year's score lay in an interval, and its mean width in points. */
const coverage = z
  .strictObject({
    /** null for all sizes. */
    size: z.string().nullable(),
    placeYears: count,
    nextYear: share,
    below: share,
    above: share,
    width: z.number(),
    /** The same of the interval of this year, which holds chance alone. */
    thisYear: share,
    thisYearWidth: z.number(),
  })
  .readonly();
export type Coverage = z.infer<typeof coverage>;

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
    /** On all pairs and cities, those after a gap or with a short history included; `likelihood` starts from another prior. */
    allPairs: z
      .array(
        z.strictObject({
          group: z.enum(OFFENSE_GROUPS),
          size: sizeClass.nullable(),
          cityYears: count,
          allCities: z.number().min(0),
          ownPast: z.number().min(0),
          likelihood: z.number().min(0),
        }),
      )
      .readonly(),
    /** The moves that the years up to one fit, by size class. */
    yearlyMove: z.array(z.strictObject({ year, violent: moves, property: moves })).readonly(),
    /** Of cities by the method in force, of cities with one yearly move for all sizes, and of counties. */
    intervals: z
      .strictObject({
        pairs: z.array(year).readonly(),
        cities: z.array(coverage).readonly(),
        citiesOneMove: z.array(coverage).readonly(),
        counties: z.array(coverage).readonly(),
        /** null where a kind has no pair in the year. */
        byYear: z.array(z.strictObject({ year, cities: share.nullable(), counties: share.nullable() })).readonly(),
      })
      .readonly(),
    /** What each bound for a fall catches in the years that have a next one; `cityYears` had a forecast. */
    falls: z
      .strictObject({
        years: z.array(year).readonly(),
        cityYears: count,
        /** City-years that a review found incomplete. */
        reviewed: count,
        candidates: z
          .array(
            z.strictObject({
              both: share,
              either: share,
              recovered: count,
              stayed: count,
              reviewed: count,
              inForce: z.boolean(),
            }),
          )
          .readonly(),
      })
      .readonly(),
    /** Years after two or more without complete figures, of cities and sheriffs: what each least share catches. */
    returns: z
      .strictObject({
        returns: count,
        candidates: z
          .array(
            z.strictObject({
              leastShare: share,
              recovered: count,
              stayed: count,
              /** The years that decide are not there yet. */
              open: count,
              inForce: z.boolean(),
            }),
          )
          .readonly(),
      })
      .readonly(),
    /** By how much the method lowers the deviance of the reported rate in places under 10,000 residents, by year. */
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
    /** What becomes of the newest year's grades when one choice is another. `moved`: share of cities with another letter family. */
    sensitivity: z
      .strictObject({
        year,
        cities: count,
        /** Cities with an A or a B whose smoothed violent rate is the state's or higher, by how the ratios are averaged. */
        violentAndSafe: z.strictObject({ arithmetic: count, geometric: count }).readonly(),
        geometric: z.strictObject({ moved: share, meanShift: z.number() }).readonly(),
        violentWeight: z.array(z.strictObject({ value: z.number(), moved: share, meanShift: z.number() })).readonly(),
        fewestResidents: z
          .array(z.strictObject({ value: count, cities: count, moved: share, largestShift: count }))
          .readonly(),
        exponent: z
          .array(z.strictObject({ value: z.number(), moved: share, families: z.array(count).length(5) }))
          .readonly(),
      })
      .readonly(),
  })
  .readonly();
export type BacktestResult = z.infer<typeof backtestResult>;
