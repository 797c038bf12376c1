import type { Log } from "../domain/log.ts";

const ASKED_EVERY_MS = 5_000;

/** Whether the store works. Checked on demand and every few seconds; changes are logged. */
export class ReadinessReport {
  readonly #isReady: () => Promise<boolean>;
  readonly #log: Log;
  readonly #timer: ReturnType<typeof setInterval>;
  /** The service starts ready, because the store was just opened. */
  #wasReady = true;
  #changedAtMs = performance.now();

  /** `isReady` never rejects. */
  constructor(isReady: () => Promise<boolean>, log: Log) {
    this.#isReady = isReady;
    this.#log = log;
    this.#timer = setInterval(() => void this.ask(), ASKED_EVERY_MS).unref();
  }

  async ask(): Promise<boolean> {
    const isReady = await this.#isReady();
    if (isReady !== this.#wasReady) this.#change(isReady);
    return isReady;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #change(isReady: boolean): void {
    const seconds = Math.round((performance.now() - this.#changedAtMs) / 1_000);
    this.#wasReady = isReady;
    this.#changedAtMs = performance.now();
    if (isReady) this.#log.info({ afterS: seconds }, "ready again: the store is available");
    else this.#log.error({ afterS: seconds }, "not ready: the store is unavailable");
  }
}
