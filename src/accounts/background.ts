import type { Log } from "../domain/log.ts";

/** Work that continues after its response. */
export class Background {
  readonly #log: Log;
  readonly #running = new Set<Promise<void>>();

  constructor(log: Log) {
    this.#log = log;
  }

  run(work: () => Promise<void>): void {
    const running = work().catch((error: unknown) => {
      this.#log.error({ error }, "a task after a response failed");
    });
    this.#running.add(running);
    running.finally(() => this.#running.delete(running));
  }

  async close(): Promise<void> {
    await Promise.all(this.#running);
  }
}
