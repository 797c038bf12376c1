/** Does something once nothing has happened for a while. */
export class Idle {
  readonly #afterMs: number;
  readonly #work: () => void;
  #running = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(afterMs: number, work: () => void) {
    this.#afterMs = afterMs;
    this.#work = work;
  }

  /** Nothing is idle until `task` has ended. */
  async during<Result>(task: () => Promise<Result>): Promise<Result> {
    this.#running += 1;
    clearTimeout(this.#timer);
    try {
      return await task();
    } finally {
      this.#running -= 1;
      if (this.#running === 0 && !this.#isClosed) this.#timer = setTimeout(this.#work, this.#afterMs).unref();
    }
  }

  /** The work is no longer done. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }
}
