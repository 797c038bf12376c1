import { z } from "zod";
import { recordFrom } from "../../base/named-table.ts";
import { OFFENSE_CLASSES, type Offense } from "../../domain/offense.ts";
import { fail } from "../fault.ts";
import { workbookSheets } from "../workbook.ts";
import { CLASS_TITLES } from "./class-titles.ts";

/** What a city's department reported to the state's program in a year. */
export interface FibrsYear {
  /** As the program prints it, without "Police Department". */
  readonly agency: string;
  readonly year: number;
  readonly residents: number;
  /** All classes but rape by month, from January on; null for a month without a report. */
  readonly months: readonly (number | null)[];
  /** Without rape, which the program counts otherwise; null with a month that is missing. */
  readonly offenses: Readonly<Record<FibrsOffense, number | null>>;
}
export type FibrsOffense = Exclude<Offense, "rape">;
export const FIBRS_CLASSES = OFFENSE_CLASSES.filter((offense): offense is FibrsOffense => offense !== "rape");

const MONTHS = 12;
/** Columns before the classes: county, agency, population. */
const [AGENCY, RESIDENTS, FIRST] = [1, 2, 3];

/** "Miramar Police Department", "Indian Rocks Beach PD", "City of Brooksville"; the agencies of counties and campuses have none. */
const CITY = /^(?:(?:City|Town) of )?(.+?)(?: (?:Police (?:Department|Dept\.?)|PD))?$/;
const count = z.string().regex(/^\d{1,7}$/);

/** Florida's offenses by agency and month: one sheet a year. Only departments with residents. @throws DatasetError */
export async function readFibrs(bytes: Uint8Array, file: string): Promise<readonly FibrsYear[]> {
  const sheets = await workbookSheets(bytes, file);
  return sheets.flatMap(({ name, rows }) => {
    const year = Number(/\b(20\d\d)$/.exec(name.trim())?.[1] ?? fail({ file, column: name }, "the sheet has no year"));
    const [, headings = [], ...lines] = rows;
    const columnsOf = FIBRS_CLASSES.map((offense) => {
      // Each heading is above the first of its twelve columns; the larcenies, which have several, are added up.
      const starts = headings.flatMap((text, column) =>
        column >= FIRST && CLASS_TITLES[offense].test(text.trim().toLowerCase()) ? [column] : [],
      );
      if (starts.length === 0) fail({ file, column: name }, `there is no heading for ${offense}`);
      return { offense, starts };
    });
    return lines.flatMap((line): FibrsYear[] => {
      const agency = line[AGENCY]?.trim() ?? "";
      const residents = Number(line[RESIDENTS] ?? "");
      if (!(residents > 0) || !/Police|PD$|^(?:City|Town) of/.test(agency)) return [];
      const byClass = columnsOf.map(({ offense, starts }) => ({ offense, months: monthsOf(line, starts) }));
      const months = Array.from({ length: MONTHS }, (_, month) =>
        sumOf(byClass.map((one) => one.months[month] ?? null)),
      );
      const offenses = recordFrom(byClass.map((one) => [one.offense, sumOf(one.months)] as const));
      return [{ agency: CITY.exec(agency)?.[1] ?? agency, year, residents, months, offenses }];
    });
  });
}

/** The months of the columns that begin here, added up. */
function monthsOf(line: readonly string[], starts: readonly number[]): readonly (number | null)[] {
  return Array.from({ length: MONTHS }, (_, month) =>
    sumOf(
      starts.map((start) => {
        const parsed = count.safeParse(line[start + month]);
        return parsed.success ? Number(parsed.data) : null;
      }),
    ),
  );
}

/** null if one is missing. */
function sumOf(counts: readonly (number | null)[]): number | null {
  return counts.reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0);
}
