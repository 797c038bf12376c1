import { PLACE_GEOID, STATE } from "../domain/california.ts";
import { latitude, longitude, nonEmpty, wholeNumber } from "./cell.ts";
import { readTable, uniqueKeys } from "./csv.ts";
import { fail } from "./fault.ts";

/** An incorporated place as the Census Bureau maps it. */
export interface MappedPlace {
  /** Seven digits: 06 and the place's five. */
  readonly geoid: string;
  /** With its legal kind: "Adelanto city". */
  readonly officialName: string;
  readonly landM2: number;
  readonly latitude: number;
  readonly longitude: number;
}

const COLUMNS = ["GEOID", "NAMELSAD", "CLASSFP", "ALAND", "INTPTLAT", "INTPTLON"] as const;

/** Census Bureau class code of an active incorporated place. */
const INCORPORATED = "C1";

/** US Census Bureau, TIGER/Line places of the state (attribute table as CSV), those of class C1. @throws DatasetError */
export function readPlaces(bytes: Uint8Array, file: string): readonly MappedPlace[] {
  const table = readTable(bytes, file, COLUMNS);
  const unique = uniqueKeys(file);
  return table.lines.flatMap((line): MappedPlace[] => {
    const cell = (column: (typeof COLUMNS)[number]) => table.cell(line, column);
    const geoid = nonEmpty(cell("GEOID"));
    if (!PLACE_GEOID.test(geoid))
      fail("value_malformed", cell("GEOID"), `a place of ${STATE.name} has 7 digits from ${STATE.fips}`);
    if (nonEmpty(cell("CLASSFP")) !== INCORPORATED) return [];
    unique([geoid], line.number);
    const place = {
      geoid,
      officialName: nonEmpty(cell("NAMELSAD")),
      landM2: wholeNumber(cell("ALAND")),
      latitude: latitude(cell("INTPTLAT")),
      longitude: longitude(cell("INTPTLON")),
    };
    return [place];
  });
}
