import { z } from "zod";
import { mapOffenses, type Offense } from "../../domain/offense.ts";
import { US_STATES } from "../../editions/us-states.ts";
import { count, type RowOf, readTable, separatedCount, text, year } from "../csv.ts";
import { fail } from "../fault.ts";
import type { StateEstimate } from "../united-states/tables.ts";

/** The names of columns in the two forms of the file, one for each edition of the estimates. */
const COUNTS = {
  population: separatedCount,
  homicide: separatedCount,
  robbery: separatedCount,
  aggravated_assault: separatedCount,
  burglary: separatedCount,
  larceny: separatedCount,
  motor_vehicle_theft: separatedCount,
};
const LONG_SERIES = z.object({
  year: count,
  state_name: text,
  rape_legacy: separatedCount,
  rape_revised: separatedCount,
  ...COUNTS,
});
const REVISED = z.object({ state: text, year, rape: separatedCount, ...COUNTS });
type Counts = RowOf<typeof LONG_SERIES> | RowOf<typeof REVISED>;

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
    const rows = readTable(bytes, file, LONG_SERIES).filter((row) => row.year >= from);
    const states = rows.filter(({ state_name }) => CODES.has(state_name));
    // Both definitions are published from 2013 to 2016; the wider one is that of later years and of the cities.
    return states.map((row) => estimate(row.state_name, row, row.rape_revised ?? row.rape_legacy, file));
  }
  return readTable(bytes, file, REVISED, ({ state, year }) => [state, year]).map((row) =>
    estimate(row.state, row, row.rape, file),
  );
}

function estimate(name: string, row: Counts, rape: number | null, file: string): StateEstimate {
  const columns: Readonly<Record<Offense, number | null>> = {
    homicide: row.homicide,
    rape,
    robbery: row.robbery,
    aggravatedAssault: row.aggravated_assault,
    burglary: row.burglary,
    larceny: row.larceny,
    motorVehicleTheft: row.motor_vehicle_theft,
  };
  const known = (value: number | null, column: string) =>
    value ?? fail({ file, column }, `the estimate of ${name} for ${row.year} is blank`);
  const state = CODES.get(name) ?? fail({ file, column: "state" }, `"${name}" is not a state`);
  const residents = known(row.population, "population");
  return { state, year: row.year, residents, ...mapOffenses((offense) => known(columns[offense], offense)) };
}
