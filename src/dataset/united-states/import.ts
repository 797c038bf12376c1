import { join } from "node:path";
import { mapOffenses, propertyOf, violentOf } from "../../domain/offense.ts";
import { CALIFORNIA_BUILD } from "../california/california-build.ts";
import { fail } from "../fault.ts";
import { compareText, writeTables } from "../input-rows.ts";
import { type FileBytes, readOfficialFiles, sourcesOf } from "../official-files.ts";
import { readCensusPlaces, readPlaceCounties } from "../sources/census-places.ts";
import { readStateEstimates } from "../sources/fbi-state-estimates.ts";
import { readTable8, type Table8 } from "../sources/fbi-table-8.ts";
import { readScorecard, type ScorecardRow } from "../sources/rtci-scorecard.ts";
import { readSources } from "../sources.ts";
import type { ImportOptions } from "../state/import.ts";
import { importSecondSource } from "../state/second-source.ts";
import { joined, placeKey, placeName, reviewedPlace, withoutKind } from "./agency-name.ts";
import { OFFICIAL_FILES } from "./official.ts";
import {
  AGENCIES,
  NATION_DIR,
  type NationReview,
  type NationTables,
  nationFiles,
  readNationReview,
  SOURCES_FILE,
} from "./tables.ts";

/** A row of 10,000 residents joined to a smaller place of the Census would be another place of the same name. */
const SMALLEST_CENSUS_PLACE = 2_500;

/**
 * The folder `us` of the official files → the tables under `data/us/`. A file with the same hash keeps its notes and
 * day. The edition of the state compares its own counts with what was read. @throws DatasetError
 */
export async function importNation({ sourceDir, dataDir, retrieved }: ImportOptions) {
  const review = await readNationReview(dataDir);
  const known = await readSources(dataDir, SOURCES_FILE);
  const { files } = await readOfficialFiles(OFFICIAL_FILES, [join(sourceDir, NATION_DIR), sourceDir]);
  const tables8 = (await Promise.all(files.table8.map(({ bytes, name }) => readTable8(bytes, name)))).toSorted(
    (a, b) => a.year - b.year,
  );
  const [first, newest] = [tables8[0], tables8.at(-1)];
  if (first === undefined || newest === undefined) fail({ file: sourceDir }, "there is no Table 8");
  const [codes, counties, places, second] = [files.codes[0], files.counties[0], files.places[0], files.secondCounts[0]];
  if (!codes || !counties || !places || !second) fail({ file: sourceDir }, "a file is missing");
  const scorecard = readScorecard(second.bytes, second.name);
  const tables: NationTables = {
    sources: sourcesOf(OFFICIAL_FILES, files, known, retrieved),
    agencies: new Map(tables8.map(({ year, rows }) => [year, sorted(rows, ({ state, agency }) => [state, agency])])),
    footnotes: tables8.flatMap(({ footnotes }) => footnotes),
    estimates: estimatesOf(files.estimates, first.year),
    censusPlaces: sorted(
      (await readCensusPlaces(places.bytes, places.name)).filter(({ residents }) => residents >= SMALLEST_CENSUS_PLACE),
      ({ state, officialName }) => [state, officialName],
    ),
    placeCounties: countiesOf(
      readPlaceCounties({ bytes: codes.bytes, file: codes.name }, { bytes: counties.bytes, file: counties.name }),
      tables8,
    ),
    secondCounts: comparedCounts(scorecard, newest, review),
  };
  const texts = nationFiles(tables);
  await writeTables(dataDir, texts, [AGENCIES]);
  const secondSource = await importSecondSource(CALIFORNIA_BUILD, dataDir, tables8, scorecard);
  return { sources: tables.sources, written: [...texts.keys()], secondSource };
}

/** A later file's estimate of a state and year replaces that of an earlier one: it is revised. */
function estimatesOf(files: readonly FileBytes[], from: number): NationTables["estimates"] {
  const all = files.flatMap(({ bytes, name }) => readStateEstimates(bytes, name, from));
  const newest = new Map(all.map((row) => [`${row.state}|${row.year}`, row]));
  return sorted([...newest.values()], ({ state, year }) => [state, String(year)]);
}

/** Of names in the tables of cities only. */
function countiesOf(rows: NationTables["placeCounties"], tables8: readonly Table8[]): NationTables["placeCounties"] {
  const listed = new Set(
    tables8.flatMap(({ rows: agencies }) =>
      agencies.flatMap(({ state, agency }) => {
        const { name } = placeName(agency);
        return [name, withoutKind(name)?.name ?? name].map((one) => `${state}|${joined(one)}`);
      }),
    ),
  );
  const distinct = new Map(rows.map((row) => [`${row.state}|${joined(row.name)}|${row.county}`, row]));
  const used = [...distinct.values()].filter(({ state, name }) => listed.has(`${state}|${joined(name)}`));
  return sorted(used, ({ state, name, county }) => [state, name, county]);
}

/** Only the counts of places of the newest table: the others are not compared, so they are not kept. */
function comparedCounts(
  scorecard: readonly ScorecardRow[],
  { year, rows: agencies }: Table8,
  review: NationReview,
): NationTables["secondCounts"] {
  const keyOf = (row: Pick<ScorecardRow, "state" | "agency">) => placeKey(row.state, reviewedPlace(review, row));
  const places = new Set(agencies.map(keyOf));
  const rows = scorecard.filter((row) => row.year === year && places.has(keyOf(row)));
  return sorted(
    rows.map(({ offenses, ...row }) => {
      const counts = mapOffenses((offense) => offenses[offense] ?? 0);
      return { ...row, violent: violentOf(counts), property: propertyOf(counts) };
    }),
    ({ state, agency }) => [state, agency],
  );
}

function sorted<Row>(rows: readonly Row[], keysOf: (row: Row) => readonly string[]): readonly Row[] {
  return rows
    .map((row) => ({ row, key: keysOf(row).join("\n") }))
    .toSorted((a, b) => compareText(a.key, b.key))
    .map(({ row }) => row);
}
