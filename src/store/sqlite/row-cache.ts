import type { Window, WindowPolicy } from "../../domain/window.ts";
import type { KeyGrant } from "../counting.ts";

/** When the cache has this many keys, about half a kilobyte each, everything is dropped before the next batch. */
const MAX_KEYS = 30_000;

export type WindowsByPolicy = Readonly<Record<WindowPolicy, Window>>;

/** A row of `counters`; `rowid` is null until its first request is written. */
export interface CounterRow {
  readonly rowid: number | null;
  readonly used: number;
}

/**
 * Rows that recent batches read and wrote, exactly as they are in the store. Before each batch, everything is dropped
 * unless the data version and the windows are unchanged. A batch adds its rows after its commit.
 */
export class RowCache {
  readonly keys = new Map<string, KeyGrant>();
  /** By quota name, in its window. */
  readonly counters = new Map<string, CounterRow>();
  /** The rowids of the rows of `daily_usage` on the current day, by key id. */
  readonly usage = new Map<number, number>();
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
    this.usage.clear();
  }
}
