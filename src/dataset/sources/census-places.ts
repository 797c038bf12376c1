import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { US_STATES } from "../../editions/us-states.ts";
import { readTable, text } from "../csv.ts";
import { fail } from "../fault.ts";
import { sheetRows } from "../workbook.ts";

const STATES = new Map(US_STATES.map(({ code, name }) => [name as string, code]));

/** Residents of an incorporated place on July 1 of each year. */
export interface PlaceEstimate {
  readonly state: string;
  /** With its legal kind: "Austin city". */
  readonly officialName: string;
  readonly residents: ReadonlyMap<number, number>;
}

/** The bureau's workbook of incorporated places (SUB-IP-EST), every year. @throws DatasetError */
export async function readPlaceEstimates(bytes: Uint8Array, file: string): Promise<readonly PlaceEstimate[]> {
  const rows = await sheetRows(bytes, file);
  const header = rows.find(([, ...cells]) => cells.filter((cell) => /^20\d\d$/.test(cell.trim())).length > 1) ?? [];
  const years = header.flatMap((cell, column) =>
    /^20\d\d$/.test(cell.trim()) ? [{ column, year: Number(cell) }] : [],
  );
  const places = rows.flatMap((row): PlaceEstimate[] => {
    const [, officialName, name = ""] = /^(.+), (.+?)$/.exec(row[0] ?? "") ?? [];
    const state = STATES.get(name);
    if (officialName === undefined || state === undefined) return [];
    const counted = years.flatMap(({ column, year }): [number, number][] => {
      const residents = Number(row[column] || Number.NaN);
      return Number.isInteger(residents) ? [[year, residents]] : [];
    });
    return [{ state, officialName, residents: new Map(counted) }];
  });
  if (places.length === 0 || years.length === 0)
    fail({ file, column: "Geographic Area" }, "there is no place of a state with a column for a year");
  return places;
}

const CODE = z.object({ "City Name": text, "State Code": text, "County Name": text });

/**
 * The county of each named town of Connecticut, from the list of state, county, and city codes: the bureau replaced its
 * counties by planning regions in 2022, and people still say the counties. Of a name in two counties there is none.
 * @throws DatasetError
 */
export function readConnecticutCounties(bytes: Uint8Array, file: string): ReadonlyMap<string, string> {
  const found = new Map<string, Set<string>>();
  for (const row of readTable(gunzipSync(bytes), file, CODE)) {
    if (row["State Code"] !== "CT" || row["City Name"] === "" || row["County Name"] === "") continue;
    const name = row["City Name"].toLowerCase();
    found.set(name, (found.get(name) ?? new Set()).add(`${capitalized(row["County Name"])} County`));
  }
  return new Map(
    [...found].flatMap(([name, [county, ...others]]): [string, string][] => {
      return county !== undefined && others.length === 0 ? [[name, county]] : [];
    }),
  );
}

function capitalized(name: string): string {
  return name.toLowerCase().replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
