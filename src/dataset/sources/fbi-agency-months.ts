import { z } from "zod";
import { isOffense, mapOffenses, OFFENSES } from "../../domain/offense.ts";
import { US_STATES } from "../../editions/us-states.ts";
import { nonEmpty, readTable, separatedCount, text, year } from "../csv.ts";
import type { AgencyMonth } from "../united-states/tables.ts";

const ROW = z.object({
  ori: nonEmpty,
  agency_name: nonEmpty,
  state: text,
  population: separatedCount,
  year,
  month: z.string().regex(/^(?:0[1-9]|1[0-2])$/, "is not a month"),
  ...mapOffenses(() => separatedCount),
});

function columnOf(member: string): string {
  return isOffense(member) ? `${OFFENSES[member].field}_actual` : member;
}

/** The FBI's figures of each agency by month. A blank count was not reported. @throws DatasetError */
export function readAgencyMonths(bytes: Uint8Array, file: string): readonly AgencyMonth[] {
  return readTable(bytes, file, ROW, undefined, columnOf).flatMap((row): AgencyMonth[] => {
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
        ...mapOffenses((offense) => row[offense]),
      },
    ];
  });
}
