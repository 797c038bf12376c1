import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { US_STATES } from "../../editions/us-states.ts";
import { nonEmpty, oneOf, readTable, separatedCount, text } from "../csv.ts";
import { fail } from "../fault.ts";

const LEVELS = ["place", "county_subdivision", "county"] as const;

const ROW = z.object({
  level: oneOf(LEVELS),
  geoid: text.regex(/^\d{5}(\d{2}(\d{3})?)?$/, "is not a GEOID of 5, 7, or 10 digits"),
  state: oneOf(US_STATES.map(({ code }) => code)),
  name: nonEmpty,
  lsad: text,
  population_acs_2019_2023: separatedCount,
  counties: text,
});

/** A county, a municipality, or a census-designated place, with its GEOID of the newest vintage. */
export interface CensusUnit extends Pick<z.output<typeof ROW>, "geoid" | "level" | "state"> {
  /** With its legal kind: "Austin city", "Hamilton township". */
  readonly officialName: string;
  /** Of the American Community Survey; null where it has none. */
  readonly residents: number | null;
  /** The codes of its counties with the share of its residents in each, the largest first. */
  readonly counties: readonly { readonly code: string; readonly share: number }[];
  /** Not a government: a census-designated place. */
  readonly isStatistical: boolean;
}

/** The bureau's code for the legal kind "census-designated place". */
const STATISTICAL = "57";

/** The Gazetteer of places, active county subdivisions, and counties. @throws DatasetError */
export function readGazetteer(bytes: Uint8Array, file: string): readonly CensusUnit[] {
  return readTable(unpacked(bytes, file), file, ROW, ({ geoid }) => [geoid]).map((row) => {
    const { level, geoid, state, name, lsad, population_acs_2019_2023: residents } = row;
    const counties = row.counties.split(" ").flatMap((text) => {
      const [code = "", share = "1"] = text.split(":");
      return code === "" ? [] : [{ code, share: Number(share) }];
    });
    return { level, geoid, state, officialName: name, residents, counties, isStatistical: lsad === STATISTICAL };
  });
}

/** @throws DatasetError */
export function unpacked(bytes: Uint8Array, file: string): Uint8Array {
  try {
    return gunzipSync(bytes);
  } catch {
    return fail({ file }, "not a gzip file that can be opened; retrieve it again");
  }
}
