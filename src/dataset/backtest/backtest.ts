import { join } from "node:path";
import { type BacktestResult, backtestResult, COUNTY_SIZE_CLASSES, SIZE_CLASSES } from "../../domain/backtest.ts";
import { canonicalText, writeAtomically } from "../../snapshot/file.ts";
import { CITY_BOUNDS } from "../agency-models.ts";
import { type Attempt, attempt } from "../fault.ts";
import { openModel } from "../model.ts";
import { openModels } from "../models.ts";
import { cityPanel } from "../panel.ts";
import { type ReviewTables, readReview } from "../review.ts";
import { type DatasetTables, readTables } from "../table.ts";
import { countyYearTable } from "./county-years.ts";
import { allPairsTable, devianceTable, gainTable, pairsOf, yearlyMoveTable } from "./deviance.ts";
import { fallTable, returnTable } from "./falls.ts";
import { coverageByYear, coverageTable, intervalCases, intervalPairs } from "./intervals.ts";
import { likelihoodPrior } from "./likelihood-prior.ts";
import { scoringTables } from "./scorings.ts";
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
  return canonicalText(backtestResult.parse(result));
}

/**
 * How well a year's figures predict the next one's, by several estimators and scorings, and how much the grades depend on
 * the choices of the method. All years with counts and city populations; deterministic. @throws DatasetError
 */
export function backtest(tables: DatasetTables, review: ReviewTables): BacktestResult {
  const models = openModels(tables, review);
  const { ledger, cities, sheriffs, counties } = models;
  const pairs = pairsOf(cities);
  const newest = cities.panel.at(-1);
  if (!newest || pairs.length === 0) throw new RangeError("a back-test needs two neighboring years at least");
  const panel = cityPanel(ledger);
  const cityCases = intervalCases(cities);
  const countyCases = intervalCases(counties);
  return {
    pairs: pairs.map(({ now }) => now.year),
    pairsWithHistory: pairs.filter(({ history }) => history).map(({ now }) => now.year),
    deviance: devianceTable(pairs, cities),
    allPairs: allPairsTable(pairs, cities, openModel(panel, CITY_BOUNDS, { start: likelihoodPrior })),
    yearlyMove: yearlyMoveTable(cities),
    intervals: {
      pairs: intervalPairs(cities),
      cities: coverageTable(cityCases, SIZE_CLASSES),
      citiesOneMove: coverageTable(intervalCases(openModel(panel, [0])), SIZE_CLASSES),
      counties: coverageTable(countyCases, COUNTY_SIZE_CLASSES),
      byYear: coverageByYear(cityCases, countyCases),
    },
    falls: fallTable(cities),
    returns: returnTable([cities, sheriffs]),
    countyYears: countyYearTable(models),
    gain: gainTable(pairs, cities),
    ...scoringTables(pairs, cities),
    sensitivity: sensitivityOf(ledger, cities, newest),
  };
}
