import { US_STATES } from "../../editions/us-states.ts";
import { collapsed } from "../csv.ts";
import { fail } from "../fault.ts";
import { readStateEstimates } from "../sources/fbi-state-estimates.ts";
import { readTable8, TITLES } from "../sources/fbi-table-8.ts";
import { readTable10 } from "../sources/fbi-table-10.ts";
import { needAll, type Publication, type Publications, readBy } from "../update/publication.ts";
import { sheetRows } from "../workbook.ts";
import { NATION_DIR } from "./tables.ts";

const SIGNED = "https://cde.ucr.cjis.gov/LATEST/s3/signedurl?key=";

export const NATION_PUBLICATIONS: Publications = (year) => {
  const fbi = { folder: NATION_DIR, isSigned: true } as const;
  const tables = { ...fbi, address: `${SIGNED}cius/${year}/offenses-known-to-le-${year}.zip` };
  return [
    {
      ...tables,
      file: `fbi_table-8_${year}.xlsx`,
      entry: /^(CIUS_)?Table_8_.*\.xlsx$/i,
      check: tableCheck(year, readTable8),
    },
    {
      ...tables,
      file: `fbi_table-10_${year}.xlsx`,
      entry: /^(CIUS_)?Table_10_.*\.xlsx$/i,
      check: tableCheck(year, readTable10),
    },
    {
      ...fbi,
      file: `fbi_state-estimates_1979-${year}.csv`,
      address: `${SIGNED}additional-datasets/srs/estimated_crimes_1979_${year}.csv`,
      check: readBy((bytes, file) => {
        const states = new Set<string>(readStateEstimates(bytes, file, year).map(({ state }) => state));
        needAll(file, year, states, new Set(US_STATES.map(({ code }) => code)));
      }),
    },
  ];
};

/** Columns that no figure is read from. */
const OTHER_TITLES = /^(state|city|county|arson|metropolitan)/;

/** The year is in the table's title, and a new column may split an offense that the import reads whole. */
function tableCheck(year: number, read: typeof readTable8 | typeof readTable10): Publication["check"] {
  return async (bytes, file) => {
    const { rows } = await read(bytes, file);
    if (rows.length === 0) fail({ file }, "the table has no rows");
    const cells = await sheetRows(bytes, file);
    const header = cells.findIndex((row) => row.some((cell) => /^(City|County)$/.test(cell.trim())));
    const title = collapsed(cells.slice(0, header).flat().join(" "));
    if (!title.includes(String(year))) fail({ file }, `the title is not of ${year}: "${title.slice(0, 100)}"`);
    const known = [...Object.values(TITLES), OTHER_TITLES];
    const titles = (cells[header] ?? []).map((cell) => collapsed(cell).toLowerCase());
    return titles.filter((one) => one !== "" && !known.some((pattern) => pattern.test(one)));
  };
}
