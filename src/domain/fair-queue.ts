/** Too many callers are waiting. Nothing was started. */
export class QueueFull extends Error {
  override readonly name = "QueueFull";
}

/** What each caller occupies: the time until its work has ended, or one turn of the event loop. */
type Slot = "until done" | "one turn";

export interface Caller {
  /** Clients take turns, whoever has more callers. */
  readonly client?: string | number | undefined;
  /** Once it is aborted, the caller no longer waits: it gets the signal's reason. */
  readonly signal?: AbortSignal;
}

type Waiting = PromiseWithResolvers<void>;

/**
 * Starts one caller at a time: the next client's, in the order in which the clients began to wait. A client's own
 * callers are served in order.
 */
export class FairQueue {
  readonly #slot: Slot;
  readonly #maxWaiting: number;
  #isBusy = false;
  #count = 0;
  /** By client, the next client first. */
  readonly #waiting = new Map<string | number, Waiting[]>();

  /** With one caller more than `maxWaiting`, the newest of the client with the most callers is refused. */
  constructor(slot: Slot, maxWaiting = Number.POSITIVE_INFINITY) {
    this.#slot = slot;
    this.#maxWaiting = maxWaiting;
  }

  /** @throws QueueFull while too many are waiting, and what `work` throws */
  async run<Result>(work: () => Result | Promise<Result>, caller: Caller = {}): Promise<Result> {
    if (this.#isBusy) await this.#wait(caller);
    this.#isBusy = true;
    if (this.#slot === "one turn") {
      setImmediate(() => this.#startNext());
      return await work();
    }
    try {
      return await work();
    } finally {
      this.#startNext();
    }
  }

  async #wait({ client = "", signal }: Caller): Promise<void> {
    const turn = Promise.withResolvers<void>();
    const own = this.#waiting.get(client) ?? [];
    own.push(turn);
    this.#waiting.set(client, own);
    this.#count += 1;
    const giveUp = () => this.#refuse(client, turn, signal?.reason);
    signal?.addEventListener("abort", giveUp);
    if (signal?.aborted) giveUp();
    if (this.#count > this.#maxWaiting) this.#refuseNewest();
    try {
      await turn.promise;
    } finally {
      signal?.removeEventListener("abort", giveUp);
    }
  }

  #refuseNewest(): void {
    const [client, turns] = [...this.#waiting].reduce((most, one) => (one[1].length > most[1].length ? one : most));
    const newest = turns.at(-1);
    if (newest) this.#refuse(client, newest, new QueueFull(`${this.#count - 1} are waiting`));
  }

  #refuse(client: string | number, turn: Waiting, reason: unknown): void {
    const own = this.#waiting.get(client) ?? [];
    const at = own.indexOf(turn);
    if (at === -1) return;
    own.splice(at, 1);
    this.#count -= 1;
    if (own.length === 0) this.#waiting.delete(client);
    turn.reject(reason);
  }

  #startNext(): void {
    const [client, own] = this.#waiting.entries().next().value ?? ["", []];
    const next = own.shift();
    this.#waiting.delete(client);
    this.#isBusy = next !== undefined;
    if (next === undefined) return;
    // Behind the other clients.
    if (own.length > 0) this.#waiting.set(client, own);
    this.#count -= 1;
    next.resolve();
  }
}
