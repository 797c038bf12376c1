import { Buffer, isUtf8 } from "node:buffer";
import { CsvError, parse } from "csv-parse/sync";
import { z } from "zod";
import { fail } from "./fault.ts";

export interface Line {
  /** Counted from 1, the header included. */
  readonly number: number;
  readonly fields: readonly string[];
}

export type RowOf<Schema extends z.ZodObject> = Readonly<z.output<Schema>>;

/** UTF-8 with or without a byte-order mark, LF or CRLF, RFC 4180 quotes. Leaves out empty lines; widths may differ. */
export function readLines(bytes: Uint8Array, file: string): readonly Line[] {
  if (!isUtf8(bytes) || bytes.includes(0)) {
    fail({ file }, "the file is not UTF-8 text (perhaps Latin-1, Windows-1252, or UTF-16); convert it to UTF-8");
  }
  const lines: Line[] = [];
  try {
    parse(Buffer.from(bytes), {
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
    return fail({ file, line }, `not a line of CSV: ${error.message}`);
  }
}

/**
 * The rows of a CSV file whose first line names the columns; columns that the schema does not have are left out.
 * @param keyOf what no two rows may share @param columnOf the column of a member of the schema
 */
export function readTable<Schema extends z.ZodObject>(
  bytes: Uint8Array,
  file: string,
  schema: Schema,
  keyOf: (row: RowOf<Schema>) => readonly (string | number)[] | null = () => null,
  columnOf?: (member: string) => string,
): readonly RowOf<Schema>[] {
  const [header, ...lines] = readLines(bytes, file);
  if (header === undefined) fail({ file }, "the file is empty: it lacks even the line of column names");
  const rowOf = rowReader(file, header, schema, columnOf);
  const unique = uniqueKeys(file);
  return lines.map((line) => {
    const row = rowOf(line);
    const key = keyOf(row);
    if (key !== null) unique(key, line);
    return row;
  });
}

/** Reads lines under a header, each field by its schema. @throws DatasetError */
export function rowReader<Schema extends z.ZodObject>(
  file: string,
  header: Line,
  schema: Schema,
  columnOf = (member: string) => member,
): (line: Line) => RowOf<Schema> {
  const names = header.fields.map((name) => name.trim());
  const columns = Object.keys(schema.shape).map((member) => {
    const column = columnOf(member);
    const at = names.indexOf(column);
    const place = { file, line: header.number, column };
    if (at === -1) fail(place, "the column is missing");
    if (at !== names.lastIndexOf(column)) fail(place, "the column occurs twice");
    return { member, column, at };
  });
  return ({ number: line, fields }) => {
    if (fields.length !== names.length) {
      const what =
        fields.length < names.length ? "the line is truncated or lacks a comma" : "there is a comma too many";
      fail({ file, line }, `${fields.length} fields where the header has ${names.length}: ${what}`);
    }
    const texts = columns.map(({ member, at }) => [member, collapsed(fields[at] ?? "")] as const);
    const parsed = schema.safeParse(Object.fromEntries(texts));
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    const index = columns.findIndex(({ member }) => member === issue?.path[0]);
    const reason = `${quote(texts[index]?.[1] ?? "")} ${issue?.message}`;
    return fail({ file, line, column: columns[index]?.column ?? null }, reason);
  };
}

export function uniqueKeys(file: string): (key: readonly (string | number)[], line: Line) => void {
  const seen = new Map<string, number>();
  return (key, { number: line }) => {
    const name = key.join(" | ");
    const first = seen.get(name);
    if (first !== undefined) fail({ file, line }, `${quote(name)} is already on line ${first}`);
    seen.set(name, line);
  };
}

export function collapsed(value: string): string {
  return value.replace(/\s+/g, " ").trim();
}

/** How the fields of a CSV file are read. A message continues the field's text: `"12x" is not a whole number`. */

/** Text with runs of white space collapsed, as `readTable` passes it. */
export const text = z.string();
export const nonEmpty = text.min(1, "is empty");
export const optionalText = text.transform((value) => (value === "" ? null : value));

function numeric(pattern: RegExp, message: string) {
  return text.regex(pattern, message).transform(Number);
}

/** A larger count is a shifted column: more offenses or people than the state could have. */
export const count = numeric(/^\d{1,9}$/, "is not a whole number of 0 or more, in plain digits");
/** May be slightly negative: the Department of Justice withdraws offenses of an earlier year. */
export const correctedCount = numeric(/^(-\d{1,3}|\d{1,9})$/, "is not a whole number, in plain digits");
/** With or without thousands separators; null for an empty field. */
export const separatedCount = text
  .regex(/^(\d{1,3}(,\d{3}){0,2}|\d{1,9})?$/, "is not a whole number of 0 or more")
  .transform((value) => (value === "" ? null : Number(value.replaceAll(",", ""))));
/** An area in square meters. */
export const area = numeric(/^\d{1,15}$/, "is not a whole number of 0 or more");
export const year = numeric(/^(19[89]\d|20\d\d)$/, "is not a year from 1980 to 2099");
export const optionalYear = z.preprocess((value) => (value === "" ? null : value), year.nullable());
export const day = z.iso.date("is not a day of the form YYYY-MM-DD");

/** A decimal number such as `+34.5809017` within bounds. */
export function decimal(min: number, max: number) {
  const message = `is not a number from ${min} to ${max}`;
  return numeric(/^[+-]?\d{1,6}(\.\d{1,12})?$/, message).pipe(z.number().min(min, message).max(max, message));
}

export function oneOf<const Word extends string>(words: readonly Word[]) {
  return z.enum(words, `is none of ${words.join(", ")}`);
}

/** Text of a file in a message: in quotes, and short. */
export function quote(value: string): string {
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
}
