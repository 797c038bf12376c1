import { z } from "zod";
import { collapsed, type Line, quote, readLines, rowReader, separatedCount, uniqueKeys } from "../csv.ts";
import { fail } from "../fault.ts";
import type { ListedResidents } from "../state/official-rows.ts";

/** Lines of a county that are neither a city nor checked; footnotes begin with an asterisk. */
const IGNORED_SUMS = ["Balance Of County", "County Total"];

/**
 * The state's department of finance, report E-4: cities in blocks under a county's line. Census dates (1 April) are
 * left out, so that all figures are of 1 January. The line "Incorporated" must be the sum of the cities above it;
 * "County Total" is not checked, since the department's own does not add up in one year (Marin, 2011). @throws
 * DatasetError
 */
export function readE4(bytes: Uint8Array, file: string): readonly ListedResidents[] {
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

  const cities: ListedResidents[] = [];
  let county: string | null = null;
  for (const line of lines.slice(lines.indexOf(header) + 1)) {
    const name = nameOf(line);
    if (name === "" || name.startsWith("*") || IGNORED_SUMS.includes(name)) continue;
    const counts = countsOf(line);
    if (name.endsWith(" County")) {
      unique([name], line);
      county = name;
    } else if (name === "Incorporated") {
      const above = cities.filter((city) => city.county === county);
      for (const [column, year] of yearOf) {
        const sum = above.reduce((total, { population }) => total + (population.get(year) ?? 0), 0);
        const stated = counts[column] ?? 0;
        const reason = `the file says ${stated}, the cities above add up to ${sum}`;
        if (stated !== sum) fail({ file, line: line.number, column }, reason);
      }
    } else if (county !== null) {
      unique([county, name], line);
      const figures = [...yearOf].flatMap(([column, year]) => {
        const residents = counts[column] ?? null;
        return residents === null ? [] : [[year, residents] as const];
      });
      cities.push({ county, name, population: new Map(figures) });
    }
  }
  if (cities.length === 0) fail({ file }, "there is no line of a city under its county");
  return cities;
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
