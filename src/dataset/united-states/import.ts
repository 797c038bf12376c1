import { existsSync } from "node:fs";
import { join } from "node:path";
import { recordFrom } from "../../base/named-table.ts";
import { mapOffenses, propertyOf, violentOf } from "../../domain/offense.ts";
import { CALIFORNIA_BUILD } from "../california/california-build.ts";
import { fail } from "../fault.ts";
import { compareText, writeTables } from "../input-rows.ts";
import { type FileBytes, readOfficialFiles, sourcesOf } from "../official-files.ts";
import { readGazetteer } from "../sources/census-gazetteer.ts";
import { readConnecticutCounties, readPlaceEstimates } from "../sources/census-places.ts";
import { readListedAgencies } from "../sources/fbi-agencies.ts";
import { readAgencyMonths } from "../sources/fbi-agency-months.ts";
import { readStateEstimates } from "../sources/fbi-state-estimates.ts";
import { readTable8 } from "../sources/fbi-table-8.ts";
import { type FibrsYear, readFibrs } from "../sources/fdle-fibrs.ts";
import { readScorecard, type ScorecardRow } from "../sources/rtci-scorecard.ts";
import { type IndexSource, readIndexSources, type SecondKind, sourceKey } from "../sources/rtci-sources.ts";
import { readSources } from "../sources.ts";
import type { ImportOptions } from "../state/import.ts";
import { importSecondSource, type OwnCount } from "../state/second-source.ts";
import { areaTablesOf } from "./areas/import.ts";
import { AREA_ROWS, areaFiles, readAreaReview } from "./areas/tables.ts";
import { municipalitiesOf, namedMunicipalities } from "./municipalities.ts";
import { OFFICIAL_FILES } from "./official.ts";
import { AGENCIES, NATION_DIR, type NationTables, nationFiles, readNationReview, SOURCES_FILE } from "./tables.ts";

/**
 * The folder `us` of the official files → the tables under `data/us/`. A file with the same hash keeps its notes and
 * day. The edition of the state compares its own counts with what was read. @throws DatasetError
 */
export async function importNation({ sourceDir, dataDir, retrieved }: ImportOptions) {
  const review = await readNationReview(dataDir);
  const known = await readSources(dataDir, SOURCES_FILE);
  const own = join(sourceDir, NATION_DIR);
  const geography = [join(own, "geo")].filter((folder) => existsSync(folder));
  const { files } = await readOfficialFiles(OFFICIAL_FILES, [own, ...geography, sourceDir]);
  const single = recordFrom(SINGLE_FILES.map((kind) => [kind, newestOf(files[kind], sourceDir)] as const));
  const read = { ...files, ...recordFrom(SINGLE_FILES.map((kind) => [kind, [single[kind]]] as const)) };
  const tables8 = (await Promise.all(files.table8.map(({ bytes, name }) => readTable8(bytes, name)))).toSorted(
    (a, b) => a.year - b.year,
  );
  const [first, newest] = [tables8[0], tables8.at(-1)];
  if (first === undefined || newest === undefined) fail({ file: sourceDir }, "there is no Table 8");
  const { gazetteer, codes, places, agencies: list, secondSources, secondCounts, stateCounts, months } = single;
  const indexSources = readIndexSources(secondSources.bytes, secondSources.name);
  const scorecard = readScorecard(secondCounts.bytes, secondCounts.name).flatMap((row): IndexCount[] => {
    const { kind = "copy" } = indexSources.get(sourceKey(row.state, row.agency)) ?? {};
    return kind === "copy" ? [] : [{ ...row, kind }];
  });
  const municipalities = municipalitiesOf(
    readGazetteer(gazetteer.bytes, gazetteer.name),
    await readPlaceEstimates(places.bytes, places.name),
    readConnecticutCounties(codes.bytes, codes.name),
  );
  const agencies = new Map(
    tables8.map(({ year, rows }) => [year, sorted(rows, ({ state, agency }) => [state, agency])] as const),
  );
  const named = namedMunicipalities(municipalities, readListedAgencies(list.bytes, list.name), agencies, review);
  const tables: NationTables = {
    sources: sourcesOf(OFFICIAL_FILES, read, known, retrieved),
    agencies,
    footnotes: tables8.flatMap(({ footnotes }) => footnotes),
    estimates: estimatesOf(files.estimates, first.year),
    municipalities: sorted(named.municipalities, ({ state, geoid }) => [state, geoid]),
    listedAgencies: sorted(named.listedAgencies, ({ state, agency, ori }) => [state, agency, ori]),
    stateCounts: stateCountsOf(await readFibrs(stateCounts.bytes, stateCounts.name), newest.year),
    secondCounts: comparedCounts(scorecard, indexSources, newest.year),
    months: readAgencyMonths(months.bytes, months.name),
  };
  const areas = await areaTablesOf({ ...single, table10: files.table10, list }, await readAreaReview(dataDir));
  const texts = new Map([...nationFiles(tables), ...areaFiles(areas)]);
  await writeTables(dataDir, texts, [AGENCIES, AREA_ROWS]);
  const secondSource = await importSecondSource(CALIFORNIA_BUILD, dataDir, tables8, scorecard.filter(isOwnCount));
  return { sources: tables.sources, written: [...texts.keys()], secondSource };
}

/** The kinds of which the newest file alone is read, and recorded. */
const SINGLE_FILES = [
  "gazetteer",
  "agencies",
  "agencyPopulations",
  "counties",
  "codes",
  "stateCounts",
  "secondCounts",
  "secondSources",
  "months",
  "places",
] as const;

interface IndexCount extends ScorecardRow {
  readonly kind: Exclude<SecondKind, "copy">;
}

function isOwnCount(row: IndexCount): row is IndexCount & OwnCount {
  return row.kind !== "fbi";
}

/** By the last year in the name of each. */
function byLastYear(files: readonly FileBytes[]): readonly FileBytes[] {
  const yearOf = ({ name }: FileBytes) => Number(name.match(/\d{4}/g)?.at(-1) ?? 0);
  return files.toSorted((a, b) => yearOf(a) - yearOf(b));
}

function newestOf(files: readonly FileBytes[], sourceDir: string): FileBytes {
  return byLastYear(files).at(-1) ?? fail({ file: sourceDir }, "a file is missing");
}

/** A later file's estimate of a state and year replaces that of an earlier one: it is revised. */
function estimatesOf(files: readonly FileBytes[], from: number): NationTables["estimates"] {
  const all = byLastYear(files).flatMap(({ bytes, name }) => readStateEstimates(bytes, name, from));
  const newest = new Map(all.map((row) => [`${row.state}|${row.year}`, row]));
  return sorted([...newest.values()], ({ state, year }) => [state, String(year)]);
}

/** Of the years that a table has. */
function stateCountsOf(rows: readonly FibrsYear[], newest: number): NationTables["stateCounts"] {
  const own = rows.filter(({ year }) => year <= newest);
  return sorted(
    own.map(({ offenses, ...row }) => ({ state: "FL", ...row, ...offenses })),
    ({ agency, year }) => [agency, String(year)],
  );
}

/** Of the newest table's year, with the residents that tell namesakes apart. The build leaves out agencies of no place. */
function comparedCounts(
  scorecard: readonly IndexCount[],
  indexSources: ReadonlyMap<string, IndexSource>,
  year: number,
): NationTables["secondCounts"] {
  const rows = scorecard.filter((row) => row.year === year);
  return sorted(
    rows.map(({ offenses, ...row }) => {
      const counts = mapOffenses((offense) => offenses[offense] ?? 0);
      const residents = indexSources.get(sourceKey(row.state, row.agency))?.residents ?? null;
      return { ...row, residents, violent: violentOf(counts), property: propertyOf(counts) };
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
