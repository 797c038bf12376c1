import type { RequestKind } from "../../access/decision.ts";
import type { KeyDigest } from "../../access/key.ts";
import type { Window, WindowPolicy } from "../../domain/window.ts";
import type { KeyGrant, WindowCounter } from "../counting.ts";

/** When the cache has this many keys, 0.6 to 0.8 KB each with counters, everything is dropped before the next batch. */
const MAX_KEYS = 30_000;

export type WindowsByPolicy = Readonly<Record<WindowPolicy, Window>>;

/** A counter in the current window, with its row. */
export interface CachedCounter extends WindowCounter {
  rowid: number | null;
  /** How much of `taken` is in the store. */
  written: number;
}

/** What the open batch adds to a key's usage on the current day. */
export interface UsageChange {
  readonly key: CachedKey;
  readonly rowid: number;
  readonly kind: RequestKind;
  count: number;
}

/** A key, and the rows that its requests change. */
export interface CachedKey {
  readonly grant: KeyGrant;
  /** The counter of its quota, which other keys may share; null before it is used. */
  counter: CachedCounter | null;
  /** The rowid of its row of `daily_usage` on the current day; null before it is used. */
  usageRowid: number | null;
  /** Its last change in the open batch; null if there is none. */
  change: UsageChange | null;
}

/**
 * Rows that recent batches read and wrote. Between two batches, they are exactly as in the store: a batch changes them
 * while it runs, and drops all of them if it fails. Before each batch, everything is dropped unless the data version and
 * the windows are unchanged.
 */
export class RowCache {
  readonly keys = new Map<KeyDigest, CachedKey>();
  /** By quota name. */
  readonly counters = new Map<string, CachedCounter>();
  #version: number | null = null;
  #monthMs = 0;
  #dayMs = 0;

  /** Drops everything unless `version` and `windows` are those of the rows. Call it before each batch. */
  keepOnly(version: number | null, { month, day }: WindowsByPolicy): void {
    const isSame = version === this.#version && month.startMs === this.#monthMs && day.startMs === this.#dayMs;
    if (version !== null && isSame && this.keys.size < MAX_KEYS) return;
    this.clear();
    this.#version = version;
    this.#monthMs = month.startMs;
    this.#dayMs = day.startMs;
  }

  clear(): void {
    this.#version = null;
    this.keys.clear();
    this.counters.clear();
  }
}
