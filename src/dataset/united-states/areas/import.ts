import { fail } from "../../fault.ts";
import { compareText } from "../../input-rows.ts";
import type { FileBytes } from "../../official-files.ts";
import { readAllCounties } from "../../sources/census-counties.ts";
import { readDepartments } from "../../sources/fbi-departments.ts";
import { readTable10, type Table10 } from "../../sources/fbi-table-10.ts";
import type { AreaReview, AreaTables } from "./tables.ts";

interface AreaFiles {
  readonly table10: readonly FileBytes[];
  readonly list: FileBytes;
  readonly agencyPopulations: FileBytes;
  readonly counties: FileBytes;
}

/** The official files of areas → their tables. @throws DatasetError, also where two copies of a year differ */
export async function areaTablesOf(files: AreaFiles, review: readonly AreaReview[]): Promise<AreaTables> {
  const read = files.table10.map(async ({ bytes, name }) => ({ name, ...(await readTable10(bytes, name)) }));
  const rows = new Map<number, Table10["rows"]>();
  for (const { name, year, rows: own } of (await Promise.all(read)).toSorted((a, b) => a.year - b.year)) {
    const sorted = sortedByText(own);
    const other = rows.get(year);
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(sorted))
      fail({ file: name }, `it differs from the other copy of Table 10 of ${year}; find out which one is changed`);
    rows.set(year, sorted);
  }
  const { list, agencyPopulations, counties } = files;
  const further = new Set(review.map(({ ori }) => ori));
  return {
    rows,
    departments: readDepartments(list, agencyPopulations, further).toSorted((a, b) => compareText(a.ori, b.ori)),
    counties: readAllCounties(counties.bytes, counties.name).toSorted((a, b) => compareText(a.geoid, b.geoid)),
  };
}

function sortedByText(rows: Table10["rows"]): Table10["rows"] {
  const keyed = rows.map((row) => ({ row, key: [row.state, row.department, JSON.stringify(row)].join("\n") }));
  return keyed.toSorted((a, b) => compareText(a.key, b.key)).map(({ row }) => row);
}
