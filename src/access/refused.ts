import type { Clock } from "../base/clock.ts";
import { utcDay } from "../base/window.ts";
import type { NotAdmitted } from "./decision.ts";
import type { KeyDigest } from "./key.ts";

export type RefusedCode = NotAdmitted["code"];

/** Requests with one key that were refused with one code on one UTC day. */
export interface RefusedCount {
  readonly digest: KeyDigest;
  readonly dayMs: number;
  readonly code: RefusedCode;
  requests: number;
}

/** When so many counts wait, those of further keys are dropped until the next write. */
const MAX_COUNTS = 10_000;

/** Refusals until `flush` writes them. A killed process loses some: nothing that is billed depends on them. */
export class RefusedTally {
  readonly #clock: Clock;
  readonly #totals = new Map<RefusedCode, number>();
  #waiting = new Map<string, RefusedCount>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Requests since the start, by code. */
  get totals(): ReadonlyMap<RefusedCode, number> {
    return this.#totals;
  }

  /** Counts a request. `digest` is null if no key can have it. */
  add(digest: KeyDigest | null, code: RefusedCode): void {
    this.#totals.set(code, (this.#totals.get(code) ?? 0) + 1);
    if (digest !== null && code !== "key_unknown") {
      this.#count({ digest, dayMs: utcDay(this.#clock.now()).startMs, code, requests: 1 });
    }
  }

  /** Writes what waits. If `write` rejects, the counts wait for the next call. */
  async flush(write: (counts: readonly RefusedCount[]) => Promise<void>): Promise<void> {
    const counts = [...this.#waiting.values()];
    if (counts.length === 0) return;
    this.#waiting = new Map();
    try {
      await write(counts);
    } catch (error) {
      for (const count of counts) this.#count(count);
      throw error;
    }
  }

  #count(count: RefusedCount): void {
    const name = `${count.dayMs} ${count.code} ${count.digest}`;
    const known = this.#waiting.get(name);
    if (known !== undefined) known.requests += count.requests;
    else if (this.#waiting.size < MAX_COUNTS) this.#waiting.set(name, { ...count });
  }
}
