import { z } from "zod";
import { namesOf } from "../../base/named-table.ts";
import { countOf, mapOffenses, OFFENSE_GROUPS, type OffenseCounts } from "../../domain/offense.ts";
import type { Source } from "../../domain/snapshot.ts";
import type { StateEdition } from "../../editions/edition.ts";
import {
  area,
  correctedCount,
  count,
  nonEmpty,
  oneOf,
  optionalText,
  type RowOf,
  separatedCount,
  year,
} from "../csv.ts";
import { readRows, readYears, rowsText } from "../input-rows.ts";
import { readSources, secondReleaseOf, sourcesText } from "../sources.ts";
import { SOURCES_FILE } from "../united-states/tables.ts";
import { pointIn } from "./review.ts";

/** The project's own tables under `data/`, made by the import and read by the build. Sorted, one row a line. */
export interface DatasetTables {
  readonly sources: readonly Source[];
  readonly counties: readonly County[];
  readonly places: readonly RowPlace[];
  /** By year. */
  readonly offenses: ReadonlyMap<number, readonly AgencyOffenses[]>;
  readonly population: ReadonlyMap<number, readonly Population[]>;
  /** What other collections counted in the same cities. */
  readonly secondSource: readonly SecondCount[];
  /** The day of the Real-Time Crime Index that these are from: "April 24, 2026". */
  readonly secondRelease: string | null;
}

const COUNTY = z.object({
  /** The state's two digits and the county's three. */
  fips: nonEmpty,
  /** With the word "County". */
  county: nonEmpty,
});
export type County = RowOf<typeof COUNTY>;

const placeIn = (edition: Pick<StateEdition, "landBox">) =>
  z.object({
    /** Seven digits: the state's two and the place's five. */
    geoid: nonEmpty,
    /** The canonical name. */
    city: nonEmpty,
    /** With its legal kind: "Adelanto city". */
    officialName: nonEmpty,
    county: nonEmpty,
    landM2: area,
    ...pointIn(edition),
  });
export type RowPlace = RowOf<ReturnType<typeof placeIn>>;

const OFFENSE_ROW = z
  .object({ county: nonEmpty, agency: nonEmpty, ...mapOffenses(() => correctedCount) })
  .refine((row) => OFFENSE_GROUPS.every((group) => countOf(group, row) >= 0), {
    path: ["agency"],
    message: "has a group of offenses that add up to less than 0",
  });

export interface AgencyOffenses {
  /** With the word "County". */
  readonly county: string;
  /** As the state's collection of offenses spells it. */
  readonly agency: string;
  readonly offenses: OffenseCounts;
}

const POPULATION = z.object({
  county: nonEmpty,
  /** null for the whole county. */
  city: optionalText,
  residents: count,
});
export type Population = RowOf<typeof POPULATION>;

const INDEX = { name: "Real-Time Crime Index, scorecard of {day}", url: "https://realtimecrimeindex.com/" };

/** Other collections of the same offenses; `us/sources.json` has the release and hash of each file, and so the `{day}`. */
export const SECOND_SOURCES = {
  fbi: { name: "FBI, Table 8", url: "https://cde.ucr.cjis.gov/LATEST/webapp/#/pages/downloads" },
  rtci_state: { ...INDEX, name: `${INDEX.name}, from the program of the state` },
  rtci_department: { ...INDEX, name: `${INDEX.name}, from the department itself` },
} as const;
const SECOND_COUNT = z.object({
  county: nonEmpty,
  /** The canonical name. */
  city: nonEmpty,
  year,
  source: oneOf(namesOf(SECOND_SOURCES)),
  /** null where a class is missing. */
  violent: separatedCount,
  property: separatedCount,
});
export type SecondCount = RowOf<typeof SECOND_COUNT>;
const SECOND_SOURCE_FILE = "review/second-source.csv";

/** Name of the file under `data/` and its text. */
export function secondSourceFile(rows: readonly SecondCount[]): readonly [string, string] {
  return [SECOND_SOURCE_FILE, rowsText(SECOND_COUNT, rows)];
}

/** Name of each other file under `data/` and its text. */
export function tableFiles(
  tables: Omit<DatasetTables, "counties" | "secondSource" | "secondRelease">,
  edition: StateEdition,
): ReadonlyMap<string, string> {
  const files = new Map([
    ["sources.json", sourcesText(tables.sources)],
    ["places.csv", rowsText(placeIn(edition), tables.places)],
  ]);
  for (const [year, rows] of tables.offenses) {
    const flat = rows.map(({ offenses, ...row }) => ({ ...row, ...offenses }));
    files.set(`offenses/${year}.csv`, rowsText(OFFENSE_ROW, flat));
  }
  for (const [year, rows] of tables.population) files.set(`population/${year}.csv`, rowsText(POPULATION, rows));
  return files;
}

/** The state's counties with their FIPS codes (FIPS PUB 6-4), which no import changes. @throws DatasetError */
export function readCounties(dataDir: string): Promise<readonly County[]> {
  return readRows(dataDir, "counties.csv", COUNTY);
}

/** Reads what `tableFiles` made. @throws DatasetError */
export async function readTables(dataDir: string, edition: StateEdition): Promise<DatasetTables> {
  const offenses = await readYears(dataDir, "offenses", OFFENSE_ROW, ({ county, agency }) => [county, agency]);
  return {
    sources: await readSources(dataDir),
    counties: await readCounties(dataDir),
    places: await readRows(dataDir, "places.csv", placeIn(edition)),
    offenses: new Map(
      [...offenses].map(([year, rows]) => [
        year,
        rows.map(({ county, agency, ...counts }) => ({ county, agency, offenses: counts })),
      ]),
    ),
    population: await readYears(dataDir, "population", POPULATION, ({ county, city }) => [county, city ?? ""]),
    secondRelease: secondReleaseOf(await readSources(dataDir, SOURCES_FILE)),
    secondSource: await readRows(dataDir, SECOND_SOURCE_FILE, SECOND_COUNT, (row) => [
      row.county,
      row.city,
      String(row.year),
      row.source,
    ]),
  };
}
