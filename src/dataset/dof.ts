import { type Cell, quote, separatedCount } from "./cell.ts";
import { checkWidth, type Line, readLines, uniqueKeys } from "./csv.ts";
import { fail } from "./fault.ts";

/** A county and its cities; three counties have none. */
export interface E4County {
  /** With the word "County". */
  readonly county: string;
  readonly cities: readonly E4City[];
}

/** A city with its residents on 1 January of each year that the table covers. */
interface E4City {
  /** As the department spells it. */
  readonly city: string;
  /** A year is missing if the city was not incorporated yet. */
  readonly population: ReadonlyMap<number, number>;
}

/** Lines of a county that are neither a city nor checked; footnotes begin with an asterisk. */
const IGNORED_SUMS = ["Balance Of County", "County Total"] as const;

/**
 * The state's department of finance, report E-4: cities in blocks under a county's line. Census dates (1 April) are
 * left out, so that all figures are of 1 January. The line "Incorporated" must be the sum of the cities above it;
 * "County Total" is not checked, since the department's own does not add up in one year (Marin, 2011). @throws
 * DatasetError
 */
export function readE4(bytes: Uint8Array, file: string): readonly E4County[] {
  const lines = readLines(bytes, file);
  const header = lines.find((line) => nameOf(line) === "COUNTY/CITY");
  if (header === undefined) fail("column_missing", { file, column: "COUNTY/CITY" }, "there is no line of column names");
  const columns = dateColumns(header, file);
  const unique = uniqueKeys(file);

  const counties: { readonly county: string; readonly cities: E4City[] }[] = [];
  for (const line of lines.slice(lines.indexOf(header) + 1)) {
    const name = nameOf(line);
    if (name === "" || name.startsWith("*") || IGNORED_SUMS.some((sum) => sum === name)) continue;
    checkWidth(file, line, header.fields.length);
    const block = counties.at(-1);
    if (block !== undefined && name === "Incorporated") {
      checkIncorporated(block.cities, columns, line, file);
    } else if (name.endsWith(" County")) {
      unique([name], line.number);
      counties.push({ county: name, cities: [] });
    } else if (block !== undefined) {
      unique([block.county, name], line.number);
      block.cities.push({ city: name, population: populationOf(columns, line, file) });
    }
  }
  if (counties.length === 0) fail("line_malformed", { file }, "there is no line of a county");
  return counties;
}

interface DateColumn {
  readonly year: number;
  readonly position: number;
  readonly name: string;
}

function nameOf(line: Line): string {
  return (line.fields[0] ?? "").replace(/\s+/g, " ").trim();
}

function dateColumns(header: Line, file: string): DateColumn[] {
  const dates = header.fields.slice(1).map((field, index) => {
    const date = /^([14])\/1\/(\d\d)$/.exec(field.trim());
    if (date === null) {
      fail(
        "year_wrong",
        { file, line: header.number, column: `${index + 2}` },
        `${quote(field)} is not a date like 1/1/11`,
      );
    }
    return { month: date[1], year: 2000 + Number(date[2]), position: index + 1, name: field.trim() };
  });
  return dates.filter(({ month }) => month === "1");
}

function populationOf(columns: readonly DateColumn[], line: Line, file: string): Map<number, number> {
  const population = new Map<number, number>();
  for (const column of columns) {
    const residents = separatedCount(cellOf(column, line, file));
    if (residents !== null) population.set(column.year, residents);
  }
  return population;
}

function checkIncorporated(cities: readonly E4City[], columns: readonly DateColumn[], line: Line, file: string): void {
  for (const column of columns) {
    const cell = cellOf(column, line, file);
    const stated = separatedCount(cell) ?? 0;
    const sum = cities.reduce((total, city) => total + (city.population.get(column.year) ?? 0), 0);
    if (stated !== sum) fail("identity_broken", cell, `the file says ${stated}, the cities above add up to ${sum}`);
  }
}

function cellOf(column: DateColumn, line: Line, file: string): Cell {
  return { file, line: line.number, column: column.name, text: line.fields[column.position] ?? "" };
}
