import { Buffer, isUtf8 } from "node:buffer";
import { readSheet } from "read-excel-file/universal";
import { STATE } from "../domain/california.ts";
import { type Cell, count, nonEmpty, quote, year } from "./cell.ts";
import { readTable, requireColumns, uniqueKeys } from "./csv.ts";
import { fail } from "./fault.ts";

/** A place or a county with its residents on 1 July of each year. */
export interface Residents {
  /** As the bureau spells it, without the state: "Adelanto city"; for a county the file's own key: "los-angeles". */
  readonly name: string;
  readonly population: ReadonlyMap<number, number>;
}

const IN_STATE = `, ${STATE.name}`;
/** Column of an extract: the estimate of 1 July. */
const EXTRACT_YEAR = /^pop_(?<year>\d{4})_07_01$/;
/** Summary level of counties; states have another. */
const COUNTY_LEVEL = "050";

/** The state's places, from the bureau's workbook or an extract of it (SUB-IP-EST). @throws DatasetError */
export async function readPlaceEstimates(bytes: Uint8Array, file: string): Promise<readonly Residents[]> {
  return file.endsWith(".csv") ? readPlaceExtract(bytes, file) : await readPlaceWorkbook(bytes, file);
}

/** Columns `geographic_area` and one `pop_2025_07_01` a year; others, such as the estimates base, are left out. */
function readPlaceExtract(bytes: Uint8Array, file: string): readonly Residents[] {
  const table = readTable(bytes, file, ["geographic_area"]);
  const columns = table.columns.filter((name) => EXTRACT_YEAR.test(name));
  const years = columns.map((name) =>
    year({ file, line: 1, column: name, text: EXTRACT_YEAR.exec(name)?.groups?.["year"] ?? "" }),
  );
  checkSuccessive(years, { file, line: 1 });

  const rows = table.lines.map((line) => ({
    name: nonEmpty(table.cell(line, "geographic_area")),
    line: line.number,
    cells: columns.map((column) => table.cell(line, column)),
  }));
  return placesOfState(rows, years, file);
}

/** Of the country or the state: column A is the name, B the estimates base (left out), then a column a year. */
async function readPlaceWorkbook(bytes: Uint8Array, file: string): Promise<readonly Residents[]> {
  const rows = await readRows(bytes, file);
  const headerIndex = rows.findIndex((row) => row[0] === "Geographic Area");
  if (headerIndex === -1)
    fail("column_missing", { file, column: "Geographic Area" }, "there is no line of column names");
  const years = (rows[headerIndex + 1] ?? []).slice(2).map((text, index) => {
    return year({ file, line: headerIndex + 2, column: letter(index + 2), text });
  });
  checkSuccessive(years, { file, line: headerIndex + 2 });

  const named = rows.map((row, index) => ({
    name: row[0] ?? "",
    line: index + 1,
    cells: years.map((_, column) => {
      return { file, line: index + 1, column: letter(column + 2), text: row[column + 2] ?? "" };
    }),
  }));
  return placesOfState(named.slice(headerIndex + 2), years, file);
}

interface PlaceRow {
  readonly name: string;
  readonly line: number;
  readonly cells: readonly Cell[];
}

function placesOfState(rows: readonly PlaceRow[], years: readonly number[], file: string): readonly Residents[] {
  const unique = uniqueKeys(file);
  const places = rows.filter(({ name }) => name.endsWith(IN_STATE));
  if (places.length === 0) fail("line_malformed", { file }, `there is no line whose name ends with "${IN_STATE}"`);
  return places.map(({ name, line, cells }) => {
    unique([name], line);
    return { name: name.slice(0, -IN_STATE.length), population: populationOf(years, cells) };
  });
}

/**
 * County populations by year, in either form: the bureau's `co-est…-alldata.csv` of the whole country (Latin-1 or
 * UTF-8; `POPESTIMATE2020` and on), or a table `slug,2010,2011,…` of the state's counties. @throws DatasetError
 */
export function readCountyEstimates(bytes: Uint8Array, file: string): readonly Residents[] {
  const table = readTable(inUtf8(bytes), file, []);
  const national = table.columns.includes("SUMLEV");
  const prefix = national ? "POPESTIMATE" : "";
  const key = national ? "CTYNAME" : "slug";
  requireColumns(table, national ? ["SUMLEV", "STATE", "CTYNAME"] : ["slug"]);
  const columns = national ? table.columns.filter((name) => name.startsWith(prefix)) : table.columns.slice(1);
  const years = columns.map((name) => year({ file, line: 1, column: name, text: name.slice(prefix.length) }));
  checkSuccessive(years, { file, line: 1 });

  const unique = uniqueKeys(file);
  const wanted = table.lines.filter((line) => {
    return (
      !national || (table.cell(line, "SUMLEV").text === COUNTY_LEVEL && table.cell(line, "STATE").text === STATE.fips)
    );
  });
  if (wanted.length === 0) fail("line_malformed", { file }, `there is no line of a county of ${STATE.name}`);
  return wanted.map((line) => {
    const name = nonEmpty(table.cell(line, key));
    unique([name], line.number);
    const cells = columns.map((column) => table.cell(line, column));
    return { name, population: populationOf(years, cells) };
  });
}

/** The bureau writes this file in Latin-1, for the ñ of Doña Ana County, New Mexico. */
function inUtf8(bytes: Uint8Array): Uint8Array {
  return isUtf8(bytes) ? bytes : Buffer.from(Buffer.from(bytes).toString("latin1"));
}

function populationOf(years: readonly number[], cells: readonly Cell[]): Map<number, number> {
  return new Map(cells.map((cell, index): [number, number] => [years[index] ?? 0, count(cell)]));
}

function checkSuccessive(years: readonly number[], at: { file: string; line: number }): void {
  const first = years[0];
  if (first === undefined) fail("column_missing", at, "there is no column of a year");
  years.forEach((value, index) => {
    if (value !== first + index)
      fail("year_wrong", at, `${value} is in the place of ${first + index}: the years are not consecutive`);
  });
}

/** The workbook's first sheet as text. A workbook that cannot be opened is a fault of the file. */
async function readRows(bytes: Uint8Array, file: string): Promise<string[][]> {
  try {
    const rows = await readSheet(new Blob([bytes]));
    return rows.map((row) => row.map((value) => (value === null ? "" : String(value))));
  } catch (error) {
    const why = error instanceof Error ? error.message : "unknown";
    return fail("file_unreadable", { file }, `not a workbook that can be opened (${quote(why)}); retrieve it again`);
  }
}

function letter(index: number): string {
  return String.fromCharCode("A".charCodeAt(0) + index);
}
