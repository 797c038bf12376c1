import { createHash } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { namesOf } from "../../domain/named.ts";
import type { Source } from "../../domain/snapshot.ts";
import { writeAtomically } from "../../places/file.ts";
import type { ImportOptions } from "../california/import.ts";
import { DatasetError, fail, fault } from "../fault.ts";
import { compareText } from "../input-rows.ts";
import { readSources } from "../sources.ts";
import { joined, placeKey, placeName, withoutKind } from "./agency-name.ts";
import { readCensusPlaces, readPlaceCounties } from "./census.ts";
import { OFFICIAL_FILES, type OfficialKind } from "./official.ts";
import { reviewedName } from "./place-names.ts";
import { readSecondCounts } from "./second-source.ts";
import { readStateEstimates } from "./state-estimates.ts";
import { readTable8, type Table8 } from "./table-8.ts";
import { type NationReview, type NationTables, nationFiles, readNationReview, SOURCES_FILE } from "./tables.ts";

interface NationImport {
  readonly sources: readonly Source[];
  readonly written: readonly string[];
}

/** A row of 10,000 residents joined to a smaller place of the Census would be another place of the same name. */
const SMALLEST_CENSUS_PLACE = 2_500;

/**
 * The folder `us` of the official files → the tables under `data/us/`. A file with the same hash keeps its notes and
 * day. @throws DatasetError
 */
export async function importNation({ sourceDir, dataDir, retrieved }: ImportOptions): Promise<NationImport> {
  const review = await readNationReview(dataDir);
  const known = await readSources(dataDir, SOURCES_FILE);
  const files = await officialFiles(sourceDir);
  const tables8 = (await Promise.all(files.table8.map(({ bytes, name }) => readTable8(bytes, name)))).toSorted(
    (a, b) => a.year - b.year,
  );
  const [first, newest] = [tables8[0], tables8.at(-1)];
  if (first === undefined || newest === undefined) fail({ file: sourceDir }, "there is no Table 8");
  const [codes, counties, places, second] = [files.codes[0], files.counties[0], files.places[0], files.secondCounts[0]];
  if (!codes || !counties || !places || !second) fail({ file: sourceDir }, "a file is missing");
  const tables: NationTables = {
    sources: namesOf(files).flatMap((kind) =>
      files[kind].map(({ name, sha256 }) => {
        const seen = known.find((source) => source.sha256 === sha256);
        return seen ?? newSource(kind, name, sha256, retrieved);
      }),
    ),
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
    secondCounts: comparedCounts(readSecondCounts(second.bytes, second.name, newest.year), newest, review),
  };
  const texts = nationFiles(tables);
  for (const [name, text] of texts) await writeAtomically(join(dataDir, name), text);
  for (const name of await readdir(join(dataDir, "us/offenses"))) {
    if (!texts.has(`us/offenses/${name}`)) await rm(join(dataDir, "us/offenses", name));
  }
  return { sources: tables.sources, written: [...texts.keys()] };
}

interface FileBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

async function officialFiles(sourceDir: string): Promise<Readonly<Record<OfficialKind, readonly FileBytes[]>>> {
  const folders = await Promise.all(
    [join(sourceDir, "us"), sourceDir].map(async (folder) =>
      (await readdir(folder)).toSorted(compareText).map((name) => ({ folder, name })),
    ),
  );
  const kinds = namesOf(OFFICIAL_FILES).map((kind) => {
    const own = folders.flat().filter(({ name }) => OFFICIAL_FILES[kind].name.test(name));
    return { kind, own };
  });
  const missing = kinds.filter(({ own }) => own.length === 0);
  if (missing.length > 0) {
    throw new DatasetError(
      missing.map(({ kind }) => {
        const { example, publisher, url } = OFFICIAL_FILES[kind];
        return fault({ file: `${sourceDir}/us` }, `there is no file like ${example} (${publisher}, ${url})`);
      }),
    );
  }
  const read = kinds.map(async ({ kind, own }) => {
    const files = own.map(async ({ folder, name }): Promise<FileBytes> => {
      const bytes = await readFile(join(folder, name));
      return { name, bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
    });
    return [kind, await Promise.all(files)] as const;
  });
  // The cast: the type of `Object.fromEntries` does not include that every kind has an entry.
  return Object.fromEntries(await Promise.all(read)) as unknown as Readonly<Record<OfficialKind, readonly FileBytes[]>>;
}

function newSource(kind: OfficialKind, file: string, sha256: string, retrieved: string): Source {
  const { table, publisher, title, url, note } = OFFICIAL_FILES[kind];
  const release = /\d{4}(-\d{2}-\d{2}|-\d{4})?/.exec(file)?.[0] ?? "not stated";
  return { table, file, publisher, title, url, release, retrieved, sha256, note };
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
  rows: NationTables["secondCounts"],
  { rows: agencies }: Table8,
  review: NationReview,
): NationTables["secondCounts"] {
  const keyOf = ({ state, agency }: { readonly state: string; readonly agency: string }) =>
    placeKey(state, placeName(reviewedName(review, state, agency)));
  const places = new Set(agencies.map(keyOf));
  return sorted(
    rows.filter((row) => places.has(keyOf(row))),
    ({ state, agency }) => [state, agency],
  );
}

function sorted<Row>(rows: readonly Row[], keysOf: (row: Row) => readonly string[]): readonly Row[] {
  return rows
    .map((row) => ({ row, key: keysOf(row).join("\n") }))
    .toSorted((a, b) => compareText(a.key, b.key))
    .map(({ row }) => row);
}
