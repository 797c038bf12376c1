import type { Log } from "../../base/log.ts";
import { AnswerTooLate, TaskThread } from "../../base/task-thread.ts";

/** Transactions and rows of tables written, of a page each at most, after which the log is worth a checkpoint. */
const MANY_PAGES = 1_000;
const IDLE_MS = 10_000;
/** A disk that needs longer hardly works at all. Writing the journal to the tables waits for a checkpoint. */
const MAX_WAIT_MS = 30_000;
/** How long the commits do it themselves after that. A thread that hangs cannot be ended, so few are started. */
const REST_MS = 600_000;

interface CheckpointOptions {
  readonly log?: Log | undefined;
  readonly start?: () => Worker;
  readonly maxWaitMs?: number;
}

/**
 * Moves the write-ahead log of an embedded store into its file from another thread: flushing both to the disk takes
 * milliseconds, during which no request would be answered. If the thread cannot start, or does not answer, the connection
 * that commits does it itself, later (`openDatabase`).
 */
export class Checkpoints {
  readonly #path: string;
  readonly #log: Log | undefined;
  readonly #thread: TaskThread<string, null>;
  #pages = 0;
  #running: Promise<void> | null = null;
  #isResting = false;
  #isClosed = false;

  constructor(path: string, { log, start = startThread, maxWaitMs = MAX_WAIT_MS }: CheckpointOptions = {}) {
    this.#path = path;
    this.#log = log;
    this.#thread = new TaskThread({ start, idleMs: IDLE_MS, maxWaitMs });
  }

  /** Call it after each commit. */
  written(pages: number): void {
    this.#pages += pages;
    if (this.#pages < MANY_PAGES || this.#running !== null || this.#isResting || this.#isClosed) return;
    this.#pages = 0;
    this.#running = this.#run().finally(() => {
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

  async #run(): Promise<void> {
    try {
      await this.#thread.ask(this.#path);
    } catch (error) {
      // Other failures concern one checkpoint, and the next may succeed.
      if (!(error instanceof AnswerTooLate)) return;
      this.#isResting = true;
      setTimeout(() => {
        this.#isResting = false;
      }, REST_MS).unref();
      const fields = { nextInS: REST_MS / 1_000 };
      this.#log?.error(fields, "the store's write-ahead log could not be moved into its file: check the disk");
    }
  }
}

function startThread(): Worker {
  return new Worker(new URL("./checkpoint-thread.ts", import.meta.url), { ref: false, smol: true });
}
