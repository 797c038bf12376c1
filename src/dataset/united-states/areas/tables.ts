import { z } from "zod";
import { mapOffenses } from "../../../domain/offense.ts";
import { US_STATES } from "../../../editions/us-states.ts";
import { day, nonEmpty, oneOf, optionalText, type RowOf, separatedCount, text } from "../../csv.ts";
import { columnsText, readRows, readYears, rowsText } from "../../input-rows.ts";
import { estimates, estimatesText } from "../tables.ts";

/** The tables of the areas that county departments police, under `data/us/`. Sorted, one row a line. */

const state = oneOf(US_STATES.map(({ code }) => code));

/** A row of Table 10. A blank count is null, not zero. */
const DEPARTMENT_ROW = z.object({
  state,
  /** As the FBI prints it, without the marks of footnotes: "Howard", "Howard County Police Department". */
  department: nonEmpty,
  ...mapOffenses(() => separatedCount),
});
export type DepartmentRow = RowOf<typeof DEPARTMENT_ROW>;

/** A sheriff or county police department in the FBI's list of agencies. */
const DEPARTMENT = z.object({
  state,
  ori: nonEmpty,
  name: nonEmpty,
  /** In capitals and without its kind: "HOWARD". Empty for one that the list lacks. */
  county: text,
  /** Of the area that it polices, in the newest year of the counties; null where the FBI gives it none. */
  residents: separatedCount,
});
export type Department = RowOf<typeof DEPARTMENT>;

const COUNTY = z.object({ state, geoid: text.regex(/^\d{5}$/, "is not a GEOID"), county: nonEmpty, estimates });
export type CountyResidents = RowOf<typeof COUNTY>;

/** What a person decided of a row whose name is no county's. */
const AREA_REVIEW = z.object({
  state,
  department: nonEmpty,
  geoid: nonEmpty,
  ori: nonEmpty,
  /** The name as answers have it. */
  name: nonEmpty,
  /** Its name in Table 8 in the years in which the FBI had its figures there. */
  city: optionalText,
  source: nonEmpty,
  reviewed: day,
});
export type AreaReview = RowOf<typeof AREA_REVIEW>;

export interface AreaTables {
  /** By year. */
  readonly rows: ReadonlyMap<number, readonly DepartmentRow[]>;
  readonly departments: readonly Department[];
  readonly counties: readonly CountyResidents[];
}

export const AREA_ROWS = "us/areas";
const DEPARTMENTS_FILE = "us/departments.csv";
const COUNTIES_FILE = "us/county-residents.csv";

/** Name of each file under `data/` and its text. */
export function areaFiles({ rows, departments, counties }: AreaTables): ReadonlyMap<string, string> {
  const texts = counties.map((row) => ({
    ...row,
    estimates: estimatesText(row.estimates),
  }));
  return new Map([
    [DEPARTMENTS_FILE, rowsText(DEPARTMENT, departments)],
    [COUNTIES_FILE, columnsText(COUNTY, texts)],
    ...[...rows].map(([year, own]) => [`${AREA_ROWS}/${year}.csv`, rowsText(DEPARTMENT_ROW, own)] as const),
  ]);
}

/** Reads what `areaFiles` made. @throws DatasetError */
export async function readAreaTables(dataDir: string): Promise<AreaTables> {
  return {
    // Two departments of a year may have one name; the join refuses to choose.
    rows: await readYears(dataDir, AREA_ROWS, DEPARTMENT_ROW, (row) => [JSON.stringify(row)]),
    departments: await readRows(dataDir, DEPARTMENTS_FILE, DEPARTMENT, ({ ori }) => [ori]),
    counties: await readRows(dataDir, COUNTIES_FILE, COUNTY, ({ geoid }) => [geoid]),
  };
}

/** @throws DatasetError */
export async function readAreaReview(dataDir: string): Promise<readonly AreaReview[]> {
  return readRows(dataDir, "us/review/areas.csv", AREA_REVIEW, ({ state, department }) => [state, department]);
}
