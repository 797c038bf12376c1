/** Too many callers are waiting. Nothing was started. */
export class QueueFull extends Error {
  override readonly name = "QueueFull";
}

interface OneAtATimeOptions {
  /** One caller more is refused. */
  readonly maxWaiting: number;
  /** Time for other work before each caller that has waited; by default none. */
  readonly pauseMs?: number;
}

/** Does the work of one caller at a time, in order. */
export class OneAtATime {
  readonly #options: OneAtATimeOptions;
  #isBusy = false;
  readonly #waiting: (() => void)[] = [];

  constructor(options: OneAtATimeOptions) {
    this.#options = options;
  }

  /** @throws QueueFull while too many are waiting */
  async run<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    if (this.#isBusy) await this.#turn();
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      const { pauseMs } = this.#options;
      if (pauseMs === undefined || this.#waiting.length === 0) this.#startNext();
      else setTimeout(() => this.#startNext(), pauseMs);
    }
  }

  #turn(): Promise<void> {
    const { length } = this.#waiting;
    if (length >= this.#options.maxWaiting) throw new QueueFull(`${length} are waiting`);
    return new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #startNext(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isBusy = false;
    else next();
  }
}
