import { TaskThread } from "../../base/task-thread.ts";

/** Transactions and rows of tables written, of a page each at most, after which the log is worth a checkpoint. */
const MANY_PAGES = 1_000;
const IDLE_MS = 10_000;

/**
 * Moves the write-ahead log of an embedded store into its file from another thread: flushing both to the disk takes
 * milliseconds, during which no request would be answered. If the thread cannot start, the connection that commits does it
 * itself, later (`openDatabase`).
 */
export class Checkpoints {
  readonly #path: string;
  readonly #thread = new TaskThread<string, null>({
    start: () => new Worker(new URL("./checkpoint-thread.ts", import.meta.url), { ref: false, smol: true }),
    idleMs: IDLE_MS,
  });
  #pages = 0;
  #running: Promise<unknown> | null = null;
  #isClosed = false;

  constructor(path: string) {
    this.#path = path;
  }

  /** Call it after each commit. */
  written(pages: number): void {
    this.#pages += pages;
    if (this.#pages < MANY_PAGES || this.#running !== null || this.#isClosed) return;
    this.#pages = 0;
    this.#running = this.#thread
      .ask(this.#path)
      .catch(() => {})
      .finally(() => {
        this.#running = null;
      });
  }

  /** Call it after a transaction that failed: a log that cannot grow, on a full disk, starts anew once it was moved. */
  failed(): void {
    this.written(MANY_PAGES);
  }

  /** Resolves when none runs. */
  async ended(): Promise<void> {
    await this.#running;
  }

  /** Resolves when the thread no longer has the file open. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
    this.#thread.close();
  }
}
