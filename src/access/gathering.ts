/** What a batch waits with. */
export interface GatheringTimers {
  /** Milliseconds of a monotonic clock. */
  readonly monotonicMs: () => number;
  /** Blocks the thread. */
  readonly sleep: (ms: number) => void;
}

/** A small batch starts at least so long after the last one. */
const APART_MS = 0.25;
/** From so many requests on, a batch is not small: the transaction adds little to the work of each. */
const ENOUGH = 4;
/** Turns of the event loop without a new request, after which a batch waits no more turns. */
const IDLE_TURNS = 3;
/** The most turns that a batch waits. */
const MOST_TURNS = 12;
/** After so many batches that were complete, one waits for a request more. */
const BATCHES_TO_ONE_MORE = 64;

/**
 * Decides when a batch starts, so that requests in quick succession share a transaction. A batch waits for as many requests
 * as came together lately: clients with few connections send the next request right after an answer. For requests at other
 * times, the thread sleeps for a fraction of a millisecond, and uses no CPU time: its timers are too coarse. The first
 * request after a pause waits for none.
 */
export class Gathering {
  readonly #waiting: () => number;
  readonly #start: () => void;
  readonly #timers: GatheringTimers | undefined;
  #isWaiting = false;
  #startedMs = Number.NEGATIVE_INFINITY;
  /** How many requests come together. */
  #expected = 1;
  #completeBatches = 0;

  /**
   * @param waiting how many requests the next batch has
   * @param start starts it; it has at least one request
   * @param timers without them, the thread never sleeps
   */
  constructor(waiting: () => number, start: () => void, timers?: GatheringTimers) {
    this.#waiting = waiting;
    this.#start = start;
    this.#timers = timers;
  }

  /** Call it for each request while no batch is in flight, and after a batch if requests are waiting. */
  begin(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    setImmediate(() => this.#waitOrStart(0, 0, 0));
  }

  #waitOrStart(seen: number, turns: number, idleTurns: number): void {
    const waiting = this.#waiting();
    if (waiting >= this.#expected) {
      this.#completeBatches++;
      this.#startWith(this.#completeBatches % BATCHES_TO_ONE_MORE === 0 ? waiting + 1 : waiting);
    } else if (turns < MOST_TURNS && idleTurns < IDLE_TURNS) {
      setImmediate(() => this.#waitOrStart(waiting, turns + 1, waiting > seen ? 0 : idleTurns + 1));
    } else {
      if (waiting < ENOUGH) this.#sleep();
      setImmediate(() => this.#startWith(this.#waiting()));
    }
  }

  #startWith(expected: number): void {
    this.#expected = expected;
    this.#isWaiting = false;
    this.#startedMs = this.#timers?.monotonicMs() ?? 0;
    this.#start();
  }

  #sleep(): void {
    if (this.#timers === undefined) return;
    const leftMs = this.#startedMs + APART_MS - this.#timers.monotonicMs();
    if (leftMs > 0) this.#timers.sleep(leftMs);
  }
}
