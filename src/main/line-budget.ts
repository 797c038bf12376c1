const LINES_A_SECOND = 100;
const SECOND_MS = 1_000;

/** So many lines a second and no more: in an outage each of thousands of requests would write the same one. */
export class LineBudget {
  readonly #monotonicMs: () => number;
  #startedMs = Number.NEGATIVE_INFINITY;
  #written = 0;
  #leftOut = 0;

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
  }

  /** How many lines were left out since the last one, where this one may be written; else null. */
  take(): number | null {
    const nowMs = this.#monotonicMs();
    if (nowMs - this.#startedMs >= SECOND_MS) {
      this.#startedMs = nowMs;
      this.#written = 0;
    }
    if (this.#written >= LINES_A_SECOND) {
      this.#leftOut += 1;
      return null;
    }
    this.#written += 1;
    const leftOut = this.#leftOut;
    this.#leftOut = 0;
    return leftOut;
  }
}
