import { fail } from "../fault.ts";

/** A file that a publisher has at an address of its own, for one data year. */
export interface Publication {
  /** Its name in the folder of official files. */
  readonly file: string;
  /** Its folder among the official files; empty for the folder itself. */
  readonly folder: string;
  /** Of a file that a person got: its path. */
  readonly address: string;
  readonly isLocal?: true;
  /** Whether the address answers with JSON that has the signed address of the file, as the FBI's does. */
  readonly isSigned?: true;
  /** The name of the file inside a ZIP at the address. */
  readonly entry?: RegExp;
  /** Of a file that no data year changes: it is downloaded only where the folder has none of its kind. */
  readonly isOfAllYears?: true;
  /** Reads the file as the import does. Returns the columns that it does not know. @throws DatasetError */
  readonly check: (bytes: Uint8Array, file: string) => Promise<readonly string[]>;
}

/** The files that the publishers have of a data year. */
export type Publications = (year: number) => readonly Publication[];

/** For a file whose readers leave out the columns that they do not need. */
export function readBy(read: (bytes: Uint8Array, file: string) => unknown): Publication["check"] {
  return async (bytes, file) => {
    await read(bytes, file);
    return [];
  };
}

/** A file that stops at the end of a line reads well. @throws DatasetError if it lacks any of what it has a row of each year for */
export function needAll(file: string, year: number, found: ReadonlySet<string>, wanted: ReadonlySet<string>): void {
  if (found.size === 0) fail({ file }, `there is no row of ${year}`);
  const [first, ...others] = wanted.difference(found);
  if (first === undefined) return;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  fail({ file }, `there is no row of ${first}${more} for ${year}: the file is truncated, or incomplete`);
}
