import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { errorCode, messageOf } from "./error-text.ts";
import { HeldFile } from "./held-file.ts";

/** An invalid dataset file; the message says why and what to do. */
export class DatasetFileError extends Error {
  override readonly name = "DatasetFileError";
}

export const DATASET_REMEDY = 'create it again with "safety dataset build", or restore the released file';

export interface Schema<Content> {
  parse(content: unknown): Content;
}

export interface Sealed<Content> {
  readonly records: Content;
  readonly text: string;
}

/**
 * Checks content, sets the version, the first 16 hex digits of the SHA-256 of the canonical text, and writes that text:
 * JSON in the order of the members, with `more` behind them, one list element per line, LF, UTF-8, no byte-order mark.
 * Equal content has the same bytes on every machine. @throws ZodError if it is not in the file's shape
 */
export function sealed<Content extends { readonly format: number; readonly version: string }>(
  schema: Schema<Content>,
  content: Omit<Content, "version">,
  more: object = {},
): Sealed<Content> {
  const checked = schema.parse({ ...content, version: "0".repeat(16) });
  const { version: _, format, ...rest } = checked;
  const unsealed = canonicalText({ format, ...rest, ...more });
  const version = hashOf(unsealed);
  return {
    records: { ...checked, version },
    // Behind the format, the first member.
    text: unsealed.replace(",", `,\n"version":"${version}",`),
  };
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

/** Says what is wrong with a file that was not sealed, or not in this format. */
export function refuseUnsealed(bytes: Buffer, known: number): never {
  const json = tryTo((): unknown => JSON.parse(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)));
  if (json === undefined) throw new DatasetFileError(`the dataset is truncated or not JSON; ${DATASET_REMEDY}`);
  const format = formatOf(json);
  if (format !== known) {
    const stated = format === null ? "no format" : `format ${format}`;
    throw new DatasetFileError(
      `the dataset has ${stated}, but this program reads ${known}; ${DATASET_REMEDY} with this version`,
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
export function isSealed(bytes: Buffer): boolean {
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
export function tryTo<Result>(parse: () => Result): Result | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

/** A file, and what it is opened as. @throws DatasetFileError that names the file and what to do */
export function readSealed<Content>(path: string, open: (file: HeldFile) => Content) {
  const file = HeldFile.of(readBytes(path));
  try {
    return { content: open(file), file };
  } catch (error) {
    // A file with a valid hash may still not be a dataset.
    const isKnown = error instanceof DatasetFileError;
    const why = isKnown ? error.message : `the dataset cannot be served (${messageOf(error)}); ${DATASET_REMEDY}`;
    throw new DatasetFileError(`${path}: ${why}`);
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
