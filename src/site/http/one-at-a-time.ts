import { Lru } from "../../domain/lru.ts";

/** Too many callers are waiting. Nothing was started. */
export class QueueFull extends Error {
  override readonly name = "QueueFull";
}

export interface Caller {
  /** The client with the least work is next, or in every second turn the one that waits longest. */
  readonly client?: string | undefined;
  /** Once it is aborted, the caller no longer waits: it gets the signal's reason. */
  readonly signal?: AbortSignal;
}

type Waiting = PromiseWithResolvers<void>;

/** After work, the queue rests this many times as long, so that it takes a twenty-fifth of a core. */
const REST_RATIO = 24;
/** The longest rest after the work of one caller. */
const MAX_REST_MS = 200;
/** How much rest may be put off, so that a few callers in a row do not wait for it. */
const MAX_DEFERRED_REST_MS = 3_000;
/** How many clients' work is remembered. */
const MAX_KNOWN_CLIENTS = 1_000;

/** Does the work of one caller at a time, with rests, and that of a client in order. */
export class OneAtATime {
  readonly #maxWaiting: number;
  readonly #monotonicMs: () => number;
  #isBusy = false;
  #isDraining = false;
  /** In every second turn. Otherwise those who are always new would delay all others forever. */
  #isLongestWaitNext = false;
  /** When no rest is owed. */
  #restedAtMs = 0;
  #restTimer: NodeJS.Timeout | undefined;
  /** By client, those that wait longest first. */
  readonly #waiting = new Map<string, Waiting[]>();
  /** By client, in milliseconds, since a time when nobody waited. */
  #workMs = new Lru<number>({ entries: MAX_KNOWN_CLIENTS });

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
      this.#ended(caller, startedMs, this.#monotonicMs());
    }
  }

  /** From now on there are no rests. */
  drain(): void {
    this.#isDraining = true;
    if (this.#restTimer !== undefined) this.#startNext();
  }

  #ended({ client = "" }: Caller, startedMs: number, endedMs: number): void {
    const workMs = endedMs - startedMs;
    this.#workMs.set(client, (this.#workMs.get(client) ?? 0) + workMs);
    const restMs = Math.min(workMs * REST_RATIO, MAX_REST_MS);
    this.#restedAtMs = Math.max(this.#restedAtMs, startedMs) + workMs + restMs;
    const delayMs = this.#restedAtMs - endedMs - MAX_DEFERRED_REST_MS;
    if (delayMs > 0 && !this.#isDraining) this.#restTimer = setTimeout(() => this.#startNext(), delayMs);
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
    clearTimeout(this.#restTimer);
    this.#restTimer = undefined;
    const workOf = (client: string) => this.#workMs.get(client) ?? 0;
    const clients = [...this.#waiting.keys()];
    const [client = ""] = this.#isLongestWaitNext ? clients : clients.toSorted((a, b) => workOf(a) - workOf(b));
    this.#isLongestWaitNext = !this.#isLongestWaitNext;
    const [next, ...others] = this.#waiting.get(client) ?? [];
    if (next === undefined) {
      this.#isBusy = false;
      this.#workMs = new Lru({ entries: MAX_KNOWN_CLIENTS });
      return;
    }
    // Behind the others with the same work.
    this.#waiting.delete(client);
    this.#keep(client, others);
    next.resolve();
  }

  #keep(client: string, turns: Waiting[]): void {
    if (turns.length > 0) this.#waiting.set(client, turns);
    else this.#waiting.delete(client);
  }
}
