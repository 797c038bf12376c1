import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { type StateCode, US_STATES } from "../../editions/us-states.ts";
import { LEVELS, type PlaceKind, type PlaceLevel } from "../../gazetteer/place-table.ts";
import { decimal, nonEmpty, oneOf, optionalText, type RowOf, readTable, text } from "../csv.ts";
import { fail } from "../fault.ts";
import { compareText } from "../input-rows.ts";

const state = oneOf(US_STATES.map(({ code }) => code));
const optionalCount = text
  .regex(/^\d{0,9}$/, "is not a whole number of 0 or more")
  .transform((value) => (value === "" ? null : Number(value)));

const ROW = z.object({
  level: oneOf(["county", "place", "county_subdivision"]),
  geoid: text.regex(/^(?:\d{5}|\d{7}|\d{10})$/, "is not a GEOID"),
  state,
  name: nonEmpty,
  lsad: text,
  funcstat: text,
  population_acs_2019_2023: optionalCount,
  latitude: decimal(-90, 90),
  longitude: decimal(-180, 180),
  counties: text,
});

/** A county, place, or active subdivision, as the Census Bureau lists it. */
export interface CountryRow {
  readonly level: PlaceLevel;
  readonly geoid: string;
  readonly state: StateCode;
  readonly officialName: string;
  readonly kind: PlaceKind;
  readonly residents: number | null;
  readonly latitude: number;
  readonly longitude: number;
  /** Codes of its counties with the share of residents in each, largest first. Empty where they are not known. */
  readonly counties: readonly (readonly [code: string, share: number])[];
  /** Whether its government does nothing any more. */
  readonly isNonfunctioning: boolean;
}

/** Sorted by state code of FIPS 5-2, level, and GEOID. @throws DatasetError */
export function readCountryRows(bytes: Uint8Array, file: string): readonly CountryRow[] {
  const order: readonly PlaceLevel[] = LEVELS.map(({ level }) => level);
  return readTable(gunzipSync(bytes), file, ROW, ({ geoid }) => [geoid])
    .map((row): CountryRow => {
      const level = row.level === "county_subdivision" ? "subdivision" : row.level;
      return {
        level,
        geoid: row.geoid,
        state: row.state,
        officialName: row.name,
        kind: kindOf(row, file),
        residents: row.population_acs_2019_2023,
        latitude: row.latitude,
        longitude: row.longitude,
        counties: level === "county" ? [[row.geoid, 1]] : sharesOf(row.counties),
        isNonfunctioning: row.funcstat === "N",
      };
    })
    .toSorted(
      (a, b) =>
        compareText(a.geoid.slice(0, 2), b.geoid.slice(0, 2)) ||
        order.indexOf(a.level) - order.indexOf(b.level) ||
        compareText(a.geoid, b.geoid),
    );
}

/** Legal kinds of places, by the Census Bureau's code (LSAD). `00` says none: the name does. */
const KINDS: Readonly<Record<string, PlaceKind>> = {
  21: "borough",
  25: "city",
  37: "municipality",
  43: "town",
  47: "village",
  53: "government",
  57: "community",
  CG: "government",
  CN: "city",
  MG: "government",
  UC: "government",
  UG: "government",
};

function kindOf({ level, name, lsad }: RowOf<typeof ROW>, file: string): PlaceKind {
  if (level === "county") return "county";
  if (level === "county_subdivision") {
    const [, kind = "township"] = / (township|town|plantation)$/.exec(name) ?? [];
    return kind === "town" ? "town" : kind === "plantation" ? "plantation" : "township";
  }
  const kind = KINDS[lsad];
  if (kind !== undefined) return kind;
  if (lsad !== "00") fail({ file }, `${name} has the unknown legal kind "${lsad}"`);
  if (/ city \(balance\)$| City$/.test(name)) return "city";
  return /County|government|-/.test(name) ? "government" : "municipality";
}

/** `01073:0.712 01117:0.288`, or the code alone. */
function sharesOf(counties: string): CountryRow["counties"] {
  if (counties === "") return [];
  return counties
    .split(" ")
    .map((part): readonly [string, number] => {
      const [code = "", share = "1"] = part.split(":");
      return [code, Number(share)];
    })
    .filter(([, share]) => share > 0)
    .toSorted(([, a], [, b]) => b - a);
}

const PAIR = z.object({ place: nonEmpty, subdivision: nonEmpty, place_name: nonEmpty, subdivision_name: nonEmpty });

/** Subdivisions and places of one land and one name. @throws DatasetError */
export function readSameMunicipalities(bytes: Uint8Array, file: string): readonly RowOf<typeof PAIR>[] {
  const bare = (name: string) => name.replace(/ (?:city|town|village|township)$/, "");
  return readTable(bytes, file, PAIR).filter(
    ({ place_name, subdivision_name }) => bare(place_name) === bare(subdivision_name),
  );
}

const JOINED = z.object({ state, name: nonEmpty, geoid: nonEmpty, geoid_2025: optionalText, census_name: nonEmpty });

/** What the FBI calls places, by GEOID. @throws DatasetError */
export function readJoinedNames(bytes: Uint8Array, file: string): readonly RowOf<typeof JOINED>[] {
  return readTable(bytes, file, JOINED);
}
