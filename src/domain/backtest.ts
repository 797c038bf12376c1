import { z } from "zod";
import { OFFENSE_GROUPS } from "./offense.ts";

/** Size classes of cities, by residents in the year that predicts. */
export const SIZE_CLASSES = [
  { name: "1,000 to 4,999", from: 1_000 },
  { name: "5,000 to 9,999", from: 5_000 },
  { name: "10,000 to 49,999", from: 10_000 },
  { name: "50,000 to 199,999", from: 50_000 },
  { name: "200,000 and more", from: 200_000 },
] as const;
/** Size classes of counties, by residents. */
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

/**
 * Ways to estimate a city's rate, in the order of the tables. `ownPast` is the current method, `allCities` the previous
 * one.
 */
export const ESTIMATORS = {
  raw: "Reported rate",
  ownPast: "Current: own history",
  allCities: "Earlier: toward all cities",
  threeYear: "Three-year mean",
  threeYearSmoothed: "Three-year mean, smoothed",
  county: "Toward the county",
  fading: "Declining weights, smoothed",
} as const;
const estimatorNames = ["raw", "ownPast", "allCities", "threeYear", "threeYearSmoothed", "county", "fading"] as const;
export const estimator = z.enum(estimatorNames);
export type Estimator = z.infer<typeof estimator>;

/**
 * Ways to grade a city. `before` is the previous method. `percentile` is that of a comparable service: offense classes
 * weighted 10 to 2, then ranked.
 */
export const SCORINGS = {
  method: "Current method",
  before: "Earlier method",
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

/** How often next year's score was within an interval, and the mean width of the interval in points. */
const coverage = z
  .strictObject({
    /** null means all sizes. */
    size: z.string().nullable(),
    placeYears: count,
    nextYear: share,
    below: share,
    above: share,
    width: z.number(),
    /** The same for the interval of this year, which covers chance only. */
    thisYear: share,
    thisYearWidth: z.number(),
  })
  .readonly();
export type Coverage = z.infer<typeof coverage>;

/** The result of `safety dataset backtest`. Numbers are rounded so that every machine writes the same ones. */
export const backtestResult = z
  .strictObject({
    /** Years whose figures predict the next year's. With `history`, two earlier years exist as well. */
    pairs: z.array(year).readonly(),
    pairsWithHistory: z.array(year).readonly(),
    /** Mean Poisson deviance per city and year of the next year's counts. All estimators use the same city-years. */
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
    /**
     * On all pairs and cities, including those after a gap or with a short history. `likelihood` starts from another
     * prior.
     */
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
    /** The fitted yearly moves by size class, using the years up to one year. */
    yearlyMove: z.array(z.strictObject({ year, violent: moves, property: moves })).readonly(),
    /** For cities with the current method, cities with one yearly move for all sizes, and counties. */
    intervals: z
      .strictObject({
        pairs: z.array(year).readonly(),
        cities: z.array(coverage).readonly(),
        citiesOneMove: z.array(coverage).readonly(),
        counties: z.array(coverage).readonly(),
        /** null if the year has no pair of that kind. */
        byYear: z.array(z.strictObject({ year, cities: share.nullable(), counties: share.nullable() })).readonly(),
      })
      .readonly(),
    /** What each threshold for a fall catches in the years that have a next year. `cityYears` had a forecast. */
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
              isCurrent: z.boolean(),
            }),
          )
          .readonly(),
      })
      .readonly(),
    /**
     * First years after two or more years without complete figures, for cities and sheriffs: what each minimum share
     * catches.
     */
    returns: z
      .strictObject({
        returns: count,
        candidates: z
          .array(
            z.strictObject({
              leastShare: share,
              recovered: count,
              stayed: count,
              /** Cases that later years have yet to decide. */
              open: count,
              isCurrent: z.boolean(),
            }),
          )
          .readonly(),
        /** After one year only, with a next year: those near the forecast, the others, and those of them that stayed down. */
        afterOneYear: z.strictObject({ returns: count, inFull: count, inPart: count, stayed: count }).readonly(),
      })
      .readonly(),
    /** Years of counties since `from` that are not complete: missing shares, and the offenses that each agency lacks. */
    countyYears: z
      .strictObject({
        from: year,
        all: count,
        withheld: z
          .array(
            z.strictObject({
              county: z.string(),
              year,
              violent: share,
              property: share,
              isReviewed: z.boolean(),
              agencies: z.array(z.strictObject({ agency: z.string(), violent: count, property: count })).readonly(),
            }),
          )
          .readonly(),
      })
      .readonly(),
    /** How much the method lowers the deviance of the reported rate in places under 10,000 residents, by year. */
    gain: z.array(z.strictObject({ year, group: z.enum(OFFENSE_GROUPS), cities: count, gain: z.number() })).readonly(),
    /**
     * Mean Spearman rank correlation of a scoring with itself in the next year and with the next year's reported rates.
     */
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
    /** Share of cities whose letter family (A, B, C, D, F) changes in the next year. */
    letters: z
      .array(z.strictObject({ size: sizeClass.nullable(), cityYears: count, changed: z.record(scoring, share) }))
      .readonly(),
    /**
     * How the newest year's grades change if one choice changes. `moved` is the share of cities in another letter
     * family.
     */
    sensitivity: z
      .strictObject({
        year,
        cities: count,
        /**
         * Cities with an A or a B whose smoothed violent rate is at or above the state's, by how the ratios are
         * averaged.
         */
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
