import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { DATASET_FORMAT } from "../domain/dataset-format.ts";
import { errorCode } from "../domain/message.ts";
import type { Snapshot } from "../domain/snapshot.ts";
import type { GeographyContent, GeographyTables, Lines } from "./geography-tables.ts";

export type DatasetContent = Omit<Snapshot, "version">;

export interface SealedDataset {
  readonly records: Snapshot;
  readonly text: string;
}

export interface DatasetFile {
  readonly records: Snapshot;
  /** Decodes the second half of the file. */
  geography(): GeographyTables;
}

/** An invalid dataset file; the message says why and what to do. */
export class DatasetFileError extends Error {
  override readonly name = "DatasetFileError";
}

export const DATASET_REMEDY = 'create it again with "safety dataset build", or restore the released file';

/**
 * Sets the version, the first 16 hex digits of the SHA-256 of the canonical text, and writes that text: JSON in the
 * order of the schema, one list element per line, LF, UTF-8, no byte-order mark. The records are its first half; from
 * `placeSources` on, the second has the location data. Equal datasets have the same bytes on every machine.
 */
export function sealDataset(content: DatasetContent, geography: GeographyContent): SealedDataset {
  const schema = loadSchema();
  const { version: _, ...draft } = schema.parse({ ...content, version: "0".repeat(16) });
  const { format, ...rest } = { ...draft, ...secondHalf(geography) };
  const version = hashOf(canonicalText({ format, ...rest }));
  return { records: schema.parse({ ...draft, version }), text: canonicalText({ format, version, ...rest }) };
}

/**
 * Refuses any changed byte. A sealed dataset was checked when it was created, and its format number guarantees its
 * shape; for any other, the schema produces the error message. @throws DatasetFileError and nothing else
 */
export function openDataset(bytes: Buffer): DatasetFile {
  const split = bytes.indexOf(SECOND_HALF);
  if (split === -1 || !isSealed(bytes)) return refuseUnsealed(bytes);
  const records = tryTo((): Snapshot => JSON.parse(`${bytes.toString("utf8", 0, split)}}`));
  if (records?.format !== DATASET_FORMAT) return refuseUnsealed(bytes);
  return { records, geography: () => decoded(bytes.subarray(split + SECOND_HALF.indexOf('"'))) };
}

/** Reads and checks a dataset file, and returns its bytes, too. @throws DatasetFileError that names the file */
export function readDataset(path: string): DatasetFile & { readonly bytes: Buffer } {
  try {
    const bytes = readBytes(path);
    return { ...openDataset(bytes), bytes };
  } catch (error) {
    if (error instanceof DatasetFileError && !error.message.includes(path)) {
      throw new DatasetFileError(`${path}: ${error.message}`);
    }
    throw error;
  }
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

/** JSON with one member per line, or one list element per line. */
export function canonicalText(value: object): string {
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${memberText(member)}`);
  return `{\n${members.join(",\n")}\n}\n`;
}

function memberText(member: unknown): string {
  if (!Array.isArray(member) || member.length === 0) return JSON.stringify(member);
  return `[\n${member.map((element) => JSON.stringify(element)).join(",\n")}\n]`;
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
function decoded(bytes: Buffer): GeographyTables {
  const { placeSources, countyPoints, cityPoints, lines, ...rest }: SecondHalf = JSON.parse(`{${bytes}`);
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

/** Loading the schema takes longer than reading a dataset with a valid hash. */
function loadSchema(): typeof import("../domain/snapshot.ts").snapshot {
  const { snapshot }: typeof import("../domain/snapshot.ts") = require("../domain/snapshot.ts");
  return snapshot;
}

/** Says what is wrong with a file that was not sealed, or not in this format. */
function refuseUnsealed(bytes: Buffer): never {
  const json = tryTo((): unknown => JSON.parse(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)));
  if (json === undefined) throw new DatasetFileError(`the dataset is truncated or not JSON; ${DATASET_REMEDY}`);
  const format = formatOf(json);
  if (format !== null && format !== DATASET_FORMAT) {
    throw new DatasetFileError(
      `the dataset has format ${format}, but this program reads ${DATASET_FORMAT}; ${DATASET_REMEDY} with this version`,
    );
  }
  const parsed = loadSchema().unwrap().loose().safeParse(json);
  if (!parsed.success) {
    const first = parsed.error.issues[0];
    const where = (first?.path ?? []).map(String).join(".");
    throw new DatasetFileError(
      `the dataset does not match its schema at "${where}" (${first?.message ?? ""}); ${DATASET_REMEDY}`,
    );
  }
  throw new DatasetFileError(
    `the dataset was changed after it was created: its hash does not match; ${DATASET_REMEDY}`,
  );
}

function formatOf(json: unknown): number | null {
  if (typeof json !== "object" || json === null || !("format" in json)) return null;
  return typeof json.format === "number" ? json.format : null;
}

/** The version is the second member. */
const BEGINNING_BYTES = 100;
const VERSION_MEMBER = /"version":"([0-9a-f]{16})",\n/;

/** Whether these bytes, without the version, have the version as their hash. */
function isSealed(bytes: Buffer): boolean {
  const found = VERSION_MEMBER.exec(bytes.toString("latin1", 0, BEGINNING_BYTES));
  if (found === null) return false;
  const [member, version] = found;
  return version === hashOf(bytes.subarray(0, found.index), bytes.subarray(found.index + member.length));
}

function hashOf(...pieces: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const piece of pieces) hash.update(piece);
  return hash.digest("hex").slice(0, 16);
}

/** undefined if it throws: the text is not JSON. */
function tryTo<Result>(parse: () => Result): Result | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = errorCode(error) ?? "unknown error";
    if (code === "ENOENT") throw new DatasetFileError(`there is no dataset at ${path}; ${DATASET_REMEDY}`);
    throw new DatasetFileError(`the dataset at ${path} cannot be read (${code})`);
  }
}
