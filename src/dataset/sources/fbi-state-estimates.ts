import { z } from "zod";
import { isOffense, mapOffenses, OFFENSES } from "../../domain/offense.ts";
import { US_STATES } from "../../editions/us-states.ts";
import { count, type RowOf, readTable, separatedCount, text, year } from "../csv.ts";
import { fail } from "../fault.ts";
import type { StateEstimate } from "../united-states/tables.ts";

/** The two forms of the file, one for each edition of the estimates. */
const REVISED = z.object({ state: text, year, population: separatedCount, ...mapOffenses(() => separatedCount) });
const LONG_SERIES = REVISED.omit({ state: true, rape: true }).extend({
  year: count,
  state_name: text,
  rape_legacy: separatedCount,
  rape_revised: separatedCount,
});
type Counts = Omit<RowOf<typeof REVISED>, "state">;

function columnOf(member: string): string {
  return isOffense(member) ? OFFENSES[member].field : member;
}

const CODES: ReadonlyMap<string, StateEstimate["state"]> = new Map(
  US_STATES.flatMap(({ code, name }) => [[code, code] as const, [name, code] as const]),
);

/**
 * The FBI's estimates of the states, from a year on: the series since 1979, whose states are read by their name because
 * a code of it is wrong, or the edition of 2024. Rows of the nation are left out: it is the sum of the states.
 * @throws DatasetError
 */
export function readStateEstimates(bytes: Uint8Array, file: string, from: number): readonly StateEstimate[] {
  if (/1979/.test(file)) {
    const rows = readTable(bytes, file, LONG_SERIES, undefined, columnOf).filter((row) => row.year >= from);
    const states = rows.filter(({ state_name }) => CODES.has(state_name));
    // Both definitions are published from 2013 to 2016; the wider one is that of later years and of the cities.
    return states.map((row) => estimate(row.state_name, { ...row, rape: row.rape_revised ?? row.rape_legacy }, file));
  }
  return readTable(bytes, file, REVISED, ({ state, year }) => [state, year], columnOf).map((row) =>
    estimate(row.state, row, file),
  );
}

function estimate(name: string, row: Counts, file: string): StateEstimate {
  const known = (value: number | null, column: string) =>
    value ?? fail({ file, column }, `the estimate of ${name} for ${row.year} is blank`);
  const state = CODES.get(name) ?? fail({ file, column: "state" }, `"${name}" is not a state`);
  const residents = known(row.population, "population");
  return { state, year: row.year, residents, ...mapOffenses((offense) => known(row[offense], columnOf(offense))) };
}
