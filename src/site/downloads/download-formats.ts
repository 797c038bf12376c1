import { parquetWriteBuffer } from "hyparquet-writer";
import { csvFile, type FileColumn } from "../ui/columns.ts";
import type { DownloadColumn } from "./download-columns.ts";

/** Without it, spreadsheets do not read CSV as UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

const PARQUET_TYPES = { string: "STRING", integer: "INT32", number: "DOUBLE" } as const;

export function csvText<Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[]): string {
  return BYTE_ORDER_MARK + csvFile(columns, rows);
}

/** An array of objects. */
export function jsonText<Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[]): string {
  const objects = rows.map((row) => Object.fromEntries(columns.map(({ key, value }) => [key, value(row)])));
  // A line for each row, so that a person sees what changed.
  return `[\n${objects.map((object) => JSON.stringify(object)).join(",\n")}\n]\n`;
}

export function parquetBytes<Row>(
  columns: readonly DownloadColumn<Row>[],
  rows: readonly Row[],
): Uint8Array<ArrayBuffer> {
  const columnData = columns.map(({ key, type, value }) => ({
    name: key,
    type: PARQUET_TYPES[type],
    nullable: true,
    data: rows.map(value),
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}
