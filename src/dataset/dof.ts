import { z } from "zod";
import { collapsed, type Line, readLines, rowReader, uniqueKeys } from "./csv.ts";
import { fail } from "./fault.ts";
import { quote, separatedCount } from "./field.ts";

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
const IGNORED_SUMS = ["Balance Of County", "County Total"];

/**
 * The state's department of finance, report E-4: cities in blocks under a county's line. Census dates (1 April) are
 * left out, so that all figures are of 1 January. The line "Incorporated" must be the sum of the cities above it;
 * "County Total" is not checked, since the department's own does not add up in one year (Marin, 2011). @throws
 * DatasetError
 */
export function readE4(bytes: Uint8Array, file: string): readonly E4County[] {
  const lines = readLines(bytes, file);
  const header = lines.find((line) => nameOf(line) === "COUNTY/CITY");
  if (header === undefined) fail({ file, column: "COUNTY/CITY" }, "there is no line of column names");
  const yearOf = yearColumns(header, file);
  const countsOf = rowReader(
    file,
    header,
    z.object(Object.fromEntries([...yearOf.keys()].map((date) => [date, separatedCount]))),
  );
  const unique = uniqueKeys(file);

  const counties: { readonly county: string; readonly cities: E4City[] }[] = [];
  for (const line of lines.slice(lines.indexOf(header) + 1)) {
    const name = nameOf(line);
    if (name === "" || name.startsWith("*") || IGNORED_SUMS.includes(name)) continue;
    const counts = countsOf(line);
    const block = counties.at(-1);
    if (block !== undefined && name === "Incorporated") {
      for (const [column, year] of yearOf) {
        const sum = block.cities.reduce((total, { population }) => total + (population.get(year) ?? 0), 0);
        const stated = counts[column] ?? 0;
        const reason = `the file says ${stated}, the cities above add up to ${sum}`;
        if (stated !== sum) fail({ file, line: line.number, column }, reason);
      }
    } else if (name.endsWith(" County")) {
      unique([name], line);
      counties.push({ county: name, cities: [] });
    } else if (block !== undefined) {
      unique([block.county, name], line);
      const figures = [...yearOf].map(([column, year]) => [year, counts[column] ?? null] as const);
      block.cities.push({
        city: name,
        population: new Map(figures.filter((figure): figure is [number, number] => figure[1] !== null)),
      });
    }
  }
  if (counties.length === 0) fail({ file }, "there is no line of a county");
  return counties;
}

function nameOf({ fields }: Line): string {
  return collapsed(fields[0] ?? "");
}

/** The years of the columns of 1 January, by column. */
function yearColumns({ fields, number: line }: Line, file: string): ReadonlyMap<string, number> {
  const dates = fields.slice(1).map((field) => {
    const [column, month, year] = /^([14])\/1\/(\d\d)$/.exec(field.trim()) ?? [];
    if (column === undefined) fail({ file, line }, `${quote(field)} is not a date like 1/1/11`);
    return { column, month, year: 2000 + Number(year) };
  });
  return new Map(dates.filter(({ month }) => month === "1").map(({ column, year }) => [column, year]));
}
