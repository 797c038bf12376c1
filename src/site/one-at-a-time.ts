/** Too many callers are waiting. Nothing was started. */
export class QueueFull extends Error {
  override readonly name = "QueueFull";
}

export interface Caller {
  /** Clients take turns, so one with many callers does not delay the others. */
  readonly client?: string | undefined;
  /** Once it is aborted, the caller no longer waits: it gets the signal's reason. */
  readonly signal?: AbortSignal;
}

type Waiting = PromiseWithResolvers<void>;

/** After work, the queue rests nine times as long, so that it takes about a tenth of a core. */
const REST_RATIO = 9;
/** The longest rest after the work of one caller. */
const MAX_REST_MS = 80;
/** How much rest may be put off, so that a few callers in a row do not wait for it. */
const MAX_DEFERRED_REST_MS = 1_000;

/** Does the work of one caller at a time, with rests: that of a client in order, and clients in turns. */
export class OneAtATime {
  readonly #maxWaiting: number;
  readonly #monotonicMs: () => number;
  #isBusy = false;
  /** When no rest is owed. */
  #restedAtMs = 0;
  /** By client. The first client is next. */
  readonly #waiting = new Map<string, Waiting[]>();

  /** With one caller more than `maxWaiting`, the newest of the client with the most callers is refused. */
  constructor(maxWaiting: number, monotonicMs: () => number) {
    this.#maxWaiting = maxWaiting;
    this.#monotonicMs = monotonicMs;
  }

  /** @throws QueueFull while too many are waiting */
  async run<Result>(work: () => Result | Promise<Result>, caller: Caller = {}): Promise<Result> {
    if (this.#isBusy) await this.#turn(caller);
    this.#isBusy = true;
    const startedMs = this.#monotonicMs();
    try {
      return await work();
    } finally {
      this.#rest(startedMs, this.#monotonicMs());
    }
  }

  #rest(startedMs: number, endedMs: number): void {
    const workMs = endedMs - startedMs;
    const restMs = Math.min(workMs * REST_RATIO, MAX_REST_MS);
    this.#restedAtMs = Math.max(this.#restedAtMs, startedMs) + workMs + restMs;
    const delayMs = this.#restedAtMs - endedMs - MAX_DEFERRED_REST_MS;
    if (delayMs > 0) setTimeout(() => this.#startNext(), delayMs);
    else this.#startNext();
  }

  async #turn({ client = "", signal }: Caller): Promise<void> {
    const turn = Promise.withResolvers<void>();
    this.#waiting.set(client, [...(this.#waiting.get(client) ?? []), turn]);
    const giveUp = () => this.#refuse(client, turn, signal?.reason);
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
    if (count <= this.#maxWaiting) return;
    const [client, turns] = all.reduce((most, one) => (one[1].length > most[1].length ? one : most));
    const newest = turns.at(-1);
    if (newest) this.#refuse(client, newest, new QueueFull(`${count - 1} are waiting`));
  }

  #refuse(client: string, turn: Waiting, reason: unknown): void {
    this.#keep(client, this.#waiting.get(client)?.filter((one) => one !== turn) ?? []);
    turn.reject(reason);
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
