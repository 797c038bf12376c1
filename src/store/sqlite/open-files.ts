import { stat } from "node:fs/promises";
import { StoreFilesMoved } from "../error.ts";

/** What SQLite has open for a database in WAL mode: the file, its log, and the index of the log. */
const SUFFIXES = ["", "-wal", "-shm"] as const;

/** Notices that files of an open store were moved, deleted, or replaced: what it counts is not in the files at its path. */
export class OpenFiles {
  readonly #path: string;
  readonly #opened: readonly (string | null)[];

  private constructor(path: string, opened: readonly (string | null)[]) {
    this.#path = path;
    this.#opened = opened;
  }

  /** Call it while a connection is open, so that all files exist. */
  static async at(path: string): Promise<OpenFiles> {
    return new OpenFiles(path, await identitiesAt(path));
  }

  /** @throws StoreFilesMoved */
  async requireInPlace(): Promise<void> {
    const current = await identitiesAt(this.#path);
    if (this.#opened.some((identity, index) => identity !== current[index])) throw new StoreFilesMoved();
  }
}

function identitiesAt(path: string): Promise<readonly (string | null)[]> {
  return Promise.all(SUFFIXES.map((suffix) => identityOf(path + suffix)));
}

/** No other file has it for as long as one is open. Null if there is no file. */
async function identityOf(path: string): Promise<string | null> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
}
