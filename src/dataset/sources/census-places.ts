import { Buffer } from "node:buffer";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { US_STATES } from "../../editions/us-states.ts";
import { nonEmpty, readTable, text } from "../csv.ts";
import { fail } from "../fault.ts";
import type { CensusPlace, PlaceCounty } from "../united-states/tables.ts";
import { sheetRows } from "../workbook.ts";

const STATES = new Map(US_STATES.map(({ code, name }) => [name as string, code]));

/** The bureau's workbook of incorporated places (SUB-IP-EST): residents in its newest year. @throws DatasetError */
export async function readCensusPlaces(bytes: Uint8Array, file: string): Promise<readonly CensusPlace[]> {
  const places = (await sheetRows(bytes, file)).flatMap((row): CensusPlace[] => {
    const [, officialName, name = ""] = /^(.+), (.+?)$/.exec(row[0] ?? "") ?? [];
    const state = STATES.get(name);
    const residents = Number(row.at(-1) || Number.NaN);
    return officialName === undefined || state === undefined || !Number.isInteger(residents)
      ? []
      : [{ state, officialName, residents }];
  });
  if (places.length === 0) fail({ file, column: "Geographic Area" }, "there is no place of a state");
  return places;
}

const CODE = z.object({ "City Name": text, "State Code": text, "County Name": text, "StCnty FIPS Code": text });
const COUNTY = z.object({ SUMLEV: text, STATE: text, COUNTY: text, CTYNAME: nonEmpty });

/**
 * The counties of each named place, from the list of state, county, and city codes. Counties have the names of the
 * bureau's list of counties. Connecticut's, which the bureau replaced by planning regions in 2022, have those of the
 * codes. @throws DatasetError
 */
export function readPlaceCounties(
  codes: { readonly bytes: Uint8Array; readonly file: string },
  counties: { readonly bytes: Uint8Array; readonly file: string },
): readonly PlaceCounty[] {
  // The bureau writes its list in Latin-1.
  const list = readTable(Buffer.from(Buffer.from(counties.bytes).toString("latin1")), counties.file, COUNTY);
  const names = new Map(list.map(({ STATE, COUNTY: county, CTYNAME }) => [STATE + county, CTYNAME]));
  return readTable(gunzipSync(codes.bytes), codes.file, CODE).flatMap((row): PlaceCounty[] => {
    const state = US_STATES.find(({ code }) => code === row["State Code"])?.code;
    if (state === undefined || row["City Name"] === "" || row["County Name"] === "") return [];
    const former = state === "CT" ? `${capitalized(row["County Name"])} County` : undefined;
    const county = names.get(row["StCnty FIPS Code"]) ?? former;
    return county === undefined ? [] : [{ state, name: capitalized(row["City Name"]), county }];
  });
}

function capitalized(name: string): string {
  return name.toLowerCase().replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
