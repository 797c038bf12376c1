export type Environment = Readonly<Record<string, string | undefined>>;

/** A command's result goes to standard output; hints and errors go to standard error. */
export interface Terminal {
  readonly environment: Environment;
  out(text: string): void;
  note(text: string): void;
}

export const EXIT = { failed: 1, usage: 2 } as const;

/** Ends a command with a message for the user and no stack trace. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Stores, backups, and secrets are readable only by their owner. */
export function keepNewFilesPrivate(): void {
  process.umask(0o077);
}

/** JSON for programs: one document, indented by two spaces, with a final line feed. */
export function printJson(terminal: Terminal, value: unknown): void {
  terminal.out(`${JSON.stringify(value, null, 2)}\n`);
}

/** Formats rows under a header; each column is as wide as its widest cell. */
function printTable(terminal: Terminal, header: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? "").length)),
  );
  for (const row of [header, ...rows]) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    terminal.out(`${cells.join("  ").trimEnd()}\n`);
  }
}

/** Prints records as JSON, or some of their members as the columns of a table. */
export function printRecords<Row extends object>(
  terminal: Terminal,
  records: readonly Row[],
  columns: readonly (keyof Row & string)[],
  json?: true,
): void {
  if (json) printJson(terminal, records);
  else {
    const header = columns.map((column) => column.replace(/_at$/, "").replaceAll("_", " ").toUpperCase());
    const rows = records.map((record) => columns.map((column) => shown(record[column])));
    printTable(terminal, header, rows);
  }
}

/** A table of records under a title. */
export function printSection<Row extends object>(
  terminal: Terminal,
  title: string,
  records: readonly Row[],
  columns: readonly (keyof Row & string)[],
): void {
  terminal.out(`\n${title}\n`);
  if (records.length === 0) terminal.out("none\n");
  else printRecords(terminal, records, columns);
}

/** A dash for null, times by the minute, and everything on one line. */
function shown(value: unknown): string {
  const text = String(value ?? "-").replaceAll(/\s+/g, " ");
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
