import { join } from "node:path";
import { SIZE_CLASSES } from "../../domain/size-class.ts";
import { canonicalText, writeAtomically } from "../../places/file.ts";
import { type Attempt, attempt } from "../fault.ts";
import { openModel } from "../model.ts";
import { openModels } from "../models.ts";
import { cityPanel } from "../panel.ts";
import { type ReviewTables, readReview } from "../review.ts";
import { type DatasetTables, readTables } from "../table.ts";
import { countyYearTable } from "./county-years.ts";
import { devianceTable, gainTable, pairsOf, yearlyMoveTable } from "./deviance.ts";
import { fallTable, returnTable } from "./falls.ts";
import { coverageByYear, coverageTable, intervalCases, intervalPairs } from "./intervals.ts";
import { letterTable } from "./scorings.ts";
import { sensitivityOf } from "./sensitivity.ts";

/** The committed result, in the data folder; the pages show it. */
export const BACKTEST_FILE = "backtest.json";

/** Runs the back-test over the tables of the data folder and writes its result there. */
export function backtestDataset(dataDir: string): Promise<Attempt<BacktestResult>> {
  return attempt(async () => {
    const result = backtest(await readTables(dataDir), await readReview(dataDir));
    await writeAtomically(join(dataDir, BACKTEST_FILE), backtestText(result));
    return result;
  });
}

/** The one text of a result. */
export function backtestText(result: BacktestResult): string {
  return canonicalText(result);
}

/** The result of `safety dataset backtest`. Numbers are rounded so that every machine writes the same ones. */
export type BacktestResult = ReturnType<typeof backtest>;

/** Size classes of counties, by residents. */
const COUNTY_SIZE_CLASSES = [
  { name: "up to 49,999", from: 0 },
  { name: "50,000 to 199,999", from: 50_000 },
  { name: "200,000 and more", from: 200_000 },
] as const;

/**
 * How well a year's figures predict the next one's, and how much the grades depend on the choices of the method. All
 * years with counts and city populations; deterministic. @throws DatasetError
 */
export function backtest(tables: DatasetTables, review: ReviewTables) {
  const models = openModels(tables, review);
  const { ledger, cities, sheriffs, counties } = models;
  const pairs = pairsOf(cities);
  const newest = cities.panel.at(-1);
  if (!newest || pairs.length === 0) throw new RangeError("a back-test needs two neighboring years at least");
  const cityCases = intervalCases(cities);
  const countyCases = intervalCases(counties);
  return {
    /** Years whose figures predict the next year's. With `history`, two earlier years exist as well. */
    pairs: pairs.map(({ now }) => now.year),
    pairsWithHistory: pairs.filter(({ three }) => three).map(({ now }) => now.year),
    deviance: devianceTable(pairs, cities),
    yearlyMove: yearlyMoveTable(cities),
    intervals: {
      pairs: intervalPairs(cities),
      cities: coverageTable(cityCases, SIZE_CLASSES),
      citiesOneMove: coverageTable(intervalCases(openModel(cityPanel(ledger), [0])), SIZE_CLASSES),
      counties: coverageTable(countyCases, COUNTY_SIZE_CLASSES),
      byYear: coverageByYear(cityCases, countyCases),
    },
    falls: fallTable(cities),
    returns: returnTable([cities, sheriffs]),
    countyYears: countyYearTable(models),
    gain: gainTable(pairs, cities),
    letters: letterTable(pairs, cities),
    sensitivity: sensitivityOf(newest, cities),
  };
}
