import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { isOffense, mapOffenses, type Offense, propertyOf, violentOf } from "../../domain/offense.ts";
import { correctedCount, count, nonEmpty, readTable, text, year } from "../csv.ts";
import { fail } from "../fault.ts";
import type { AgencyYear } from "../state/official-rows.ts";

/** The file's own name of each class. */
const COLUMNS: Readonly<Record<Offense, string>> = {
  homicide: "Homicide_sum",
  rape: "ForRape_sum",
  robbery: "Robbery_sum",
  aggravatedAssault: "AggAssault_sum",
  burglary: "Burglary_sum",
  motorVehicleTheft: "VehicleTheft_sum",
  larceny: "LTtotal_sum",
};

function columnOf(member: string): string {
  return isOffense(member) ? COLUMNS[member] : member;
}

/** The columns that are read. `NCICCode` has the agency's name. */
const ROW = z
  .object({
    Year: year,
    County: text.regex(/^\S.* County$/, 'is not a county, such as "Alameda County"'),
    NCICCode: nonEmpty,
    Violent_sum: count,
    Property_sum: count,
    ...mapOffenses(() => correctedCount),
  })
  .superRefine((row, { addIssue }) => {
    for (const [column, sum] of [
      ["Violent_sum", violentOf(row)],
      ["Property_sum", propertyOf(row)],
    ] as const) {
      if (row[column] !== sum)
        addIssue({ code: "custom", path: [column], message: `is not ${sum}, the sum of its parts` });
    }
  });

const LARGEST_FILE_BYTES = 512 * 1024 * 1024;

/**
 * The state's department of justice, "Crimes and Clearances (with Arson)": plain or gzip, 70 columns or the first 12.
 * The classes of each group must add up in every row. @throws DatasetError
 */
export function readCrimesAndClearances(bytes: Uint8Array, file: string): readonly AgencyYear[] {
  const rows = readTable(gunzipped(bytes, file), file, ROW, (row) => [row.Year, row.County, row.NCICCode], columnOf);
  if (rows.length === 0) fail({ file }, "there is no line below the column names");
  return rows.map((row) => {
    return {
      year: row.Year,
      county: row.County,
      agency: row.NCICCode,
      offenses: mapOffenses((offense) => row[offense]),
    };
  });
}

/** The bytes themselves if they are not gzip (RFC 1952 magic number). */
function gunzipped(bytes: Uint8Array, file: string): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: LARGEST_FILE_BYTES });
  } catch (error) {
    const why = error instanceof Error ? error.message : "unknown";
    return fail({ file }, `the gzip file is truncated or damaged (${why}); retrieve it again`);
  }
}
