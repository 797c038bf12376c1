import { CsvError, parse } from "csv-parse/sync";
import { type Cell, quote } from "./cell.ts";
import { fail } from "./fault.ts";

export interface Line {
  /** Counted from 1, the header included. */
  readonly number: number;
  readonly fields: readonly string[];
}

export interface Table {
  readonly file: string;
  readonly columns: readonly string[];
  readonly lines: readonly Line[];
  /** The field of a line under a column that was asked for in `readTable`. */
  cell(line: Line, column: string): Cell;
}

/** UTF-8 with or without a byte-order mark, LF or CRLF, RFC 4180 quotes. Leaves out empty lines; widths may differ. */
export function readLines(bytes: Uint8Array, file: string): readonly Line[] {
  const text = decode(bytes, file);
  const lines: Line[] = [];
  try {
    parse(text, {
      bom: true,
      record_delimiter: ["\r\n", "\n"],
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: 100_000,
      on_record: (fields, place) => {
        lines.push({ number: place.lines, fields });
        return null;
      },
    });
    return lines;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error["lines"] === "number" ? error["lines"] : null;
    return fail("line_malformed", { file, line }, `not a CSV line: ${reasonOf(error)}`);
  }
}

/** A CSV file whose first line names the columns; other columns are ignored. */
export function readTable(bytes: Uint8Array, file: string, required: readonly string[]): Table {
  const [header, ...lines] = readLines(bytes, file);
  if (header === undefined)
    fail("column_missing", { file }, "the file is empty: it lacks even the line of column names");
  const names = header.fields.map((name) => name.trim());
  for (const line of lines) checkWidth(file, line, names.length);
  const positions = new Map(names.map((name, position) => [name, position]));
  const table: Table = {
    file,
    columns: names,
    lines,
    cell: (line, column) => ({ file, line: line.number, column, text: line.fields[positions.get(column) ?? -1] ?? "" }),
  };
  requireColumns(table, required);
  return table;
}

export function requireColumns({ file, columns }: Table, required: readonly string[]): void {
  for (const column of required) {
    const first = columns.indexOf(column);
    if (first === -1) fail("column_missing", { file, line: 1, column }, "the column is missing");
    if (first !== columns.lastIndexOf(column)) {
      fail("column_missing", { file, line: 1, column }, "the column occurs twice");
    }
  }
}

/** A line with too few or too many fields was truncated, or a number contains a separator. */
export function checkWidth(file: string, line: Line, width: number): void {
  if (line.fields.length === width) return;
  const what = line.fields.length < width ? "the line is truncated or lacks a comma" : "there is one comma too many";
  fail(
    "line_malformed",
    { file, line: line.number },
    `${line.fields.length} fields where the header has ${width}: ${what}`,
  );
}

export function uniqueKeys(file: string): (key: readonly (string | number)[], line: number) => void {
  const seen = new Map<string, number>();
  return (key, line) => {
    const text = key.join(" | ");
    const first = seen.get(text);
    if (first !== undefined) fail("key_double", { file, line }, `${quote(text)} is already on line ${first}`);
    seen.set(text, line);
  };
}

function reasonOf(error: CsvError): string {
  switch (error.code) {
    case "CSV_QUOTE_NOT_CLOSED":
      return "a quote is never closed";
    case "CSV_MAX_RECORD_SIZE":
      return "the line is longer than 100,000 characters";
    default:
      return "there is a quote in the middle of a field";
  }
}

function decode(bytes: Uint8Array, file: string): string {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    const text = decoder.decode(bytes);
    const nul = text.indexOf("\0");
    if (nul === -1) return text;
    const line = text.slice(0, nul).split("\n").length;
    return fail(
      "file_encoding",
      { file, line },
      "there is a NUL character: the file is not UTF-8 text (UTF-16, or no text)",
    );
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const line = firstUndecodableLine(bytes);
    return fail(
      "file_encoding",
      { file, line },
      "the line is not UTF-8 (perhaps Latin-1 or Windows-1252); convert the file to UTF-8",
    );
  }
}

/** A line feed is never part of a longer UTF-8 sequence, so each line can be decoded alone. */
function firstUndecodableLine(bytes: Uint8Array): number {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let line = 1;
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(0x0a, start);
    try {
      decoder.decode(bytes.subarray(start, end === -1 ? bytes.length : end));
    } catch {
      return line;
    }
    if (end === -1) break;
    start = end + 1;
    line += 1;
  }
  return line;
}
