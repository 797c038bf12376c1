import { endWithReader, print } from "../main/exit.ts";

/** Stores, backups, and secrets are readable only by their owner. */
export function keepNewFilesPrivate(): void {
  process.umask(0o077);
}

/** Prints a part of a long result, and waits until its reader has taken it. */
export function printed(text: string): Promise<void> {
  endWithReader();
  return new Promise((resolve) => void process.stdout.write(text, () => resolve()));
}

/** JSON for programs: one document, indented by two spaces, with a final line feed. */
export function printJson(value: unknown): void {
  print(`${JSON.stringify(value, null, 2)}\n`);
}

/** Prints records as JSON, or some of their members as the columns of a table, each as wide as its widest cell. */
export function printRecords<Row extends object>(
  records: readonly Row[],
  columns: readonly (keyof Row & string)[],
  json?: true,
): void {
  if (json) {
    printJson(records);
    return;
  }
  const header = columns.map((column) => column.replace(/_at$/, "").replaceAll("_", " ").toUpperCase());
  const rows = [header, ...records.map((record) => columns.map((column) => cellText(record[column])))];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => (row[index] ?? "").length)));
  for (const row of rows) {
    const cells = row.map((cell, index) => cell.padEnd(widths[index] ?? 0));
    print(`${cells.join("  ").trimEnd()}\n`);
  }
}

/** A record with one member a line; a time by its name without `_at` or `_since`. */
export function printMembers(record: object): void {
  for (const [name, value] of Object.entries(record))
    print(`${name.replace(/_(at|since)$/, "")}: ${onOneLine(String(value ?? "-"))}\n`);
}

/** A table of records under a title. */
export function printSection<Row extends object>(
  title: string,
  records: readonly Row[],
  columns: readonly (keyof Row & string)[],
): void {
  print(`\n${title}\n`);
  if (records.length === 0) print("none\n");
  else printRecords(records, columns);
}

/** Control characters, line ends, and invisible marks, such as those that change the text direction. */
const MISLEADING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text of others for a terminal. What could pass for another line, or command the terminal, is escaped: `\n`. */
export function onOneLine(text: string): string {
  return text.replace(MISLEADING, (character) => {
    const escaped = JSON.stringify(character).slice(1, -1);
    return escaped === character ? `\\u{${character.codePointAt(0)?.toString(16)}}` : escaped;
  });
}

/** A dash for null, times by the minute, and everything on one line. */
function cellText(value: unknown): string {
  const text = onOneLine(String(value ?? "-").replaceAll(/\s+/g, " "));
  return text.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):[\d.]+Z$/, "$1 $2 UTC");
}

/** `city 3, county 2`. */
export function listed(counts: object): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name.replaceAll("_", " ")} ${count}`)
    .join(", ");
}

/** The format of times in JSON output. */
export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
