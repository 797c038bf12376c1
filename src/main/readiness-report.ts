import type { Log } from "../base/log.ts";
import { whyUnavailable } from "../store/faults.ts";
import type { ServingStore } from "../store/store.ts";
import { systemClock } from "./system-clock.ts";

const ASKED_EVERY_MS = 5_000;
/** How long the outcome of a probe or of a failed batch counts as current. */
const FRESH_MS = 1_000;
/** A store that takes longer to write is not ready: load balancers wait about this long for an answer. */
const PROBE_LIMIT_MS = 1_000;

const STOPPING = "This node is stopping.";
const STORE_SLOW = "The store does not answer.";
const STORE_EMPTY =
  "The store has no accounts, so every key would be refused. Check DATABASE_URL, or create the first account with `safety key create`.";

interface ReadinessParts {
  readonly store: Pick<ServingStore, "probe" | "hasAccounts">;
  /** A store behind a public address that has no account is probably the wrong one. */
  readonly needsAccounts: boolean;
  readonly log: Log;
}

/** Whether the store works and has accounts. Checked on demand and every few seconds; changes are logged. */
export class ReadinessReport {
  readonly #parts: ReadinessParts;
  readonly #timer: ReturnType<typeof setInterval>;
  #needsAccounts: boolean;
  #isStopping = false;
  #storeFault: Promise<string | null> = Promise.resolve(null);
  #probedAtMs = Number.NEGATIVE_INFINITY;
  /** The service starts ready, because the store was just opened. */
  #fault: string | null = null;
  /** When the service became ready, or not ready. */
  #sinceMs = systemClock.now();

  constructor(parts: ReadinessParts) {
    this.#parts = parts;
    this.#needsAccounts = parts.needsAccounts;
    this.#timer = setInterval(() => void this.fault(), ASKED_EVERY_MS).unref();
  }

  get sinceMs(): number {
    return this.#sinceMs;
  }

  /** Why requests cannot be served, in a sentence for an operator; null if they can. Never rejects. */
  async fault(): Promise<string | null> {
    if (this.#isStopping) return STOPPING;
    const fault = await this.#ask().catch(whyUnavailable);
    if (fault !== this.#fault) this.#change(fault);
    return fault;
  }

  /** A batch could not be counted: the node is not ready until a later probe succeeds. */
  storeFailed(error: unknown): void {
    this.#probedAtMs = systemClock.now();
    this.#storeFault = Promise.resolve(whyUnavailable(error));
  }

  /** The node reports from now on that it is stopping. */
  drain(): void {
    this.#isStopping = true;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #ask(): Promise<string | null> {
    const nowMs = systemClock.now();
    // If the clock was set back or forward, an outcome becomes old, never new.
    if (Math.abs(nowMs - this.#probedAtMs) >= FRESH_MS) {
      this.#probedAtMs = nowMs;
      const probe = this.#parts.store.probe().then(() => null, whyUnavailable);
      this.#storeFault = Promise.race([probe, Bun.sleep(PROBE_LIMIT_MS).then(() => STORE_SLOW)]);
    }
    const fault = await this.#storeFault;
    if (fault !== null) return fault;
    // An account is never deleted for good, so one answer is enough.
    if (this.#needsAccounts && (await this.#parts.store.hasAccounts())) this.#needsAccounts = false;
    return this.#needsAccounts ? STORE_EMPTY : null;
  }

  #change(fault: string | null): void {
    const nowMs = systemClock.now();
    const afterS = Math.round((nowMs - this.#sinceMs) / 1_000);
    this.#fault = fault;
    this.#sinceMs = nowMs;
    if (fault === null) this.#parts.log.info({ afterS }, "ready again: the store is available");
    else if (fault === STORE_EMPTY) this.#parts.log.error({ afterS }, "not ready: the store has no accounts");
    else this.#parts.log.error({ afterS, reason: fault }, "not ready: the store is unavailable");
  }
}
