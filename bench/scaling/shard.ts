import type { LinearCost } from "./costs.ts";
import type { EventQueue } from "./event-queue.ts";

export interface ShardBatch {
  readonly requests: number;
  /** The accounts whose counters it writes, sorted. */
  readonly rows: readonly number[];
  done(): void;
}

interface RowLock {
  heldSinceUs: number;
  readonly waiting: (() => void)[];
}

/**
 * One PostgreSQL server. Its cores are assigned first come, first served; row locks are taken in sorted order and kept
 * until the commit is on disk. While a batch waits for a lock or the disk it uses no core.
 */
export class PostgresShard {
  busyUs = 0;
  readonly #events: EventQueue;
  readonly #cost: LinearCost;
  readonly #commitUs: number;
  readonly #locks = new Map<number, RowLock>();
  readonly #lockedUs = new Map<number, number>();
  readonly #waitingForCore: (() => void)[] = [];
  #freeCores: number;

  constructor(events: EventQueue, cores: number, cost: LinearCost, commitUs: number) {
    this.#events = events;
    this.#freeCores = cores;
    this.#cost = cost;
    this.#commitUs = commitUs;
  }

  run(batch: ShardBatch): void {
    const { batchUs, requestUs, rowUs } = this.#cost;
    // Half of a row's cost is reading the key and its account, before any lock.
    const readUs = batchUs + requestUs * batch.requests + (rowUs / 2) * batch.rows.length;
    const writeUs = (rowUs / 2) * batch.rows.length;
    this.#compute(readUs, () =>
      this.#lockFrom(batch, 0, () =>
        this.#compute(writeUs, () =>
          this.#events.after(this.#commitUs, () => {
            for (const row of batch.rows) this.#unlock(row);
            batch.done();
          }),
        ),
      ),
    );
  }

  /** How long a row was locked in total. */
  lockedUs(row: number): number {
    const held = this.#locks.get(row);
    const sinceUs = held === undefined ? 0 : this.#events.nowUs - held.heldSinceUs;
    return (this.#lockedUs.get(row) ?? 0) + sinceUs;
  }

  #compute(us: number, then: () => void): void {
    const start = () => {
      this.busyUs += us;
      this.#events.after(us, () => {
        const next = this.#waitingForCore.shift();
        if (next === undefined) this.#freeCores += 1;
        else next();
        then();
      });
    };
    if (this.#freeCores === 0) {
      this.#waitingForCore.push(start);
    } else {
      this.#freeCores -= 1;
      start();
    }
  }

  #lockFrom(batch: ShardBatch, first: number, then: () => void): void {
    for (let index = first; index < batch.rows.length; index++) {
      const row = batch.rows[index];
      if (row === undefined) break;
      const lock = this.#locks.get(row);
      if (lock !== undefined) {
        lock.waiting.push(() => this.#lockFrom(batch, index + 1, then));
        return;
      }
      this.#locks.set(row, { heldSinceUs: this.#events.nowUs, waiting: [] });
    }
    then();
  }

  /** Gives the row to the batch that has waited longest. */
  #unlock(row: number): void {
    const lock = this.#locks.get(row);
    if (lock === undefined) return;
    const next = lock.waiting.shift();
    if (next !== undefined) {
      next();
      return;
    }
    this.#locks.delete(row);
    this.#lockedUs.set(row, (this.#lockedUs.get(row) ?? 0) + this.#events.nowUs - lock.heldSinceUs);
  }
}
