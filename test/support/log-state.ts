import { Database } from "bun:sqlite";

/** Pages of the write-ahead log since it last began anew, and how many of them have been copied into the store's file. */
export interface LogState {
  readonly log: number;
  readonly checkpointed: number;
}

/** Fewer pages than these wait in the log until there are more. */
const LEFT_PAGES = 250;

/** A connection that looks on, and copies nothing itself. */
export class LogWatch implements Disposable {
  readonly #database: Database;

  constructor(path: string) {
    this.#database = new Database(path, { readwrite: true });
    this.#database.run("PRAGMA busy_timeout = 5000");
    this.#database.run("PRAGMA wal_autocheckpoint = 0");
  }

  now(): LogState {
    const state = this.#database.query<LogState, []>("PRAGMA wal_checkpoint(NOOP)").get();
    if (state === null) throw new Error("SQLite says nothing of its log");
    return state;
  }

  /** Makes the log about 500 pages longer. */
  fill(): void {
    this.#database.run("CREATE TABLE filler (bytes BLOB)");
    this.#database.run("INSERT INTO filler VALUES (zeroblob(2000000))");
    this.#database.run("DROP TABLE filler");
  }

  /** Waits until somebody else has copied the log, but for what is too little to be copied. */
  async copied(): Promise<void> {
    for (let waitedMs = 0; ; waitedMs += 20) {
      const { log, checkpointed } = this.now();
      if (log - checkpointed < LEFT_PAGES) return;
      if (waitedMs > 30_000) throw new Error(`nobody copies the log: ${checkpointed} of ${log} pages`);
      await Bun.sleep(20);
    }
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}
