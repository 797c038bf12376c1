/** Too many callers are waiting, or the caller gave up. Nothing was started. */
export class QueueFull extends Error {
  override readonly name = "QueueFull";
}

interface OneAtATimeOptions {
  /** With one caller more, the newest of the client with the most callers is refused. */
  readonly maxWaiting: number;
  /** Time for other work before each caller that has waited; by default none. */
  readonly pauseMs?: number;
}

export interface Caller {
  /** Clients take turns, so one with many callers does not delay the others. */
  readonly client?: string | undefined;
  /** Once it is aborted, the caller no longer waits. */
  readonly signal?: AbortSignal;
}

type Waiting = PromiseWithResolvers<void>;

/** Does the work of one caller at a time: those of a client in order, and clients in turns. */
export class OneAtATime {
  readonly #options: OneAtATimeOptions;
  #isBusy = false;
  /** By client. The first client is next. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(options: OneAtATimeOptions) {
    this.#options = options;
  }

  /** @throws QueueFull while too many are waiting, or if the caller gives up before its turn */
  async run<Result>(work: () => Result | Promise<Result>, caller: Caller = {}): Promise<Result> {
    if (this.#isBusy) await this.#turn(caller);
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      const { pauseMs } = this.#options;
      if (pauseMs === undefined || this.#waiting.size === 0) this.#startNext();
      else setTimeout(() => this.#startNext(), pauseMs);
    }
  }

  async #turn({ client = "", signal }: Caller): Promise<void> {
    const turn = Promise.withResolvers<void>();
    this.#waiting.set(client, [...(this.#waiting.get(client) ?? []), turn]);
    const giveUp = () => this.#refuse(client, turn, "the caller gave up");
    signal?.addEventListener("abort", giveUp);
    if (signal?.aborted) giveUp();
    this.#refuseOneTooMany();
    try {
      await turn.promise;
    } finally {
      signal?.removeEventListener("abort", giveUp);
    }
  }

  #refuseOneTooMany(): void {
    const all = [...this.#waiting];
    const count = all.reduce((sum, [, { length }]) => sum + length, 0);
    if (count <= this.#options.maxWaiting) return;
    const [client, turns] = all.reduce((most, one) => (one[1].length > most[1].length ? one : most));
    const newest = turns.at(-1);
    if (newest) this.#refuse(client, newest, `${count - 1} are waiting`);
  }

  #refuse(client: string, turn: Waiting, reason: string): void {
    this.#keep(client, this.#waiting.get(client)?.filter((one) => one !== turn) ?? []);
    turn.reject(new QueueFull(reason));
  }

  #startNext(): void {
    for (const [client, [next, ...others]] of this.#waiting) {
      this.#waiting.delete(client);
      this.#keep(client, others);
      next?.resolve();
      return;
    }
    this.#isBusy = false;
  }

  #keep(client: string, turns: Waiting[]): void {
    if (turns.length > 0) this.#waiting.set(client, turns);
    else this.#waiting.delete(client);
  }
}
