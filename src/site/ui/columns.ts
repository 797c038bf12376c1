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

/** The rows as CSV, with the columns' keys as its header. */
export function csvFile<Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[]): string {
  const lines = rows.map((row) => columns.map(({ value }) => value(row)));
  return stringify([columns.map(({ key }) => key), ...lines], { escape_formulas: true });
}
