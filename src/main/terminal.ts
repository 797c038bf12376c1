export type Environment = Readonly<Record<string, string | undefined>>;

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

/** Prints a command's result on standard output. */
export function print(text: string): void {
  endWithReader();
  process.stdout.write(text);
}

/** Prints a part of a long result, and waits until its reader has taken it. */
export function printed(text: string): Promise<void> {
  endWithReader();
  return new Promise((resolve) => void process.stdout.write(text, () => resolve()));
}

/** Prints a hint or an error on standard error. */
export function note(text: string): void {
  process.stderr.write(text);
}

/** The reader of a pipe may close it early, as `head` does. Loads the library of streams, which takes long. */
export function endWithReader(): void {
  if (process.stdout.listenerCount("error") > 0) return;
  process.stdout.on("error", (error: Error & { code?: string }) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
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
  const rows = [header, ...records.map((record) => columns.map((column) => shown(record[column])))];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => (row[index] ?? "").length)));
  for (const row of rows) {
    const cells = row.map((cell, index) => cell.padEnd(widths[index] ?? 0));
    print(`${cells.join("  ").trimEnd()}\n`);
  }
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
