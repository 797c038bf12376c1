import { countOf, OFFENSE_GROUPS, type OffenseCounts } from "../../domain/offense.ts";
import { CALIFORNIA } from "../../editions/california.ts";
import { DatasetError, type Fault, fail, fault } from "../fault.ts";
import type { County } from "./input-tables.ts";
import type { Ledger } from "./ledger.ts";
import type { ReviewTables } from "./review.ts";

/** Largest accepted change of the state's violent or property total from the year before. In 2025 property fell by 13.5%. */
const LARGEST_STATE_MOVE = 0.15;

/** All agencies of the state and the population of its counties. */
interface StateFigures {
  readonly population: number;
  readonly offenses: OffenseCounts;
}

/** @throws DatasetError if a county has no population or no row, a group has no offense, or a total changed too much */
export function stateFigures(
  ledger: Ledger,
  review: ReviewTables,
  counties: readonly County[],
  year: number,
): StateFigures {
  const file = `offenses/${year}.csv`;
  const { residents, offenses } = ledger.ofState(year);
  if (residents === null || offenses === null) fail({ file: `population/${year}.csv` }, "a county has no population");
  const without = counties.find(({ county }) => ledger.countyRows(year, county).length === 0);
  if (without) fail({ file }, `${without.county} has no row: a county without figures is not safe`);
  if (OFFENSE_GROUPS.some((group) => countOf(group, offenses) === 0)) {
    fail({ file }, "the whole state has no violent or no property offense");
  }
  const faults = movesOf(ledger, review, year, offenses);
  if (faults.length > 0) throw new DatasetError(faults);
  return { population: residents, offenses };
}

/** A total that changes too much usually means a truncated file or a shifted column; a review can accept it. */
function movesOf(ledger: Ledger, review: ReviewTables, year: number, now: OffenseCounts): readonly Fault[] {
  const { offenses: before } = ledger.ofState(year - 1);
  const isAccepted = review.anomalies.some(
    (anomaly) => anomaly.kind === "accepted" && anomaly.county === CALIFORNIA.name && anomaly.year === year,
  );
  if (before === null || isAccepted) return [];
  return OFFENSE_GROUPS.flatMap((group) => {
    const [old, current] = [countOf(group, before), countOf(group, now)];
    if (Math.abs(current - old) <= LARGEST_STATE_MOVE * old) return [];
    const what = `the state's ${group} offenses went from ${old} to ${current}, more than ${LARGEST_STATE_MOVE * 100}%`;
    const remedy = `if that is right, say so in review/anomalies.csv (county ${CALIFORNIA.name}, kind accepted, year ${year})`;
    return [fault({ file: `offenses/${year}.csv` }, `${what}; ${remedy}`)];
  });
}
