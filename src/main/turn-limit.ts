/**
 * Lets so many through in a turn of the event loop and the others in the next ones, in their order: work that comes in a
 * crowd, such as pages, then leaves room for the look-ups of each turn.
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
