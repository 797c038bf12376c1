import { Database } from "bun:sqlite";
import { until } from "./until.ts";

/**
 * The pages of the write-ahead log since it last restarted, and how many of them have been copied into the store's
 * file.
 */
export interface LogState {
  readonly log: number;
  readonly checkpointed: number;
}

/** Fewer pages than this stay in the log until there are more. */
const LEFT_PAGES = 250;

/** A connection that only observes, and copies nothing itself. */
export class LogWatch implements Disposable {
  readonly #database: Database;

  constructor(path: string) {
    this.#database = new Database(path, { readwrite: true });
    this.#database.run("PRAGMA busy_timeout = 60000");
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

  /** Waits until another connection has copied the log, except for a remainder that is too small to copy. */
  async copied(): Promise<void> {
    await until("the log is copied", () => {
      const { log, checkpointed } = this.now();
      return log - checkpointed < LEFT_PAGES;
    });
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}
