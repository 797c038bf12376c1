/** Too many callers wait for their turn. Nothing was started. */
export class TurnsBusy extends Error {
  override readonly name = "TurnsBusy";
}

/**
 * Limits how many callers proceed in one turn of the event loop; the others proceed in later turns, in order. A burst
 * of work such as pages then leaves room for the lookups of each turn.
 */
export class TurnLimit {
  readonly #most: number;
  readonly #mostWaiting: number;
  #left: number;
  #waiting: (() => void)[] = [];
  #isScheduled = false;

  constructor(most: number, mostWaiting = Number.POSITIVE_INFINITY) {
    this.#most = most;
    this.#mostWaiting = mostWaiting;
    this.#left = most;
  }

  /** Resolves when there is room. Rejects with `TurnsBusy` while too many are waiting. */
  async enter(): Promise<void> {
    this.#schedule();
    if (this.#left > 0) {
      this.#left--;
      return;
    }
    if (this.#waiting.length >= this.#mostWaiting) throw new TurnsBusy(`${this.#waiting.length} are waiting`);
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
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
