import { z } from "zod";
import { mapOffenses, type Offense } from "../../domain/offense.ts";
import { US_STATES } from "../../editions/us-states.ts";
import { nonEmpty, readTable, separatedCount, text, year } from "../csv.ts";
import type { AgencyMonth } from "../united-states/tables.ts";

/** The file's own name of each class. */
const NAMES = {
  homicide: "homicide_actual",
  rape: "rape_actual",
  robbery: "robbery_actual",
  aggravatedAssault: "aggravated_assault_actual",
  burglary: "burglary_actual",
  larceny: "larceny_actual",
  motorVehicleTheft: "motor_vehicle_theft_actual",
} as const satisfies Record<Offense, string>;

const ROW = z.object({
  ori: nonEmpty,
  agency_name: nonEmpty,
  state: text,
  population: separatedCount,
  year,
  month: z.string().regex(/^(?:0[1-9]|1[0-2])$/, "is not a month"),
  homicide_actual: separatedCount,
  rape_actual: separatedCount,
  robbery_actual: separatedCount,
  aggravated_assault_actual: separatedCount,
  burglary_actual: separatedCount,
  larceny_actual: separatedCount,
  motor_vehicle_theft_actual: separatedCount,
});

/** The FBI's figures of each agency by month. A blank count was not reported. @throws DatasetError */
export function readAgencyMonths(bytes: Uint8Array, file: string): readonly AgencyMonth[] {
  return readTable(bytes, file, ROW).flatMap((row): AgencyMonth[] => {
    // The file has its own code for Nebraska.
    const code = row.state === "NB" ? "NE" : row.state;
    const state = US_STATES.find((one) => one.code === code)?.code;
    if (state === undefined) return [];
    return [
      {
        state,
        agency: row.agency_name,
        ori: row.ori,
        residents: row.population === 0 ? null : row.population,
        year: row.year,
        month: Number(row.month),
        ...mapOffenses((offense) => row[NAMES[offense]]),
      },
    ];
  });
}
