import { setImmediate } from "node:timers/promises";
import { ByteWriter, parquetWriteRows, type Writer } from "hyparquet-writer";
import { type FileColumn, inPieces } from "../ui/columns.ts";
import type { DownloadColumn } from "./download-columns.ts";

function* objectsOf<Row>(columns: readonly FileColumn<Row>[], rows: Iterable<Row>) {
  for (const row of rows) yield Object.fromEntries(columns.map(({ key, value }) => [key, value(row)]));
}

/** An array of objects. */
export function* jsonPieces<Row>(columns: readonly FileColumn<Row>[], rows: Iterable<Row>): Generator<string> {
  // A line for each row, so that a person sees what changed.
  yield "[\n";
  let between = "";
  for (const objects of inPieces(objectsOf(columns, rows))) {
    yield between + objects.map((object) => JSON.stringify(object)).join(",\n");
    between = ",\n";
  }
  yield "\n]\n";
}

const PARQUET_TYPES = { string: "STRING", integer: "INT32", number: "DOUBLE" } as const;
/** How many rows are in memory at a time. */
const ROW_GROUP = 5_000;

/** A table in groups of rows. */
export async function* parquetPieces<Row>(columns: readonly DownloadColumn<Row>[], rows: Iterable<Row>) {
  const writer: Writer = new ByteWriter();
  // The thread makes pages between two groups.
  writer.flush = () => setImmediate();
  await parquetWriteRows({
    writer,
    rows: objectsOf(columns, rows),
    columns: columns.map(({ key, type }) => ({ name: key, type: PARQUET_TYPES[type], nullable: true })),
    rowGroupSize: ROW_GROUP,
  });
  yield writer.getBytes();
}
