const SECOND_MS = 1_000;

/** Limits log lines per second: in an outage, thousands of requests would each write the same one. */
export class LineBudget {
  readonly #linesPerSecond: number;
  #startedMs = Number.NEGATIVE_INFINITY;
  #written = 0;
  #leftOut = 0;

  constructor(linesPerSecond: number) {
    this.#linesPerSecond = linesPerSecond;
  }

  /** If a line may be written, how many lines were suppressed since the last one; otherwise null. */
  take(): number | null {
    const nowMs = performance.now();
    if (nowMs - this.#startedMs >= SECOND_MS) {
      this.#startedMs = nowMs;
      this.#written = 0;
    }
    if (this.#written >= this.#linesPerSecond) {
      this.#leftOut += 1;
      return null;
    }
    this.#written += 1;
    const leftOut = this.#leftOut;
    this.#leftOut = 0;
    return leftOut;
  }
}
