import type { Log } from "../../domain/log.ts";
import { canStartThread } from "../../threads/descriptors.ts";

/** By then the first requests have been answered, which the start of a thread would delay. */
const START_AFTER_MS = 1_000;

/**
 * Copies the write-ahead log of a store into its file in a thread of its own, since a copy waits for the disk and requests
 * should not. The thread itself checks how far the log is ahead, so the event loop sends it nothing. If it fails
 * or has ended, `log` takes a warning, and commits copy from `CHECKPOINT_PAGES` on.
 */
export class Checkpoints {
  #starting: Timer;
  #thread: Worker | undefined;
  #ended: Promise<unknown> | undefined;

  constructor(path: string, log: Log) {
    this.#starting = this.#startLater(path, log);
  }

  /** Resolves when the thread has closed the file, or has ended already. */
  async close(): Promise<void> {
    clearTimeout(this.#starting);
    // Nothing else may be left that keeps the process until then.
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
    const failed = (error: string) => log.warn({ error }, "requests wait for checkpoints, whose thread ended");
    try {
      const thread = new Worker(new URL("./checkpoint-thread.ts", import.meta.url), { ref: false, smol: true });
      thread.onmessage = ({ data }) => log.warn({ error: data }, "a checkpoint failed and is tried again");
      thread.onerror = ({ message }) => failed(message);
      this.#ended = new Promise((resolve) => thread.addEventListener("close", resolve, { once: true }));
      thread.postMessage(path);
      this.#thread = thread;
    } catch (error) {
      failed(String(error));
    }
  }
}
