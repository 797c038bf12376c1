import type { RequestKind } from "../../access/decision.ts";
import type { AdmissionRequest } from "../../access/store.ts";
import type { WindowPolicy } from "../../domain/window.ts";
import type { UsableKey } from "../verdict.ts";

/** When this many keys are kept, about half a kilobyte each, all are dropped. */
const MAX_KNOWN = 10_000;

/** A counter, by the newest that was heard of it. */
export interface KnownCounter {
  readonly policy: WindowPolicy;
  readonly subject: number;
  readonly limit: number;
  /** Requests counted in its window then. There may be more by now, and none where a new window has begun. */
  used: number;
}

/** A key that nothing but time and its limit keeps from passing. */
export interface KnownKey extends Pick<UsableKey, "principal"> {
  readonly counter: KnownCounter;
  /** When it expires or its grace ends, whichever is first, milliseconds since the epoch. */
  readonly endsAtMs: number;
}

/** Requests of a batch for one counter. */
export interface CounterDemand {
  readonly counter: KnownCounter;
  requests: number;
  endsAtMs: number;
}

/** Requests of a batch with one key. */
export interface KeyDemand extends Record<RequestKind, number> {
  readonly key: KnownKey;
}

/** A batch of which all should be admitted, as far as is known. */
export interface KnownBatch {
  /** Of the keys and accounts when they were read. */
  readonly version: string;
  readonly counters: readonly CounterDemand[];
  readonly keys: readonly KeyDemand[];
  /** The key of each request. */
  readonly requests: readonly KnownKey[];
}

/** The keys of the last batches as they were in one version of the keys and accounts. It does not say whether that holds. */
export class KnownKeys {
  readonly #keys = new Map<string, KnownKey>();
  /** Live keys of one account share one, and so does a test key with its successors. */
  readonly #counters = new Map<string, KnownCounter>();
  #version: string | null = null;

  /** Drops everything unless `version` is that of what is known; null where there is none. Call it before `add`. */
  keepIf(version: string | null): void {
    if (version === this.#version && this.#keys.size < MAX_KNOWN) return;
    this.#keys.clear();
    this.#counters.clear();
    this.#version = version;
  }

  /** Takes in a key that may pass, as a statement of the version in force has just told it. */
  add(digest: string, { principal, counter }: UsableKey, endsAtMs: number): void {
    const { policy, subject, limit } = counter;
    const name = counterName(policy, subject);
    const known = this.#counters.get(name) ?? { policy, subject, limit, used: 0 };
    known.used = counter.usedBefore + counter.granted;
    this.#counters.set(name, known);
    this.#keys.set(digest, { principal, counter: known, endsAtMs });
  }

  /** Drops a key that was found not to pass. */
  forget(digest: string): void {
    this.#keys.delete(digest);
  }

  /** null where a key is not known, or a request is one that may be refused. */
  batchOf(requests: readonly AdmissionRequest[]): KnownBatch | null {
    if (this.#version === null) return null;
    const counters = new Map<KnownCounter, CounterDemand>();
    const keys = new Map<KnownKey, KeyDemand>();
    const known: KnownKey[] = [];
    for (const { digest, kind, counts } of requests) {
      const key = this.#keys.get(digest);
      if (key === undefined || !counts) return null;
      const { counter, endsAtMs } = key;
      let demand = counters.get(counter);
      if (demand === undefined) {
        demand = { counter, requests: 0, endsAtMs };
        counters.set(counter, demand);
      }
      if (counter.used + ++demand.requests > counter.limit) return null;
      demand.endsAtMs = Math.min(demand.endsAtMs, endsAtMs);
      let usage = keys.get(key);
      if (usage === undefined) {
        usage = { key, city: 0, county: 0, batch: 0, stats: 0, explain: 0, history: 0, places: 0, locate: 0, other: 0 };
        keys.set(key, usage);
      }
      usage[kind]++;
      known.push(key);
    }
    return { version: this.#version, counters: [...counters.values()], keys: [...keys.values()], requests: known };
  }
}

/** Tells the counters of a window apart. */
export function counterName(policy: WindowPolicy, subject: number): string {
  return `${policy} ${subject}`;
}
