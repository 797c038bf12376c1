/** Starts one caller in each turn of the event loop, so a flood of pages or messages delays each lookup by at most one. */
export class OnePerTurn {
  #isTurnTaken = false;
  #isScheduled = false;
  readonly #waiting: (() => void)[] = [];

  /** Starts `work` in the first turn that is free. */
  async run<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    this.#schedule();
    if (this.#isTurnTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#isTurnTaken = true;
    return await work();
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
