import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { stringify } from "csv-stringify/sync";
import type { z } from "zod";
import { errorCode } from "../base/error-text.ts";
import { writeAtomically } from "../figures/file.ts";
import { type RowOf, readTable } from "./csv.ts";
import { fail } from "./fault.ts";

/** Reads a table of the project; columns are the members of the schema in snake_case. @throws DatasetError */
export async function readRows<Schema extends z.ZodObject>(
  dataDir: string,
  file: string,
  schema: Schema,
  keyOf?: (row: RowOf<Schema>) => readonly string[],
): Promise<readonly RowOf<Schema>[]> {
  const bytes = await readOptional(join(dataDir, file));
  if (bytes !== null) return readTable(bytes, file, schema, keyOf, columnOf);
  const remedy = /^(review\/|counties)/.test(file) ? "restore" : "run the import, or restore";
  return fail({ file }, `the file is missing in ${dataDir}; ${remedy} it from the repository`);
}

/** A folder with a table for each year. @param keyOf what no two rows of a year may share @throws DatasetError */
export async function readYears<Schema extends z.ZodObject>(
  dataDir: string,
  folder: string,
  schema: Schema,
  keyOf: (row: RowOf<Schema>) => readonly string[],
): Promise<ReadonlyMap<number, readonly RowOf<Schema>[]>> {
  const names = await readdir(join(dataDir, folder)).catch(() => []);
  const years = names.flatMap((name) => /^(\d{4})\.csv$/.exec(name)?.[1] ?? []).toSorted();
  if (years.length === 0) {
    fail({ file: `${folder}/` }, "there is no table of a year; run the import, or restore the folder");
  }
  const tables = years.map(async (year) => {
    return [Number(year), await readRows(dataDir, `${folder}/${year}.csv`, schema, keyOf)] as const;
  });
  return new Map(await Promise.all(tables));
}

/** Writes tables, and removes those of years in these folders that are in no file any more. */
export async function writeTables(
  dataDir: string,
  texts: ReadonlyMap<string, string>,
  folders: readonly string[],
): Promise<void> {
  for (const [name, text] of texts) await writeAtomically(join(dataDir, name), text);
  for (const folder of folders) {
    const names = (await readdir(join(dataDir, folder))).map((name) => `${folder}/${name}`);
    for (const name of names) if (name.endsWith(".csv") && !texts.has(name)) await rm(join(dataDir, name));
  }
}

/** The text of a file that `readRows` reads. */
export function rowsText<Schema extends z.ZodObject>(schema: Schema, rows: readonly RowOf<Schema>[]): string {
  return columnsText(schema, rows);
}

/** The same of rows whose fields are not yet what the schema makes of them. */
export function columnsText(schema: z.ZodObject, rows: readonly object[]): string {
  const columns = Object.keys(schema.shape).map((key) => ({ key, header: columnOf(key) }));
  return stringify([...rows], { header: true, columns });
}

/** The bytes of a file; null if there is none. */
export async function readOptional(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

/** By code unit, so the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function columnOf(member: string): string {
  return member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
