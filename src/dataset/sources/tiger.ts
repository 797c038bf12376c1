import { z } from "zod";
import { placeGeoid, type StateEdition } from "../../editions/edition.ts";
import { area, nonEmpty, readTable, text } from "../csv.ts";
import type { MappedPlace } from "../state/official-rows.ts";
import { pointIn } from "../state/review.ts";

const rowIn = (edition: StateEdition) => {
  const { latitude, longitude } = pointIn(edition);
  return z.object({
    GEOID: text.regex(placeGeoid(edition.fips), `is not a place of ${edition.name}: 7 digits from ${edition.fips}`),
    NAMELSAD: nonEmpty,
    CLASSFP: nonEmpty,
    ALAND: area,
    INTPTLAT: latitude,
    INTPTLON: longitude,
  });
};

/** Census Bureau class code of an active incorporated place. */
const INCORPORATED = "C1";

/** US Census Bureau, TIGER/Line places of the state (attribute table as CSV), those of class C1. @throws DatasetError */
export function readPlaces(bytes: Uint8Array, file: string, edition: StateEdition): readonly MappedPlace[] {
  return readTable(bytes, file, rowIn(edition), ({ GEOID }) => [GEOID])
    .filter(({ CLASSFP }) => CLASSFP === INCORPORATED)
    .map((row) => ({
      geoid: row.GEOID,
      officialName: row.NAMELSAD,
      landM2: row.ALAND,
      latitude: row.INTPTLAT,
      longitude: row.INTPTLON,
    }));
}
