import { Buffer, isUtf8 } from "node:buffer";
import { z } from "zod";
import type { StateEdition } from "../../editions/edition.ts";
import { collapsed, count, type Line, quote, readLines, rowReader, uniqueKeys } from "../csv.ts";
import { fail } from "../fault.ts";
import { sheetRows } from "../workbook.ts";

/** A place or a county with its residents in each year: of the Census Bureau on 1 July. */
export interface Residents {
  /** As the publisher spells it, without the state: "Adelanto city"; for a county the file's own key: "los-angeles". */
  readonly name: string;
  readonly population: ReadonlyMap<number, number>;
}

/** Summary level of counties; states have another. */
const COUNTY_LEVEL = "050";

/**
 * The state's places (SUB-IP-EST): from the bureau's workbook, or an extract with the columns `geographic_area` and one
 * `pop_2025_07_01` a year. @throws DatasetError
 */
export async function readPlaceEstimates(
  bytes: Uint8Array,
  file: string,
  edition: StateEdition,
): Promise<readonly Residents[]> {
  const inState = `, ${edition.name}`;
  const lines = file.endsWith(".csv") ? readLines(bytes, file) : await workbookLines(bytes, file);
  const years = file.endsWith(".csv") ? /^pop_(.+)_07_01$/ : /(.+)/;
  const isOfState = ({ fields }: Line) => !!fields[0]?.endsWith(inState);
  const places = residentsOf({ lines, file, edition }, "geographic_area", years, isOfState);
  return places.map(({ name, population }) => ({ name: name.slice(0, -inState.length), population }));
}

/** Of the country or the state: column A is the name, B the estimates base (left out), then a column a year. */
async function workbookLines(bytes: Uint8Array, file: string): Promise<readonly Line[]> {
  const rows = await sheetRows(bytes, file);
  const titles = rows.findIndex((row) => row[0] === "Geographic Area");
  if (titles === -1) fail({ file, column: "Geographic Area" }, "there is no line of column names");
  const years = rows[titles + 1]?.slice(2) ?? [];
  return rows
    .map((row, index) => ({
      number: index + 1,
      fields: [row[0] ?? "", ...years.map((_, year) => row[year + 2] ?? "")],
    }))
    .with(titles + 1, { number: titles + 2, fields: ["geographic_area", ...years] })
    .slice(titles + 1);
}

/**
 * County populations by year, in either form: the bureau's `co-est…-alldata.csv` of the whole country (Latin-1 or
 * UTF-8; `POPESTIMATE2020` and on), or a table `slug,2010,2011,…` of the state's counties. @throws DatasetError
 */
export function readCountyEstimates(bytes: Uint8Array, file: string, edition: StateEdition): readonly Residents[] {
  // The bureau writes its file in Latin-1, for the ñ of Doña Ana County, New Mexico.
  const lines = readLines(isUtf8(bytes) ? bytes : Buffer.from(Buffer.from(bytes).toString("latin1")), file);
  const [level, state] = ["SUMLEV", "STATE"].map((column) => lines[0]?.fields.indexOf(column) ?? -1);
  if (level === undefined || level === -1 || state === undefined)
    return residentsOf({ lines, file, edition }, "slug", /(.+)/);
  const isOfState = ({ fields }: Line) => fields[level] === COUNTY_LEVEL && fields[state] === edition.fips;
  return residentsOf({ lines, file, edition }, "CTYNAME", /^POPESTIMATE(.+)/, isOfState);
}

/** @param yearColumn matches the columns to read; its group is the year */
function residentsOf(
  {
    lines: all,
    file,
    edition,
  }: { readonly lines: readonly Line[]; readonly file: string; readonly edition: StateEdition },
  nameColumn: string,
  yearColumn: RegExp,
  isOfState: (line: Line) => boolean = () => true,
): readonly Residents[] {
  const [header, ...lines] = all;
  const names = header?.fields.map((column) => column.trim()) ?? [];
  const at = names.indexOf(nameColumn);
  if (header === undefined || at === -1) fail({ file, line: 1, column: nameColumn }, "the column is missing");
  const columns = names.flatMap((column, index) => {
    const year = index === at ? undefined : yearColumn.exec(column)?.[1];
    return year === undefined ? [] : [{ column, year }];
  });
  const first = Number(columns[0]?.year);
  columns.forEach(({ column, year }, index) => {
    if (!/^(19|20)\d\d$/.test(year) || Number(year) !== first + index)
      fail({ file, line: header.number, column }, `${quote(year)} is not a year, or the years are not consecutive`);
  });
  if (columns.length === 0) fail({ file, line: header.number }, "there is no column of a year");

  const counts = rowReader(file, header, z.object(Object.fromEntries(columns.map(({ column }) => [column, count]))));
  const unique = uniqueKeys(file);
  const wanted = lines.filter(isOfState);
  if (wanted.length === 0) fail({ file }, `there is no line of ${edition.name}`);
  return wanted.map((line) => {
    const [row, name] = [counts(line), collapsed(line.fields[at] ?? "")];
    unique([name], line);
    return { name, population: new Map(columns.map(({ column }, index) => [first + index, row[column] ?? 0])) };
  });
}
