import type { Log } from "../../domain/log.ts";
import { canStartThread } from "../../threads/descriptors.ts";

/** Starting a thread would delay the first requests; by then they have been answered. */
const START_AFTER_MS = 1_000;

/**
 * Copies the write-ahead log of a store into its file on a separate thread, because a copy waits for the disk and
 * requests should not. The thread itself checks the size of the log, so the event loop sends it nothing. If the thread
 * fails or ends, this logs a warning, and commits do the copying from `CHECKPOINT_PAGES` on.
 */
export class Checkpoints {
  #starting: Timer;
  #thread: Worker | undefined;
  #ended: Promise<unknown> | undefined;

  constructor(path: string, log: Log) {
    this.#starting = this.#startLater(path, log);
  }

  /** Resolves when the thread has closed the file, or has already ended. */
  async close(): Promise<void> {
    clearTimeout(this.#starting);
    // By now nothing else may keep the process alive.
    this.#thread?.ref();
    this.#thread?.postMessage("end");
    await this.#ended;
  }

  #startLater(path: string, log: Log): Timer {
    return setTimeout(() => this.#start(path, log), START_AFTER_MS).unref();
  }

  #start(path: string, log: Log): void {
    if (!canStartThread()) {
      this.#starting = this.#startLater(path, log);
      return;
    }
    const failed = (error: string) =>
      log.warn({ error }, "the checkpoint thread ended, so requests wait for checkpoints");
    try {
      const thread = new Worker(new URL("./checkpoint-thread.ts", import.meta.url), { ref: false, smol: true });
      thread.onmessage = ({ data }) => log.warn({ error: data }, "a checkpoint failed and will be retried");
      thread.onerror = ({ message }) => failed(message);
      this.#ended = new Promise((resolve) => thread.addEventListener("close", resolve, { once: true }));
      thread.postMessage(path);
      this.#thread = thread;
    } catch (error) {
      failed(String(error));
    }
  }
}
