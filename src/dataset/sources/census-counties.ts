import { Buffer, isUtf8 } from "node:buffer";
import { z } from "zod";
import { US_STATES } from "../../editions/us-states.ts";
import { count, nonEmpty, readTable } from "../csv.ts";
import { fail } from "../fault.ts";
import type { CountyResidents } from "../united-states/areas/tables.ts";

/** Summary level of counties; states have another. */
const COUNTY_LEVEL = "050";

/** Every county and its residents on July 1 of each year: the bureau's `co-est…-alldata.csv`. @throws DatasetError */
export function readAllCounties(bytes: Uint8Array, file: string): readonly CountyResidents[] {
  // The bureau writes its file in Latin-1, for the ñ of Doña Ana County, New Mexico.
  const own = isUtf8(bytes) ? bytes : Buffer.from(Buffer.from(bytes).toString("latin1"));
  const [header = ""] = new TextDecoder().decode(own.subarray(0, 10_000)).split("\n", 1);
  const years = [...header.matchAll(/\bPOPESTIMATE(\d{4})\b/g)].map(([, year = ""]) => year);
  if (years.length === 0) fail({ file, line: 1 }, "there is no column POPESTIMATE of a year");
  const counts: Record<string, typeof count> = Object.fromEntries(years.map((year) => [columnOf(year), count]));
  const named = readTable(
    own,
    file,
    z.object({ SUMLEV: nonEmpty, STATE: nonEmpty, COUNTY: nonEmpty, CTYNAME: nonEmpty }),
  );
  const residents = readTable(own, file, z.object(counts));
  return named.flatMap((row, index): CountyResidents[] => {
    const state = US_STATES.find(({ fips }) => fips === row.STATE)?.code;
    if (row.SUMLEV !== COUNTY_LEVEL || state === undefined) return [];
    const estimates = new Map(years.map((year) => [Number(year), residents[index]?.[columnOf(year)] ?? 0]));
    return [{ state, geoid: row.STATE + row.COUNTY, county: row.CTYNAME, estimates }];
  });
}

function columnOf(year: string): string {
  return `POPESTIMATE${year}`;
}
