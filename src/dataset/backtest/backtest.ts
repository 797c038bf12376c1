import { join } from "node:path";
import { type BacktestResult, backtestResult } from "../../domain/backtest.ts";
import { canonicalText, writeAtomically } from "../../snapshot/file.ts";
import { type Attempt, attempt } from "../fault.ts";
import { openLedger } from "../ledger.ts";
import { cityPanel } from "../panel.ts";
import { type ReviewTables, readReview } from "../review.ts";
import { type DatasetTables, readTables } from "../table.ts";
import { allPairsTable, devianceTable, gainTable, ownPastTable, pairsOf, yearlyMoveTable } from "./deviance.ts";
import { intervalTable, scoringTables } from "./scorings.ts";
import { sensitivityOf } from "./sensitivity.ts";

/** The committed result, under the data folder; the pages draw it. */
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
 * How well a year's figures tell the next one's, by several estimators and scorings, and how much the grades depend on
 * the choices of the method. All years with counts and city populations; deterministic. @throws DatasetError
 */
export function backtest(tables: DatasetTables, review: ReviewTables): BacktestResult {
  const ledger = openLedger(tables, review);
  const panel = cityPanel(ledger);
  const pairs = pairsOf(panel);
  const newest = panel.at(-1);
  if (!newest || pairs.length === 0) throw new RangeError("a back-test needs two neighboring years at least");
  return {
    pairs: pairs.map(({ now }) => now.year),
    pairsWithHistory: pairs.filter(({ history }) => history).map(({ now }) => now.year),
    deviance: devianceTable(pairs),
    ownPast: ownPastTable(pairs),
    yearlyMove: yearlyMoveTable(pairs),
    allPairs: allPairsTable(pairs),
    gain: gainTable(pairs),
    ...scoringTables(pairs, panel),
    interval: intervalTable(pairs),
    sensitivity: sensitivityOf(ledger, newest),
  };
}
