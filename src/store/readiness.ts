import type { Clock } from "../domain/clock.ts";

/** How long the outcome of a probe counts as current. */
const FRESH_MS = 1_000;
/** A store that takes longer to write is not ready: load balancers wait about this long for an answer. */
const PROBE_LIMIT_MS = 1_000;

/** A throttle that is over. Only a committed write detects a full disk, a standby, or a missing synchronous one. */
export const PROBE_BUCKET = "readiness";
export const WRITE_PROBE = `
  INSERT INTO throttles (bucket, tries, window_ends_at) VALUES ('${PROBE_BUCKET}', 0, 0)
  ON CONFLICT (bucket) DO UPDATE SET tries = 0`;

/** Whether requests can be counted right now. */
export class Readiness {
  readonly #probe: () => Promise<unknown>;
  readonly #clock: Clock;
  #outcome = { works: false, atMs: Number.NEGATIVE_INFINITY };
  #probing: Promise<boolean> | null = null;
  #isClosed = false;

  /** `probe` writes to the store as a batch does, and rejects if that fails. */
  constructor(probe: () => Promise<unknown>, clock: Clock) {
    this.#probe = probe;
    this.#clock = clock;
  }

  /** Never rejects, and resolves within about a second. */
  async ready(): Promise<boolean> {
    if (this.#isClosed) return false;
    const { works, atMs } = this.#outcome;
    // If the clock was set back or forward, an outcome becomes old, never new.
    if (Math.abs(this.#clock.now() - atMs) < FRESH_MS) return works;
    this.#probing ??= this.#probe()
      .then(
        () => this.#record(true),
        () => this.#record(false),
      )
      .finally(() => {
        this.#probing = null;
      });
    return await Promise.race([this.#probing, Bun.sleep(PROBE_LIMIT_MS).then(() => false)]);
  }

  /** From now on `ready` returns false. */
  close(): void {
    this.#isClosed = true;
  }

  #record(works: boolean): boolean {
    this.#outcome = { works, atMs: this.#clock.now() };
    return works && !this.#isClosed;
  }
}
