import { createHash } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { stringify } from "csv-stringify/sync";
import { unzipSync } from "fflate";
import { messageOf } from "../../base/error-text.ts";
import type { Source } from "../../domain/snapshot.ts";
import { DatasetError, fail, fault } from "../fault.ts";
import { sheetRows } from "../workbook.ts";
import { fetchFile, MOST_BYTES } from "./fetch-file.ts";
import type { Publication } from "./publication.ts";

export interface DownloadOptions {
  /** Gets the files, in the folders of official files. */
  readonly into: string;
  /** Of earlier imports, with the hash of each file. */
  readonly known: readonly Source[];
  readonly from: string | null;
  /** Takes a file whose hash or columns are not the known ones. */
  readonly acceptChanges: boolean;
  readonly onStep: (text: string) => void;
  readonly onFile: (download: Download) => void;
}

export interface Download {
  /** With its folder. */
  readonly file: string;
  readonly state: "new" | "unchanged" | "changed";
  readonly bytes: number;
  readonly sha256: string;
  readonly address: string;
}

/** Downloads, checks, and stores each file. An address that several are read from is fetched once. @throws DatasetError */
export async function downloadAll(
  publications: readonly Publication[],
  options: DownloadOptions,
): Promise<readonly Download[]> {
  const fetched = new Map<string, Uint8Array>();
  const downloads: Download[] = [];
  for (const publication of publications) {
    const { address, file, isLocal } = publication;
    if (!isLocal && !fetched.has(address)) options.onStep(`Downloading ${file}`);
    const body = fetched.get(address) ?? (await fetchFile(publication, options));
    fetched.set(address, body);
    const download = await keep(publication, body, options);
    options.onFile(download);
    downloads.push(download);
  }
  return downloads;
}

async function keep(publication: Publication, body: Uint8Array, options: DownloadOptions): Promise<Download> {
  const { file: name, folder, address } = publication;
  const { bytes, columns } = await checked(publication, body);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const known = options.known.find((source) => source.file === name);
  const state = known === undefined ? "new" : known.sha256 === sha256 ? "unchanged" : "changed";
  const advice = `look at what changed, then use --accept-changes (${address})`;
  if (columns.length > 0 && !options.acceptChanges)
    fail({ file: name }, `a new column, ${columns.map((column) => `"${column}"`).join(", ")}; ${advice}`);
  if (state === "changed" && !options.acceptChanges)
    fail({ file: name }, `its SHA-256 is ${sha256}, and that of the imported file ${known?.sha256}; ${advice}`);
  const file = join(folder, name);
  const path = join(options.into, file);
  await mkdir(dirname(path), { recursive: true });
  // The folder may have a link to an earlier copy.
  await rm(path, { force: true });
  await writeFile(path, bytes);
  return { file, state, bytes: bytes.length, sha256, address };
}

/** Faults of the download and of its reader, with the address. @throws DatasetError */
async function checked(publication: Publication, body: Uint8Array) {
  const { check, file, address } = publication;
  try {
    const bytes = await fileIn(publication, body);
    return { bytes, columns: await check(bytes, file) };
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    throw new DatasetError(error.faults.map((one) => fault(one, `${one.reason} (${address})`)));
  }
}

/** The file out of its ZIP, and as CSV where a publisher has a workbook or a .dbf in place of one. @throws DatasetError */
async function fileIn({ file, entry }: Publication, body: Uint8Array): Promise<Uint8Array> {
  const refuse = (reason: string) => fail({ file }, reason);
  if (isZip(body) && !hasZipEnd(body)) refuse("the download is truncated: the ZIP has no end");
  const { name, bytes } = entry === undefined ? { name: file, bytes: body } : entryOf(body, entry, refuse);
  if (!file.endsWith(".csv") || (name.endsWith(".csv") && !isZip(bytes))) return bytes;
  const rows = await sheetRows(bytes, name);
  return Buffer.from(stringify(rows.filter((row) => row.some((cell) => cell !== ""))));
}

function entryOf(zip: Uint8Array, entry: RegExp, refuse: (reason: string) => never) {
  if (!isZip(zip)) refuse("it is not a ZIP");
  const isWanted = (name: string) => entry.test(name.split("/").at(-1) ?? "");
  const found = unzipped(zip, isWanted, refuse);
  const [first, ...others] = found;
  if (first === undefined || others.length > 0)
    return refuse(`the ZIP has ${found.length} files named like ${entry.source}, not one`);
  const [name, bytes] = first;
  return { name, bytes };
}

function unzipped(zip: Uint8Array, isWanted: (name: string) => boolean, refuse: (reason: string) => never) {
  try {
    return Object.entries(
      unzipSync(zip, { filter: ({ name, originalSize }) => isWanted(name) && originalSize <= MOST_BYTES }),
    );
  } catch (error) {
    return refuse(`the ZIP cannot be opened: ${messageOf(error)}`);
  }
}

function isZip(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 4)).equals(Buffer.from("PK\u0003\u0004"));
}

/** The record at the end of every ZIP, before a comment of at most 64 KiB. */
function hasZipEnd(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(-65_557)).includes("PK\u0005\u0006");
}
