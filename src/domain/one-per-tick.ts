/** Too many callers are waiting. Nothing was started. */
export class QueueFull extends Error {
  override readonly name = "QueueFull";
}

/**
 * Starts one caller in each turn of the event loop, in order. A flood of work such as pages then delays each lookup by at
 * most one page.
 */
export class OnePerTick {
  readonly #maxWaiting: number;
  #isTurnTaken = false;
  #isScheduled = false;
  readonly #waiting: (() => void)[] = [];

  constructor(maxWaiting = Number.POSITIVE_INFINITY) {
    this.#maxWaiting = maxWaiting;
  }

  /** Starts `work` in the first turn that is free. @throws QueueFull while too many are waiting */
  async run<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    this.#schedule();
    if (this.#isTurnTaken) await this.#freeTurn();
    else this.#isTurnTaken = true;
    return await work();
  }

  #freeTurn(): Promise<void> {
    if (this.#waiting.length >= this.#maxWaiting) throw new QueueFull(`${this.#waiting.length} are waiting`);
    return new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const next = this.#waiting.shift();
      this.#isTurnTaken = next !== undefined;
      if (next === undefined) return;
      next();
      this.#schedule();
    });
  }
}
