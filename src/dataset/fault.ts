/** The faults of an official file, of a table of the project, or of a build. */
type FaultCode =
  | "file_missing"
  | "file_unreadable"
  | "file_encoding"
  | "column_missing"
  | "line_malformed"
  | "value_malformed"
  | "year_wrong"
  | "key_double"
  | "identity_broken"
  | "name_unmatched"
  | "agency_unmatched"
  | "figures_missing"
  | "total_moved"
  | "snapshot_differs";

/** `line` counts from 1; null for a fault of the whole file. */
export interface Fault {
  readonly code: FaultCode;
  readonly file: string;
  readonly line: number | null;
  readonly column: string | null;
  /** The fault and, if it is not obvious, what to do: a sentence for people. */
  readonly reason: string;
}

/** Raised inside this room and turned into a value by `attempt`, so that no reader returns incomplete rows. */
export class DatasetError extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(faults.map(describeFault).join("\n"));
    this.name = "DatasetError";
    this.faults = faults;
  }
}

export type Attempt<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** The one place where a `DatasetError` becomes a value; any other error is a defect and is not caught. */
export async function attempt<T>(action: () => T | Promise<T>): Promise<Attempt<T>> {
  try {
    return { ok: true, value: await action() };
  } catch (error) {
    if (error instanceof DatasetError) return { ok: false, faults: error.faults };
    throw error;
  }
}

/** The position of a fault, as far as it is known; a `Cell` is one. */
type FaultPlace = Partial<Pick<Fault, "line" | "column">> & Pick<Fault, "file">;

/** @throws DatasetError of one fault */
export function fail(code: FaultCode, at: FaultPlace, reason: string): never {
  throw new DatasetError([fault(code, at, reason)]);
}

export function fault(code: FaultCode, at: FaultPlace, reason: string): Fault {
  const column = at.column === undefined || at.column === null ? null : printable(at.column);
  return { code, file: at.file, line: at.line ?? null, column, reason: printable(reason) };
}

/** A file's content must not control the terminal that shows it. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, "\uFFFD");
}

/** `offenses.csv, line 3, column Year: "20x4" is not a year`. */
export function describeFault({ file, line, column, reason }: Fault): string {
  const place = [file, line === null ? "" : `line ${line}`, column === null ? "" : `column ${column}`];
  return `${place.filter((part) => part !== "").join(", ")}: ${reason}`;
}
