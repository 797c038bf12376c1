import type { Principal, RequestKind } from "../../access/decision.ts";
import type { Window, WindowPolicy } from "../../domain/window.ts";
import type { LimitsReader } from "../limits.ts";
import {
  type AccountRow,
  type Counter,
  type KeyRow,
  limitOf,
  policyOf,
  principalOf,
  subjectOf,
  type UsableKey,
} from "../verdict.ts";

/** When this many keys are kept, about half a kilobyte each, all are dropped before the next batch. */
const MAX_KNOWN = 10_000;

/** A key with its account; its counter and its usage of the day, where there are any yet. Times in milliseconds. */
export interface AdmissionRow extends KeyRow, AccountRow, Readonly<Record<RequestKind, number | null>> {
  readonly digest: string;
  readonly counter_rowid: number | null;
  readonly used: number | null;
  readonly usage_rowid: number | null;
  readonly last_used_at: number | null;
}

export type Windows = Readonly<Record<WindowPolicy, Window>>;

/** The counter of a window, as the store has it, and what the batch under way takes of it. */
export interface KnownCounter extends Counter {
  /** null until its first request is written. */
  rowid: number | null;
  usedBefore: number;
  granted: number;
}

/** A key's requests of a day, those of the batch under way included. */
export interface KnownUsage extends Record<RequestKind, number> {
  /** null until its first request is written. */
  rowid: number | null;
  readonly dayMs: number;
  lastUsedMs: number;
}

/** A key as the store has it, and what the batch under way counts for it. */
export interface KnownKey extends UsableKey {
  readonly row: AdmissionRow;
  readonly counter: KnownCounter;
  readonly usage: KnownUsage;
  /** Whether the batch has admitted a request of it. */
  isCounted: boolean;
}

/** What a batch counted, to be written. */
export interface Counted {
  readonly counters: KnownCounter[];
  readonly keys: KnownKey[];
}

/**
 * What the store holds of the keys of the last batches. It is the store's own content and never older: before each batch
 * it is dropped unless the version of the data is the same and the windows are too, and after a batch that failed.
 */
export class KnownKeys {
  readonly #limitsIn: LimitsReader;
  readonly #keys = new Map<string, KnownKey>();
  /** By policy and subject: keys that share a counter share one here, so that the order of arrival holds across them. */
  readonly #counters = { month: new Map<number, KnownCounter>(), day: new Map<number, KnownCounter>() };
  #version: number | null = null;
  #monthMs = 0;
  #dayMs = 0;

  constructor(limitsIn: LimitsReader) {
    this.#limitsIn = limitsIn;
  }

  get(digest: string): KnownKey | undefined {
    return this.#keys.get(digest);
  }

  /** Drops everything unless `version` and `windows` are those of what is known. Call it before each batch. */
  keepIf(version: number, { month, day }: Windows): void {
    const isSame = version === this.#version && month.startMs === this.#monthMs && day.startMs === this.#dayMs;
    if (isSame && this.#keys.size < MAX_KNOWN) return;
    this.forget();
    this.#version = version;
    this.#monthMs = month.startMs;
    this.#dayMs = day.startMs;
  }

  /** Takes in what was just read, in the transaction in which `keepIf` was asked. */
  add(row: AdmissionRow, windows: Windows): void {
    const principal = principalOf(row, row, this.#limitsIn);
    const counter = this.#counterOf(row, principal, windows);
    this.#keys.set(row.digest, { row, principal, counter, usage: usageOf(row, windows), isCounted: false });
  }

  /** After the commit: what the batch counted is what the store has. */
  settle({ counters, keys }: Counted): void {
    for (const counter of counters) {
      counter.usedBefore += counter.taken;
      counter.granted -= counter.taken;
      counter.taken = 0;
    }
    for (const key of keys) key.isCounted = false;
  }

  forget(): void {
    this.#version = null;
    this.#keys.clear();
    this.#counters.month.clear();
    this.#counters.day.clear();
  }

  #counterOf(row: AdmissionRow, principal: Principal, windows: Windows): KnownCounter {
    const counters = this.#counters[policyOf(row.type)];
    const subject = subjectOf(row);
    let counter = counters.get(subject);
    if (counter === undefined) {
      counter = newCounter(row, principal, windows);
      counters.set(subject, counter);
    }
    return counter;
  }
}

function newCounter(row: AdmissionRow, principal: Principal, windows: Windows): KnownCounter {
  const policy = policyOf(row.type);
  const limit = limitOf(principal);
  const usedBefore = row.used ?? 0;
  return {
    rowid: row.counter_rowid,
    policy,
    subject: subjectOf(row),
    limit,
    window: windows[policy],
    usedBefore,
    granted: Math.max(limit - usedBefore, 0),
    taken: 0,
  };
}

function usageOf(row: AdmissionRow, { month, day }: Windows): KnownUsage {
  return {
    rowid: row.usage_rowid,
    dayMs: row.type === "live" ? Math.max(month.startMs, day.startMs) : day.startMs,
    lastUsedMs: row.last_used_at ?? 0,
    city: row.city ?? 0,
    county: row.county ?? 0,
    batch: row.batch ?? 0,
    stats: row.stats ?? 0,
    explain: row.explain ?? 0,
    history: row.history ?? 0,
    places: row.places ?? 0,
    locate: row.locate ?? 0,
    other: row.other ?? 0,
  };
}
