import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { HeldFile } from "../base/held-file.ts";
import { isSealed, readSealed, refuseUnsealed, type Schema, type Sealed, sealed, tryTo } from "../base/sealed-file.ts";
import { DATASET_FORMAT } from "../domain/dataset-format.ts";
import type { SnapshotFile } from "../domain/snapshot.ts";
import type { GeographyContent, GeographyTables, Lines } from "../gazetteer/tables.ts";

export type DatasetContent = Omit<SnapshotFile, "version">;

export type SealedDataset = Sealed<SnapshotFile>;

export interface DatasetFile {
  readonly records: SnapshotFile;
  /** Decodes the second half of the file. */
  geography(): GeographyTables;
}

/**
 * The records are the first half of the text; from `placeSources` on, the second has the location data (`sealed`). The
 * schema is the caller's: loading it takes longer than reading a dataset with a valid hash.
 */
export function sealDataset(
  schema: Schema<SnapshotFile>,
  content: DatasetContent,
  geography: GeographyContent,
): SealedDataset {
  return sealed(schema, content, secondHalf(geography));
}

/**
 * Refuses any changed byte. A sealed dataset was checked when it was created, and its format number guarantees its
 * shape. @throws DatasetFileError and nothing else
 */
export function openDataset(file: HeldFile): DatasetFile {
  const bytes = file.bytes();
  const split = bytes.indexOf(SECOND_HALF);
  if (split === -1 || !isSealed(bytes)) return refuseUnsealed(bytes, DATASET_FORMAT);
  const records = recordsIn(bytes.toString("utf8", 0, split));
  if (records?.format !== DATASET_FORMAT) return refuseUnsealed(bytes, DATASET_FORMAT);
  const start = split + SECOND_HALF.indexOf('"');
  return { records, geography: () => decoded(file.bytes().toString("utf8", start)) };
}

/** undefined if the first half of a file is not JSON. */
function recordsIn(half: string): SnapshotFile | undefined {
  return tryTo(() => JSON.parse(`${half}}`));
}

/** Reads and checks a dataset file. @throws DatasetFileError that names the file */
export function readDataset(path: string): DatasetFile {
  return readSealed(path, openDataset).content;
}

/** FIPS code of the state of a file, valid or not: the first digits of its counties' codes. */
export function stateOfFile(path: string): string | undefined {
  return /"fips":"(\d\d)/.exec(readFileSync(path, "latin1"))?.[1];
}

/** Renames a flushed temporary file over the target: readers see the old or the new one, even after a crash. */
export async function writeAtomically(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    const file = await open(temporary, "wx");
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

const SECOND_HALF = ',\n"placeSources":';

/** The members of the second half. A line of a boundary is one flat list: its first point, then a step to each next one. */
interface SecondHalf extends Omit<GeographyTables, "sources" | "counties" | "cities" | "lines"> {
  readonly placeSources: GeographyTables["sources"];
  readonly countyPoints: GeographyTables["counties"];
  readonly cityPoints: GeographyTables["cities"];
  readonly lines: readonly (readonly number[])[];
}

function secondHalf({ sources, counties, cities, names, zips, boundaries }: GeographyContent): SecondHalf {
  const { arcs, ...outlines } = boundaries;
  const lines = arcs.map((arc) => arc.flat());
  return { placeSources: sources, countyPoints: counties, cityPoints: cities, names, zips, outlines, lines };
}

/** Trusts the bytes: their hash was checked. */
function decoded(text: string): GeographyTables {
  const { placeSources, countyPoints, cityPoints, lines, ...rest }: SecondHalf = JSON.parse(`{${text}`);
  return { sources: placeSources, counties: countyPoints, cities: cityPoints, ...rest, lines: packed(lines) };
}

function packed(lines: SecondHalf["lines"]): Lines {
  const starts = new Uint32Array(lines.length + 1);
  for (const [line, { length }] of lines.entries()) starts[line + 1] = (starts[line] ?? 0) + length / 2;
  const points = new Int32Array(2 * (starts[lines.length] ?? 0));
  for (const [line, steps] of lines.entries()) {
    const first = 2 * (starts[line] ?? 0);
    for (const [at, step] of steps.entries()) points[first + at] = step + (at < 2 ? 0 : (points[first + at - 2] ?? 0));
  }
  return { points, starts };
}
