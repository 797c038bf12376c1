import { createHash } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Source } from "../../domain/snapshot.ts";
import { writeAtomically } from "../../places/file.ts";
import { DatasetError, fail, fault } from "../fault.ts";
import { day, quote } from "../field.ts";
import { compareText } from "../input-rows.ts";
import { readSources } from "../sources.ts";
import { type Residents, readCountyEstimates, readPlaceEstimates } from "./census.ts";
import { readE4 } from "./dof.ts";
import { readCrimesAndClearances } from "./doj.ts";
import { tableFiles } from "./input-tables.ts";
import { joinOfficial, type OfficialRows, type Release } from "./join.ts";
import { newSource, OFFICIAL_FILES, OFFICIAL_KINDS, type OfficialKind, officialKindOf } from "./official.ts";
import { readReview } from "./review.ts";
import { readPlaces } from "./tiger.ts";

export interface ImportOptions {
  /** Folder of the official files, named as their publishers name them. */
  readonly sourceDir: string;
  /** The project's `data` folder: has `review/`, and `sources.json` after an import. */
  readonly dataDir: string;
  /** Day of retrieval, `YYYY-MM-DD`, recorded for files that `sources.json` does not know yet. */
  readonly retrieved: string;
}

interface ImportResult {
  readonly sources: readonly Source[];
  /** Files of the folder that the import has no use for. */
  readonly ignored: readonly string[];
  readonly written: readonly string[];
}

/**
 * Official files → the project's tables. A file with the same hash keeps its notes and day from `sources.json`.
 * @throws DatasetError
 */
export async function importDataset({ sourceDir, dataDir, retrieved }: ImportOptions): Promise<ImportResult> {
  if (!day.safeParse(retrieved).success) fail({ file: "retrieved" }, `${quote(retrieved)} is not a day, YYYY-MM-DD`);
  const review = await readReview(dataDir);
  const known = await readSources(dataDir);
  const { files, ignored } = await officialFiles(sourceDir);
  const rows = await readOfficial(files);
  const sources = files.map((file) => {
    const seen = known.find((source) => source.sha256 === file.sha256);
    return seen ?? newSource(file.kind, file.name, file.sha256, retrieved);
  });
  const tables = joinOfficial(rows, review.incorporations);
  const texts = tableFiles({ ...tables, sources });
  for (const [name, text] of texts) await writeAtomically(join(dataDir, name), text);
  // The tables of years that are no longer in any file.
  for (const folder of ["offenses", "population"]) {
    const names = (await readdir(join(dataDir, folder))).map((name) => `${folder}/${name}`);
    for (const name of names) if (name.endsWith(".csv") && !texts.has(name)) await rm(join(dataDir, name));
  }
  return { sources, ignored, written: [...texts.keys()] };
}

interface FileBytes {
  readonly kind: OfficialKind;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

async function officialFiles(sourceDir: string): Promise<{ files: FileBytes[]; ignored: string[] }> {
  const entries = await readdir(sourceDir, { withFileTypes: true }).catch(() =>
    fail({ file: sourceDir }, "the folder of official files cannot be read"),
  );
  const names = entries.flatMap((entry) => (entry.isDirectory() ? [] : [entry.name])).toSorted(compareText);
  const known = OFFICIAL_KINDS.map((kind) => ({ kind, own: names.filter((name) => officialKindOf(name) === kind) }));
  const missing = known.filter(({ own }) => own.length === 0);
  if (missing.length > 0) {
    throw new DatasetError(
      missing.map(({ kind }) => {
        const { example, publisher, url } = OFFICIAL_FILES[kind];
        return fault({ file: sourceDir }, `there is no file like ${example} (${publisher}, ${url})`);
      }),
    );
  }
  const files = known.flatMap(({ kind, own }) =>
    own.map(async (name) => {
      const bytes = await readFile(join(sourceDir, name));
      return { kind, name, bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
    }),
  );
  return { files: await Promise.all(files), ignored: names.filter((name) => officialKindOf(name) === null) };
}

async function readOfficial(files: readonly FileBytes[]): Promise<OfficialRows> {
  async function releases<Row>(
    kind: OfficialKind,
    read: (bytes: Uint8Array, file: string) => readonly Row[] | Promise<readonly Row[]>,
    yearsOf: (row: Row, file: string) => readonly number[],
  ): Promise<readonly Release<Row>[]> {
    const ofKind = files.filter((file) => file.kind === kind);
    const all = await Promise.all(
      ofKind.map(async ({ name, bytes }) => {
        const rows = await read(bytes, name);
        return { file: name, rows, lastYear: Math.max(...rows.flatMap((row) => yearsOf(row, name))) };
      }),
    );
    return all.toSorted((a, b) => a.lastYear - b.lastYear || compareText(a.file, b.file));
  }
  const populationYears = ({ population }: Residents) => [...population.keys()];
  const yearOfName = (_: unknown, file: string) => [Number(/\d{4}/.exec(file)?.[0] ?? 0)];
  return {
    offenses: await releases("offenses", readCrimesAndClearances, ({ year }) => [year]),
    placePopulation: await releases("placePopulation", readPlaceEstimates, populationYears),
    countyPopulation: await releases("countyPopulation", readCountyEstimates, populationYears),
    cityCounty: await releases("cityCounty", readE4, populationYears),
    places: await releases("places", readPlaces, yearOfName),
  };
}
