/** Too many callers are waiting. Nothing was started. */
export class QueueFull extends Error {
  override readonly name = "QueueFull";
}

/** Work starts in a turn of the event loop until so much of it is done there, in milliseconds. */
const TURN_MS = 0.25;
/** How many clients are remembered at most, in each of two generations. */
const REMEMBERED = 10_000;

export interface Caller {
  /** Clients take turns, whoever has more callers. */
  readonly client?: Client | undefined;
  /** Once it is aborted, the caller no longer waits: it gets the signal's reason. */
  readonly signal?: AbortSignal;
}

type Client = string | number;
type Waiting = PromiseWithResolvers<void>;

interface Options {
  /**
   * With one caller more, the newest of the client that asked most often lately is refused. Every second turn is that of
   * the client that asked least often: in a crowd, a visitor waits for two callers, however long each takes.
   */
  readonly maxWaiting?: number;
  /**
   * Milliseconds of a monotonic clock. With it, a caller occupies the queue until its work ends, but at most until the
   * next turn of the event loop, and another one starts in the same turn only until a quarter of a millisecond was worked.
   */
  readonly monotonicMs?: () => number;
}

/**
 * Starts one caller at a time: the next client's, in the order in which the clients began to wait. A client's own
 * callers are served in order. A caller occupies the queue until its work ends.
 */
export class FairQueue {
  readonly #maxWaiting: number;
  readonly #monotonicMs: Options["monotonicMs"];
  /** Whoever occupies the queue. */
  #current: object | undefined;
  /** How long callers worked in this turn of the event loop; undefined before the first one. */
  #workedMs: number | undefined;
  #count = 0;
  /** By client, the next client first. */
  readonly #waiting = new Map<Client, Waiting[]>();
  /**
   * While up to twice as many were served as may wait. Those who are refused count too: otherwise a crowd that asks again
   * at once takes each place that gets free.
   */
  readonly #arrivals = new RecentCounts();
  #served = 0;

  constructor({ maxWaiting = Number.POSITIVE_INFINITY, monotonicMs }: Options = {}) {
    this.#maxWaiting = maxWaiting;
    this.#monotonicMs = monotonicMs;
  }

  /** @throws QueueFull while too many are waiting, and what `work` throws */
  async run<Result>(work: () => Result | Promise<Result>, caller: Caller = {}): Promise<Result> {
    if (this.#current !== undefined) await this.#wait(caller);
    const own = {};
    this.#current = own;
    const startedMs = this.#beginTurn();
    try {
      const result = work();
      // Work that is done at once frees the queue at once, so that the next caller does not have to wait.
      return result instanceof Promise ? await result : result;
    } finally {
      if (this.#current === own && !this.#isTurnOver(startedMs)) this.#startNext();
    }
  }

  #beginTurn(): number {
    if (this.#monotonicMs === undefined) return 0;
    if (this.#workedMs === undefined) {
      this.#workedMs = 0;
      setImmediate(() => {
        this.#workedMs = undefined;
        this.#startNext();
      });
    }
    return this.#monotonicMs();
  }

  /** Also counts the time since the caller started. */
  #isTurnOver(startedMs: number): boolean {
    if (this.#monotonicMs === undefined || this.#workedMs === undefined) return false;
    this.#workedMs += this.#monotonicMs() - startedMs;
    return this.#workedMs >= TURN_MS;
  }

  get #isBounded(): boolean {
    return Number.isFinite(this.#maxWaiting);
  }

  async #wait({ client = "", signal }: Caller): Promise<void> {
    const turn = Promise.withResolvers<void>();
    const own = this.#waiting.get(client) ?? [];
    own.push(turn);
    this.#waiting.set(client, own);
    this.#count += 1;
    if (this.#isBounded) this.#arrivals.add(client);
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

  #nextClient(): readonly [Client, Waiting[]] | undefined {
    const first = this.#waiting.entries().next().value;
    if (first === undefined || !this.#isBounded || this.#served % 2 === 0) return first;
    return [...this.#waiting].reduce((least, one) => (this.#often(one) < this.#often(least) ? one : least));
  }

  #refuseNewest(): void {
    const [client, turns] = [...this.#waiting].reduce((most, one) =>
      this.#often(one) < this.#often(most) ? most : one,
    );
    const newest = turns.at(-1);
    if (newest) this.#refuse(client, newest, new QueueFull(`${this.#count - 1} are waiting`));
  }

  #often([client]: readonly [Client, unknown]): number {
    return this.#arrivals.of(client);
  }

  #refuse(client: Client, turn: Waiting, reason: unknown): void {
    const own = this.#waiting.get(client) ?? [];
    const at = own.indexOf(turn);
    if (at === -1) return;
    own.splice(at, 1);
    this.#count -= 1;
    if (own.length === 0) this.#waiting.delete(client);
    turn.reject(reason);
  }

  #startNext(): void {
    this.#served += 1;
    if (this.#isBounded && this.#served % this.#maxWaiting === 0) this.#arrivals.forget();
    const [client, own] = this.#nextClient() ?? ["", []];
    const next = own.shift();
    this.#waiting.delete(client);
    this.#current = next;
    if (next === undefined) return;
    // Behind the other clients.
    if (own.length > 0) this.#waiting.set(client, own);
    this.#count -= 1;
    next.resolve();
  }
}

/** How often each client came lately. */
class RecentCounts {
  #recent = new Map<Client, number>();
  #older = new Map<Client, number>();

  add(client: Client): void {
    if (this.#recent.size >= REMEMBERED) this.forget();
    this.#recent.set(client, (this.#recent.get(client) ?? 0) + 1);
  }

  of(client: Client): number {
    return (this.#recent.get(client) ?? 0) + (this.#older.get(client) ?? 0);
  }

  /** Forgets what was there at the last call. */
  forget(): void {
    this.#older = this.#recent;
    this.#recent = new Map();
  }
}
