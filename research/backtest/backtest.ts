import { openModels } from "../../src/dataset/models.ts";
import { classRate } from "../../src/dataset/panel.ts";
import type { ReviewTables } from "../../src/dataset/review.ts";
import type { DatasetTables } from "../../src/dataset/table.ts";
import { SIZE_CLASSES } from "../../src/domain/size-class.ts";
import { countyYearTable } from "./county-years.ts";
import { classTable, fallTable, returnTable, sharedTable } from "./falls.ts";
import { coverageByLetter, coverageTable, intervalCases, intervalPairs } from "./intervals.ts";
import { pairsOf } from "./pairs.ts";
import { predictionTable } from "./predictions.ts";
import { letterTable } from "./scorings.ts";
import { sensitivityOf } from "./sensitivity.ts";

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
  const models = openModels(tables, review);
  const { ledger, cities, sheriffs, counties, classFalls } = models;
  const pairs = pairsOf(cities);
  const newest = cities.panel.at(-1);
  if (!newest || pairs.length === 0) throw new RangeError("a back-test needs two neighboring years at least");
  const cityCases = intervalCases(cities);
  return {
    /** Years whose figures predict the next year's, with two earlier years. */
    pairs: pairs.filter(({ three }) => three).map(({ now }) => now.year),
    predictions: predictionTable(pairs, cities),
    intervals: {
      pairs: intervalPairs(cities),
      cities: coverageTable(cityCases, SIZE_CLASSES),
      letters: coverageByLetter(cityCases),
      counties: coverageTable(intervalCases(counties), COUNTY_SIZE_CLASSES),
    },
    falls: fallTable(cities),
    returns: returnTable([cities, sheriffs]),
    shared: sharedTable(models),
    classes: classTable(cities, classFalls.cities, (year, offense) => classRate(ledger, year, offense)),
    countyYears: countyYearTable(models),
    letters: letterTable(pairs, cities),
    sensitivity: sensitivityOf(newest, cities),
  };
}
