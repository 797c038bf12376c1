import { z } from "zod";
import { mapOffenses, OFFENSE_CLASSES, type OffenseCounts } from "../../domain/offense.ts";
import type { Source } from "../../domain/snapshot.ts";
import { US_STATES } from "../../editions/us-states.ts";
import { count, day, nonEmpty, oneOf, optionalText, type RowOf, separatedCount, text, year } from "../csv.ts";
import { readRows, readYears, rowsText } from "../input-rows.ts";
import { readSources, sourcesText } from "../sources.ts";

/** Under the data folder. */
export const NATION_DIR = "us";

/** The tables under `data/us/`, made by the import and read by the build. Sorted, one row a line. */

const state = oneOf(US_STATES.map(({ code }) => code));

/** A row of Table 8. A blank count is null, not zero. */
const AGENCY = z.object({
  state,
  /** As the FBI prints it, without the marks of footnotes. */
  agency: nonEmpty,
  /** Of footnotes, of the row and its state: "4 6". */
  marks: text,
  residents: separatedCount,
  ...mapOffenses(() => separatedCount),
});
export type AgencyRow = RowOf<typeof AGENCY>;

const FOOTNOTE = z.object({ year, mark: nonEmpty, text: nonEmpty });
export type Footnote = RowOf<typeof FOOTNOTE>;

const ESTIMATE = z.object({ state, year, residents: count, ...mapOffenses(() => count) });
export type StateEstimate = RowOf<typeof ESTIMATE>;

/** An incorporated place of the Census Bureau on July 1 of the data year. */
const CENSUS_PLACE = z.object({
  state,
  /** With its legal kind: "Austin city". */
  officialName: nonEmpty,
  residents: count,
});
export type CensusPlace = RowOf<typeof CENSUS_PLACE>;

/** A county in which a place of the name is. */
const PLACE_COUNTY = z.object({ state, name: nonEmpty, county: nonEmpty });
export type PlaceCounty = RowOf<typeof PLACE_COUNTY>;

/** Counts of the Real-Time Crime Index, a second collection. */
const SECOND_COUNT = z.object({ state, agency: nonEmpty, year, violent: count, property: count });
export type SecondCount = RowOf<typeof SECOND_COUNT>;

export interface NationTables {
  readonly sources: readonly Source[];
  /** By year. */
  readonly agencies: ReadonlyMap<number, readonly AgencyRow[]>;
  readonly footnotes: readonly Footnote[];
  readonly estimates: readonly StateEstimate[];
  readonly censusPlaces: readonly CensusPlace[];
  readonly placeCounties: readonly PlaceCounty[];
  readonly secondCounts: readonly SecondCount[];
}

const TABLES = {
  footnotes: { file: "us/footnotes.csv", schema: FOOTNOTE },
  estimates: { file: "us/state-estimates.csv", schema: ESTIMATE },
  censusPlaces: { file: "us/census-places.csv", schema: CENSUS_PLACE },
  placeCounties: { file: "us/place-counties.csv", schema: PLACE_COUNTY },
  secondCounts: { file: "us/second-source.csv", schema: SECOND_COUNT },
} as const;

export const AGENCIES = "us/offenses";
export const SOURCES_FILE = "us/sources.json";

/** Name of each file under `data/` and its text. */
export function nationFiles(tables: NationTables): ReadonlyMap<string, string> {
  return new Map([
    [SOURCES_FILE, sourcesText(tables.sources)],
    [TABLES.footnotes.file, rowsText(FOOTNOTE, tables.footnotes)],
    [TABLES.estimates.file, rowsText(ESTIMATE, tables.estimates)],
    [TABLES.censusPlaces.file, rowsText(CENSUS_PLACE, tables.censusPlaces)],
    [TABLES.placeCounties.file, rowsText(PLACE_COUNTY, tables.placeCounties)],
    [TABLES.secondCounts.file, rowsText(SECOND_COUNT, tables.secondCounts)],
    ...[...tables.agencies].map(([year, rows]) => [`${AGENCIES}/${year}.csv`, rowsText(AGENCY, rows)] as const),
  ]);
}

/** Reads what `nationFiles` made. @throws DatasetError */
export async function readNationTables(dataDir: string): Promise<NationTables> {
  return {
    sources: await readSources(dataDir, SOURCES_FILE),
    agencies: await readYears(dataDir, AGENCIES, AGENCY, ({ state, agency }) => [state, agency]),
    footnotes: await readRows(dataDir, TABLES.footnotes.file, FOOTNOTE),
    estimates: await readRows(dataDir, TABLES.estimates.file, ESTIMATE, ({ state, year }) => [state, String(year)]),
    censusPlaces: await readRows(dataDir, TABLES.censusPlaces.file, CENSUS_PLACE),
    placeCounties: await readRows(dataDir, TABLES.placeCounties.file, PLACE_COUNTY),
    secondCounts: await readRows(dataDir, TABLES.secondCounts.file, SECOND_COUNT),
  };
}

/** What a person decided, each with its reason and day. */
const NAME_REVIEW = z.object({
  state,
  /** As the FBI prints it in some year. */
  agency: nonEmpty,
  /** The place that it is, in every year under the same name. */
  place: nonEmpty,
  /** Where the agency also serves land outside the place, a sentence that says so. */
  area: optionalText,
  source: nonEmpty,
  reviewed: day,
});
type NameReview = RowOf<typeof NAME_REVIEW>;

const ALIAS = z.object({ state, place: nonEmpty, alias: nonEmpty });

export interface NationReview {
  readonly names: readonly NameReview[];
  readonly aliases: readonly RowOf<typeof ALIAS>[];
}

/** @throws DatasetError */
export async function readNationReview(dataDir: string): Promise<NationReview> {
  return {
    names: await readRows(dataDir, "us/review/names.csv", NAME_REVIEW, ({ state, agency }) => [state, agency]),
    aliases: await readRows(dataDir, "us/review/aliases.csv", ALIAS, ({ state, alias }) => [state, alias]),
  };
}

/** The counts of a row; null if a class is blank. */
export function offensesOf(row: AgencyRow): OffenseCounts | null {
  return OFFENSE_CLASSES.some((offense) => row[offense] === null) ? null : mapOffenses((offense) => row[offense] ?? 0);
}
