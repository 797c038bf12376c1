import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { stringify } from "csv-stringify/sync";
import { errorCode } from "../domain/message.ts";
import { namesOf, recordFrom } from "../domain/named.ts";
import { type Cell, nonEmpty } from "./cell.ts";
import { readTable } from "./csv.ts";
import { fail } from "./fault.ts";

/** How each member of a row is read from its column, which has the member's name in snake_case. */
export type Fields = Readonly<Record<string, (cell: Cell) => unknown>>;

export type RowOf<F extends Fields> = { readonly [Name in keyof F]: ReturnType<F[Name]> };

/** Reads an empty field as null. */
export function optional<Value>(read: (cell: Cell) => Value): (cell: Cell) => Value | null {
  return (cell) => (cell.text === "" ? null : read(cell));
}

export const optionalText = optional(nonEmpty);

/** The rows of one file of the project, each passed to `check` with its line. @throws DatasetError */
export async function readRows<F extends Fields>(
  dataDir: string,
  file: string,
  fields: F,
  check: (row: RowOf<F>, line: number) => void = () => {},
): Promise<readonly RowOf<F>[]> {
  const bytes = await readOptional(join(dataDir, file));
  if (bytes === null) {
    const remedy = file.startsWith("review/") ? "restore" : "run the import, or restore";
    return fail("file_missing", { file }, `the file is missing in ${dataDir}; ${remedy} it from the repository`);
  }
  const table = readTable(bytes, file, columnsOf(fields));
  return table.lines.map((line) => {
    const row = rowFrom(fields, (column) => table.cell(line, column));
    check(row, line.number);
    return row;
  });
}

/** The cast: a mapped type does not follow from an object with an entry for each field. */
function rowFrom<F extends Fields>(fields: F, cell: (column: string) => Cell): RowOf<F> {
  return recordFrom(
    Object.entries(fields).map(([name, read]) => [name, read(cell(columnOf(name)))] as const),
  ) as RowOf<F>;
}

/** The text of a file that `readRows` reads. */
export function rowsText<F extends Fields>(fields: F, rows: readonly RowOf<F>[]): string {
  return stringify([columnsOf(fields), ...rows.map((row) => namesOf(fields).map((name) => row[name]))]);
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

function columnsOf(fields: Fields): readonly string[] {
  return Object.keys(fields).map(columnOf);
}

function columnOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
