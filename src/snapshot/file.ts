import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import { SNAPSHOT_FORMAT, type Snapshot, snapshot } from "../domain/snapshot.ts";

export type SnapshotContent = Omit<Snapshot, "version">;

export const SNAPSHOT_FAULTS = [
  "file_missing",
  "file_unreadable",
  "not_json",
  "format_unknown",
  "shape_wrong",
  "content_changed",
] as const;

/** A snapshot file that is refused; the message says why and what to do. */
export class SnapshotError extends Error {
  readonly code: (typeof SNAPSHOT_FAULTS)[number];

  constructor(code: (typeof SNAPSHOT_FAULTS)[number], message: string) {
    super(message);
    this.name = "SnapshotError";
    this.code = code;
  }
}

const REMEDY = 'make it anew with "safety dataset build", or restore the released file';

/** Gives the content its version: the first 16 hex digits of the SHA-256 of its canonical text. */
export function sealSnapshot(content: SnapshotContent): Snapshot {
  const draft = snapshot.parse({ ...content, version: "0".repeat(16) });
  return snapshot.parse({ ...draft, version: versionOf(draft) });
}

/**
 * The one text of a snapshot: fields in the order of the schema, one city, county or source a line, LF, UTF-8, no
 * byte-order mark. Two equal snapshots have the same bytes on every machine, and a diff shows which places changed.
 */
export function snapshotText(value: Snapshot): string {
  return canonicalText(value);
}

/** A snapshot from the bytes of its file. Any changed byte is refused. @throws SnapshotError and nothing else */
export function parseSnapshot(bytes: Uint8Array): Snapshot {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const json = parseJson(text);
  if (json === undefined) return refuse("not_json", `the snapshot is cut or is not JSON; ${REMEDY}`);
  const format = formatOnly.safeParse(json);
  if (format.success && format.data.format !== SNAPSHOT_FORMAT) {
    return refuse(
      "format_unknown",
      `the snapshot has format ${format.data.format}, this program reads ${SNAPSHOT_FORMAT}; use the program's own release of the file`,
    );
  }
  const sealed = isSealed(text);
  const parsed = sealed ? snapshot.safeParse(sampleOf(json), { jitless: true }) : snapshot.safeParse(json);
  if (!parsed.success) {
    const first = parsed.error.issues[0];
    const where = (first?.path ?? []).map(String).join(".");
    return refuse("shape_wrong", `the snapshot is not as described at "${where}" (${first?.message ?? ""}); ${REMEDY}`);
  }
  if (sealed) return json;
  return refuse("content_changed", `the snapshot was changed after it was made, its hash does not match; ${REMEDY}`);
}

/** Reads and checks a snapshot file. @throws SnapshotError that names the file */
export function readSnapshot(path: string): Snapshot {
  const bytes = readBytes(path);
  try {
    return parseSnapshot(bytes);
  } catch (error) {
    if (error instanceof SnapshotError) throw new SnapshotError(error.code, `${path}: ${error.message}`);
    throw error;
  }
}

/** Writes the snapshot so that a reader sees the old file or the new one and never a part, whatever is killed when. */
export async function writeSnapshot(path: string, value: Snapshot): Promise<void> {
  await writeAtomically(path, snapshotText(value));
}

/** Temporary file beside the target, flushed to the disk, then renamed over it. @throws the system's error */
export async function writeAtomically(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    const file = await open(temporary, "wx");
    try {
      await file.writeFile(text);
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

const VERSION_MEMBER = /"version":"([0-9a-f]{16})",\n/;
const formatOnly = z.object({ format: z.number() });

function versionOf({ version: _, ...content }: Snapshot): string {
  return hashOf(canonicalText(content));
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** JSON with one member, or one element of a member that is a list, a line. */
export function canonicalText(value: object): string {
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${memberText(member)}`);
  return `{\n${members.join(",\n")}\n}\n`;
}

function memberText(member: unknown): string {
  if (!Array.isArray(member) || member.length === 0) return JSON.stringify(member);
  return `[\n${member.map((element) => JSON.stringify(element)).join(",\n")}\n]`;
}

/**
 * Whether the text is one that `snapshotText` made of a sealed snapshot, to the byte: the text without its version is the
 * canonical text whose hash the version is.
 */
function isSealed(text: string): boolean {
  const [member, version] = VERSION_MEMBER.exec(text) ?? [];
  return member !== undefined && version === hashOf(text.replace(member, ""));
}

/**
 * A sealed snapshot with one element of each list. Its shape was checked as a whole when it was sealed, and that takes a
 * hundred times as long as the hash; the first elements show whether this version of the program means the same shape.
 */
function sampleOf(json: object): object {
  return Object.fromEntries(
    Object.entries(json).map(([name, member]) => [name, Array.isArray(member) ? member.slice(0, 1) : member]),
  );
}

/** undefined for what is no JSON; `any` is the file's claim to be a snapshot, which `parseSnapshot` settles. */
function parseJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    if (code === "ENOENT") throw new SnapshotError("file_missing", `there is no snapshot at ${path}; ${REMEDY}`);
    throw new SnapshotError("file_unreadable", `the snapshot at ${path} cannot be read (${code})`);
  }
}

function refuse(code: SnapshotError["code"], message: string): never {
  throw new SnapshotError(code, message);
}
