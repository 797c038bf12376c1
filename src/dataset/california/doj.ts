import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { mapOffenses, type Offense, type OffenseCounts, propertyOf, violentOf } from "../../domain/offense.ts";
import { correctedCount, count, nonEmpty, readTable, text, year } from "../csv.ts";
import { fail } from "../fault.ts";
import type { AgencyYear } from "../state/official-rows.ts";

/** The columns that are read. `NCICCode` has the agency's name. */
const ROW = z
  .object({
    Year: year,
    County: text.regex(/^\S.* County$/, 'is not a county, such as "Alameda County"'),
    NCICCode: nonEmpty,
    Violent_sum: count,
    Homicide_sum: correctedCount,
    ForRape_sum: correctedCount,
    Robbery_sum: correctedCount,
    AggAssault_sum: correctedCount,
    Property_sum: count,
    Burglary_sum: correctedCount,
    VehicleTheft_sum: correctedCount,
    LTtotal_sum: correctedCount,
  })
  .superRefine((row, { addIssue }) => {
    const offenses = offensesOf(row);
    for (const [column, sum] of [
      ["Violent_sum", violentOf(offenses)],
      ["Property_sum", propertyOf(offenses)],
    ] as const) {
      if (row[column] !== sum)
        addIssue({ code: "custom", path: [column], message: `is not ${sum}, the sum of its parts` });
    }
  });

const COLUMNS = {
  homicide: "Homicide_sum",
  rape: "ForRape_sum",
  robbery: "Robbery_sum",
  aggravatedAssault: "AggAssault_sum",
  burglary: "Burglary_sum",
  motorVehicleTheft: "VehicleTheft_sum",
  larceny: "LTtotal_sum",
} as const satisfies Record<Offense, keyof z.output<typeof ROW>>;

const LARGEST_FILE_BYTES = 512 * 1024 * 1024;

/**
 * The state's department of justice, "Crimes and Clearances (with Arson)": plain or gzip, 70 columns or the first 12.
 * The classes of each group must add up in every row. @throws DatasetError
 */
export function readCrimesAndClearances(bytes: Uint8Array, file: string): readonly AgencyYear[] {
  const rows = readTable(gunzipped(bytes, file), file, ROW, (row) => [row.Year, row.County, row.NCICCode]);
  if (rows.length === 0) fail({ file }, "there is no line below the column names");
  return rows.map((row) => {
    return { year: row.Year, county: row.County, agency: row.NCICCode, offenses: offensesOf(row) };
  });
}

function offensesOf(row: z.output<typeof ROW>): OffenseCounts {
  return mapOffenses((offense) => row[COLUMNS[offense]]);
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
