import { stringify } from "csv-stringify/sync";
import type { Order, TableColumn } from "./table.tsx";

export interface FileColumn<Row> {
  /** Its name in files and, in a table, in the URL. */
  readonly key: string;
  /** null sorts last in both orders and is empty in a file. */
  readonly value: (row: Row) => number | string | null;
}

/** A column of a table that can be sorted: its value in files, and what the page shows. */
export interface Column<Row> extends FileColumn<Row>, TableColumn<Row> {
  readonly key: string;
  readonly first: Order;
}

/** Differences from a column whose cells show its values, in ascending order after the first click. */
type ColumnOptions<Row> = Partial<Pick<Column<Row>, "first" | "cell" | "class">>;

export function column<Row>(
  key: string,
  heading: string,
  value: Column<Row>["value"],
  options: ColumnOptions<Row> = {},
): Column<Row> {
  return { key, heading, first: "ascending", value, cell: value, ...options };
}

/** Without it, spreadsheets do not read CSV as UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";
/** How many rows of a long file are made at a time. */
const ROWS_AT_ONCE = 200;

/** The rows as CSV, with the columns' keys as its header. */
export function csvFile<Row>(columns: readonly FileColumn<Row>[], rows: Iterable<Row>): string {
  return [...csvPieces(columns, rows)].join("");
}

/** The same in pieces. A cell that starts like a formula gets an apostrophe (OWASP, CSV injection). */
export function* csvPieces<Row>(columns: readonly FileColumn<Row>[], rows: Iterable<Row>): Generator<string> {
  const csv = (lines: readonly (readonly ReturnType<FileColumn<Row>["value"]>[])[]) =>
    stringify([...lines], { escape_formulas: true });
  yield BYTE_ORDER_MARK + csv([columns.map(({ key }) => key)]);
  for (const some of inPieces(rows)) yield csv(some.map((row) => columns.map(({ value }) => value(row))));
}

/** Some rows at a time. */
export function* inPieces<Row>(rows: Iterable<Row>): Generator<readonly Row[]> {
  let piece: Row[] = [];
  for (const row of rows) {
    piece.push(row);
    if (piece.length < ROWS_AT_ONCE) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}
