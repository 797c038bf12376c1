import { STATE } from "../domain/california.ts";
import { type OffenseCounts, propertyOf, sumOffenses, violentOf } from "../domain/offense.ts";
import type { Trend } from "../domain/snapshot.ts";
import { DatasetError, fail, fault } from "./fault.ts";
import type { DatasetTables } from "./input-tables.ts";
import type { Ledger } from "./ledger.ts";
import type { ReviewTables } from "./review.ts";
import { trendOf } from "./time-series.ts";

/** Largest accepted change of the state's violent or property total from the year before. In 2025 property fell by 13.5%. */
const LARGEST_STATE_MOVE = 0.15;

/** All agencies of the state and the population of its counties. */
interface StateFigures {
  readonly population: number;
  readonly offenses: OffenseCounts;
  readonly violent: number;
  readonly property: number;
}

/** @throws DatasetError if a county has no population, a group has no offense, or a total changed too much */
export function stateFigures(tables: DatasetTables, ledger: Ledger, review: ReviewTables, year: number): StateFigures {
  const population = statePopulation(tables, ledger, year);
  if (population === null) fail({ file: `population/${year}.csv` }, "a county has no population");
  const offenses = sumOffenses(ledger.agencies.get(year) ?? []);
  const figures = { population, offenses, violent: violentOf(offenses), property: propertyOf(offenses) };
  for (const { county } of tables.counties) {
    if (ledger.countyRows(year, county).length === 0) {
      fail({ file: `offenses/${year}.csv` }, `${county} has no row: a county without figures is not safe`);
    }
  }
  if (figures.violent === 0 || figures.property === 0) {
    fail({ file: `offenses/${year}.csv` }, "the whole state has no violent or no property offense");
  }
  checkMove(ledger, review, year, figures);
  return figures;
}

/** A total that changes too much usually means a truncated file or a shifted column; a review can accept it. */
function checkMove(ledger: Ledger, review: ReviewTables, year: number, now: StateFigures): void {
  const before = ledger.agencies.get(year - 1);
  const accepted = review.anomalies.some(
    (anomaly) => anomaly.kind === "accepted" && anomaly.county === STATE.name && anomaly.year === year,
  );
  if (before === undefined || accepted) return;
  const earlier = sumOffenses(before);
  const moves = [
    ["violent", violentOf(earlier), now.violent],
    ["property", propertyOf(earlier), now.property],
  ] as const;
  const faults = moves
    .filter(([, old, current]) => Math.abs(current - old) > LARGEST_STATE_MOVE * old)
    .map(([group, old, current]) =>
      fault(
        { file: `offenses/${year}.csv` },
        `the state's ${group} offenses went from ${old} to ${current}, more than ${LARGEST_STATE_MOVE * 100}%; ` +
          `if that is right, say so in review/anomalies.csv (county ${STATE.name}, kind accepted, year ${year})`,
      ),
    );
  if (faults.length > 0) throw new DatasetError(faults);
}

/** The state's years up to one. */
export function stateTrend(tables: DatasetTables, ledger: Ledger, last: number): Trend {
  const years = ledger.years.filter((year) => year <= last);
  return trendOf(years, (year) => {
    const rows = ledger.agencies.get(year);
    const offenses = rows === undefined ? null : sumOffenses(rows);
    return { residents: statePopulation(tables, ledger, year), offenses };
  });
}

/** The sum of the counties; null if one of them is missing. */
function statePopulation(tables: DatasetTables, ledger: Ledger, year: number): number | null {
  let sum = 0;
  for (const { county } of tables.counties) {
    const residents = ledger.residents(year, county, null);
    if (residents === null) return null;
    sum += residents;
  }
  return sum;
}
