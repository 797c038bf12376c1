import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { Snapshot } from "../domain/snapshot.ts";
import { SNAPSHOT_FORMAT } from "../domain/snapshot-format.ts";

export type SnapshotContent = Omit<Snapshot, "version">;

export const SNAPSHOT_FAULTS = [
  "file_missing",
  "file_unreadable",
  "not_json",
  "format_unknown",
  "shape_wrong",
  "content_changed",
] as const;

/** An invalid snapshot file; the message says why and what to do. */
export class SnapshotError extends Error {
  readonly code: (typeof SNAPSHOT_FAULTS)[number];

  constructor(code: (typeof SNAPSHOT_FAULTS)[number], message: string) {
    super(message);
    this.name = "SnapshotError";
    this.code = code;
  }
}

export const SNAPSHOT_REMEDY = 'create it again with "safety dataset build", or restore the released file';

/** Sets the version: the first 16 hex digits of the SHA-256 of the canonical text. */
export function sealSnapshot(content: SnapshotContent): Snapshot {
  const snapshot = loadSchema();
  const draft = snapshot.parse({ ...content, version: "0".repeat(16) });
  return snapshot.parse({ ...draft, version: versionOf(draft) });
}

/**
 * The canonical text of a snapshot: fields in the order of the schema, one city, county, or source per line, LF, UTF-8,
 * no byte-order mark. Two equal snapshots have the same bytes on every machine, and a diff shows which places changed.
 */
export function snapshotText(value: Snapshot): string {
  return canonicalText(value);
}

/**
 * Parses a snapshot from the bytes of its file. Any changed byte is refused. A sealed snapshot was checked as a whole when
 * it was created, and its format number guarantees its shape; for any other, the schema produces the error message.
 * @throws SnapshotError and nothing else
 */
export function parseSnapshot(bytes: Uint8Array): Snapshot {
  const snapshot: Snapshot | undefined = isSealed(bytes)
    ? tryTo(() => JSON.parse(new TextDecoder().decode(bytes)))
    : undefined;
  return snapshot?.format === SNAPSHOT_FORMAT ? snapshot : refuseUnsealed(bytes);
}

/** Says what is wrong with a snapshot that was not sealed, or not in this format. */
function refuseUnsealed(bytes: Uint8Array): never {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const json = tryTo(() => JSON.parse(text));
  if (json === undefined) return refuse("not_json", `the snapshot is truncated or not JSON; ${SNAPSHOT_REMEDY}`);
  const format = formatOf(json);
  if (format !== null && format !== SNAPSHOT_FORMAT) {
    return refuse(
      "format_unknown",
      `the snapshot has format ${format}, but this program reads ${SNAPSHOT_FORMAT}; use the file released with the program`,
    );
  }
  const parsed = loadSchema().safeParse(json);
  if (!parsed.success) {
    const first = parsed.error.issues[0];
    const where = (first?.path ?? []).map(String).join(".");
    return refuse(
      "shape_wrong",
      `the snapshot does not match its schema at "${where}" (${first?.message ?? ""}); ${SNAPSHOT_REMEDY}`,
    );
  }
  return refuse(
    "content_changed",
    `the snapshot was changed after it was created: its hash does not match; ${SNAPSHOT_REMEDY}`,
  );
}

/** Reads and checks a snapshot file. @throws SnapshotError that names the file */
export function readSnapshot(path: string): Snapshot {
  return parseSnapshotAt(path).snapshot;
}

/** Reads and checks a snapshot file and returns its bytes, too. @throws SnapshotError that names the file */
export function parseSnapshotAt(path: string): { readonly snapshot: Snapshot; readonly bytes: Uint8Array } {
  return namingFile(path, () => {
    const bytes = readBytes(path);
    return { snapshot: parseSnapshot(bytes), bytes };
  });
}

function namingFile<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof SnapshotError && !error.message.includes(path)) {
      throw new SnapshotError(error.code, `${path}: ${error.message}`);
    }
    throw error;
  }
}

/** Writes the snapshot atomically: a reader sees the old file or the new one, even after a crash. */
export async function writeSnapshot(path: string, value: Snapshot): Promise<void> {
  await writeAtomically(path, snapshotText(value));
}

/**
 * Writes a temporary file in the same folder, flushes it to disk, and renames it over the target. @throws the system's
 * error
 */
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

/** The version is the second member. */
const BEGINNING_BYTES = 100;
const VERSION_MEMBER = /"version":"([0-9a-f]{16})",\n/;

/** Loading the schema takes longer than reading a snapshot with a valid hash. */
function loadSchema(): typeof import("../domain/snapshot.ts").snapshot {
  const { snapshot }: typeof import("../domain/snapshot.ts") = require("../domain/snapshot.ts");
  return snapshot;
}

function formatOf(json: unknown): number | null {
  if (typeof json !== "object" || json === null || !("format" in json)) return null;
  return typeof json.format === "number" ? json.format : null;
}

function versionOf({ version: _, ...content }: Snapshot): string {
  return hashOf(canonicalText(content));
}

/** The first 16 hex digits of the SHA-256 of all pieces together. */
function hashOf(...pieces: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const piece of pieces) hash.update(piece);
  return hash.digest("hex").slice(0, 16);
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

/**
 * Whether `snapshotText` produced these bytes from a sealed snapshot: without the version, they are the canonical text
 * whose hash is the version.
 */
function isSealed(bytes: Uint8Array): boolean {
  const beginning = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, BEGINNING_BYTES));
  const found = VERSION_MEMBER.exec(beginning.toString("latin1"));
  if (found === null) return false;
  const [member, version] = found;
  return version === hashOf(bytes.subarray(0, found.index), bytes.subarray(found.index + member.length));
}

/** undefined if it throws: the text is not JSON. */
function tryTo<Result>(parse: () => Result): Result | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    if (code === "ENOENT")
      throw new SnapshotError("file_missing", `there is no snapshot at ${path}; ${SNAPSHOT_REMEDY}`);
    throw new SnapshotError("file_unreadable", `the snapshot at ${path} cannot be read (${code})`);
  }
}

function refuse(code: SnapshotError["code"], message: string): never {
  throw new SnapshotError(code, message);
}
