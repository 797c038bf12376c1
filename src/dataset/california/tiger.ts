import { z } from "zod";
import { CALIFORNIA } from "../../editions/california.ts";
import { placeGeoid } from "../../editions/edition.ts";
import { area, nonEmpty, readTable, text } from "../csv.ts";
import type { RowPlace } from "./input-tables.ts";
import { latitude, longitude } from "./review.ts";

/** An incorporated place as the Census Bureau maps it. */
export type MappedPlace = Omit<RowPlace, "city" | "county">;

const ROW = z.object({
  GEOID: text.regex(
    placeGeoid(CALIFORNIA.fips),
    `is not a place of ${CALIFORNIA.name}: 7 digits from ${CALIFORNIA.fips}`,
  ),
  NAMELSAD: nonEmpty,
  CLASSFP: nonEmpty,
  ALAND: area,
  INTPTLAT: latitude,
  INTPTLON: longitude,
});

/** Census Bureau class code of an active incorporated place. */
const INCORPORATED = "C1";

/** US Census Bureau, TIGER/Line places of the state (attribute table as CSV), those of class C1. @throws DatasetError */
export function readPlaces(bytes: Uint8Array, file: string): readonly MappedPlace[] {
  return readTable(bytes, file, ROW, ({ GEOID }) => [GEOID])
    .filter(({ CLASSFP }) => CLASSFP === INCORPORATED)
    .map((row) => ({
      geoid: row.GEOID,
      officialName: row.NAMELSAD,
      landM2: row.ALAND,
      latitude: row.INTPTLAT,
      longitude: row.INTPTLON,
    }));
}
