import { gunzipSync } from "node:zlib";
import type { OffenseCounts } from "../domain/offense.ts";
import { mapOffenses, OFFENSE_CLASSES, type Offense, propertyOf, violentOf } from "../domain/offense.ts";
import { type Cell, correctedCount, count, nonEmpty, year } from "./cell.ts";
import { type Line, readTable, type Table, uniqueKeys } from "./csv.ts";
import { fail } from "./fault.ts";

/** Offenses reported to one agency in one year. */
export interface AgencyYear {
  readonly year: number;
  /** With the word "County". */
  readonly county: string;
  /** As the department spells it, with runs of spaces collapsed. */
  readonly agency: string;
  readonly offenses: OffenseCounts;
}

const OFFENSE_COLUMNS = {
  homicide: "Homicide_sum",
  rape: "ForRape_sum",
  robbery: "Robbery_sum",
  aggravatedAssault: "AggAssault_sum",
  burglary: "Burglary_sum",
  motorVehicleTheft: "VehicleTheft_sum",
  larceny: "LTtotal_sum",
} as const satisfies Record<Offense, string>;

/** The columns that are read; the file of 70 columns has them too, with the same names. */
const DOJ_COLUMNS = [
  "Year",
  "County",
  "NCICCode",
  "Violent_sum",
  "Property_sum",
  ...OFFENSE_CLASSES.map((offense) => OFFENSE_COLUMNS[offense]),
] as const;

const LARGEST_FILE_BYTES = 512 * 1024 * 1024;

/**
 * The state's department of justice, "Crimes and Clearances (with Arson)": plain or gzip, 70 columns or the first 12.
 * `NCICCode` holds the agency's name. Checks that the classes of each group add up in every row. @throws DatasetError
 */
export function readCrimesAndClearances(bytes: Uint8Array, file: string): readonly AgencyYear[] {
  const table = readTable(gunzipped(bytes, file), file, DOJ_COLUMNS);
  if (table.lines.length === 0) fail("line_malformed", { file }, "there is no line below the column names");
  const unique = uniqueKeys(file);
  return table.lines.map((line) => {
    const row = agencyYear(table, line);
    unique([row.year, row.county, row.agency], line.number);
    return row;
  });
}

/** The bytes themselves if they are not gzip (RFC 1952 magic number). */
function gunzipped(bytes: Uint8Array, file: string): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: LARGEST_FILE_BYTES });
  } catch (error) {
    const why = error instanceof Error ? error.message : "unknown";
    return fail("file_unreadable", { file }, `the gzip file is truncated or damaged (${why}); retrieve it again`);
  }
}

function agencyYear(table: Table, line: Line): AgencyYear {
  const cell = (column: (typeof DOJ_COLUMNS)[number]): Cell => table.cell(line, column);
  const county = nonEmpty(cell("County"));
  if (!/^\S.* County$/.test(county)) {
    fail("value_malformed", cell("County"), 'a county reads like "Alameda County"');
  }
  const offenses = mapOffenses((offense) => correctedCount(cell(OFFENSE_COLUMNS[offense])));
  checkSum(cell("Violent_sum"), violentOf(offenses));
  checkSum(cell("Property_sum"), propertyOf(offenses));
  return { year: year(cell("Year")), county, agency: nonEmpty(cell("NCICCode")), offenses };
}

function checkSum(sum: Cell, parts: number): void {
  const stated = count(sum);
  if (stated !== parts) fail("identity_broken", sum, `the file says ${stated}, the sum of its parts is ${parts}`);
}
