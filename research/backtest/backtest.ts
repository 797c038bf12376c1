import { CALIFORNIA_BUILD } from "../../src/dataset/california/california-build.ts";
import type { DatasetTables } from "../../src/dataset/state/input-tables.ts";
import type { ReviewTables } from "../../src/dataset/state/review.ts";
import { openStateModels } from "../../src/dataset/state/state-models.ts";
import { pullTable } from "./constants.ts";
import { fallTable, sharedTable } from "./falls.ts";
import { coverageByLetter, coverageTable, intervalCases, intervalPairs } from "./intervals.ts";
import { letterTable, sensitivityOf } from "./letters.ts";
import { SIZE_CLASSES } from "./measure.ts";
import { predictionTable } from "./predictions.ts";

/** The content of `data/backtest.json`. Numbers are rounded so that every machine writes the same ones. */
export type BacktestResult = ReturnType<typeof backtest>;

/** Size classes of counties, by residents. */
const COUNTY_SIZE_CLASSES = [
  { name: "up to 49,999", from: 0 },
  { name: "50,000 to 199,999", from: 50_000 },
  { name: "200,000 and more", from: 200_000 },
] as const;

/**
 * How well a year's figures predict the next one's, what the bounds of the trust rules catch, and how much the grades depend on the
 * choices of the method. All years with counts and city populations; deterministic. @throws DatasetError
 */
export function backtest(tables: DatasetTables, review: ReviewTables) {
  const models = openStateModels(CALIFORNIA_BUILD, tables, review);
  const { cities, counties } = models;
  const cityCases = intervalCases(cities);
  return {
    predictions: predictionTable(cities),
    pulls: pullTable(cities),
    intervals: {
      pairs: intervalPairs(cities),
      cities: coverageTable(cityCases, SIZE_CLASSES),
      letters: coverageByLetter(cityCases),
      counties: coverageTable(intervalCases(counties), COUNTY_SIZE_CLASSES),
    },
    falls: fallTable(cities),
    shared: sharedTable(models),
    letters: letterTable(cities),
    sensitivity: sensitivityOf(cities),
  };
}
