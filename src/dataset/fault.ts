/** A fault of an official file, of a table of the project, or of a build. */
export interface Fault {
  readonly file: string;
  /** Counted from 1; null for a fault of the whole file. */
  readonly line: number | null;
  readonly column: string | null;
  /** The fault and, if it is not obvious, what to do: a sentence for people. */
  readonly reason: string;
}

/** Input that cannot be used, with every fault that was found. The message has a line for each. */
export class DatasetError extends Error {
  override readonly name = "DatasetError";
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(faults.map(describeFault).join("\n"));
    this.faults = faults;
  }
}

/** The position of a fault, as far as it is known. */
type FaultPlace = Partial<Pick<Fault, "line" | "column">> & Pick<Fault, "file">;

/** @throws DatasetError of one fault */
export function fail(at: FaultPlace, reason: string): never {
  throw new DatasetError([fault(at, reason)]);
}

/** A file's content must not control the terminal that shows it. */
export function fault({ file, line = null, column = null }: FaultPlace, reason: string): Fault {
  const printable = (text: string) => text.replace(/\p{Cc}/gu, "\uFFFD");
  return { file, line, column: column && printable(column), reason: printable(reason) };
}

/** `offenses.csv, line 3, column Year: "20x4" is not a year`. */
function describeFault({ file, line, column, reason }: Fault): string {
  const place = [file, ...(line === null ? [] : [`line ${line}`]), ...(column === null ? [] : [`column ${column}`])];
  return `${place.join(", ")}: ${reason}`;
}
