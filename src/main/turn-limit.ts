/**
 * Limits how many callers proceed in one turn of the event loop; the others proceed in later turns, in order. A burst
 * of work such as pages then leaves room for the lookups of each turn.
 */
export class TurnLimit {
  readonly #most: number;
  #left: number;
  #waiting: (() => void)[] = [];
  #isScheduled = false;

  constructor(most: number) {
    this.#most = most;
    this.#left = most;
  }

  /** Resolves when there is room. */
  enter(): Promise<void> {
    this.#schedule();
    if (this.#left > 0 && this.#waiting.length === 0) {
      this.#left--;
      return Promise.resolve();
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const next = this.#waiting.splice(0, this.#most);
      this.#left = this.#most - next.length;
      for (const go of next) go();
      if (next.length > 0) this.#schedule();
    });
  }
}
