/** Turns of the event loop without a new request, after which a batch waits no more. */
const IDLE_TURNS = 3;
/** The most turns that a batch waits: a few microseconds each. */
const MOST_TURNS = 12;
/** After so many batches that were complete, one waits for a request more. */
const BATCHES_TO_ONE_MORE = 16;

/**
 * Decides when a batch starts. It waits a few turns of the event loop for as many requests as came together lately:
 * clients send the next request right after an answer, and answers are written one after the other.
 */
export class Gathering {
  readonly #waiting: () => number;
  readonly #start: () => void;
  #isWaiting = false;
  /** How many requests come together. */
  #expected = 1;
  #completeBatches = 0;

  /**
   * @param waiting how many requests the next batch has
   * @param start starts it; it has at least one request
   */
  constructor(waiting: () => number, start: () => void) {
    this.#waiting = waiting;
    this.#start = start;
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
      this.#startWith(waiting);
    }
  }

  #startWith(expected: number): void {
    this.#expected = expected;
    this.#isWaiting = false;
    this.#start();
  }
}
