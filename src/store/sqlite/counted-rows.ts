import type { ResolvedKey, WindowCounter } from "../../access/counting.ts";
import type { RequestKind } from "../../access/decision.ts";
import type { KeyDigest } from "../../access/key.ts";
import { Lru } from "../../base/lru.ts";

/** A counter in the current window; `rowid` is null while it is not known, or there is no row. */
export interface CountedCounter extends WindowCounter {
  rowid: number | null;
}

/** The usage of a key on the current day; `rowid` as above. */
export interface CountedUsage {
  readonly keyId: number;
  readonly dayMs: number;
  readonly counts: Record<RequestKind, number>;
  rowid: number | null;
  lastUsedAtMs: number;
}

export function usedOf({ usedBefore, taken }: CountedCounter): number {
  return usedBefore + taken;
}

/**
 * Rows of a generation, about 0.8 KB for a key with its counts. A cache holds at most two generations: 100 MB, if so many
 * keys are in use.
 */
export const GENERATION_SIZE = 65_536;

/** Rows as of the last batch: those that only the journal has, and a bounded number of others. */
class CountedRows<Row> {
  /** By the id of the counter or of the key. */
  readonly inJournal = new Map<number, Row>();
  #others = new Lru<Row, number>({ entries: GENERATION_SIZE });

  get(id: number): Row | undefined {
    return this.inJournal.get(id) ?? this.#others.get(id);
  }

  /** Keeps a row as it is in its table. */
  keep(id: number, row: Row): void {
    this.inJournal.delete(id);
    this.#others.set(id, row);
  }

  forgetOthers(): void {
    this.#others = new Lru({ entries: GENERATION_SIZE });
  }
}

/** What a process knows of the rows that admission reads and writes. Between two batches it is exactly as in the store. */
export class RowCache {
  keys = new Lru<ResolvedKey>({ entries: GENERATION_SIZE });
  readonly counters = new CountedRows<CountedCounter>();
  readonly usage = new CountedRows<CountedUsage>();

  /** Rows that must be written to their tables. */
  get inJournal(): number {
    return this.counters.inJournal.size + this.usage.inJournal.size;
  }

  /** Another connection may have changed keys, accounts, and tables, but not the journal. */
  forgetTables(): void {
    this.keys = new Lru<ResolvedKey, KeyDigest>({ entries: GENERATION_SIZE });
    this.counters.forgetOthers();
    this.usage.forgetOthers();
    for (const row of [...this.counters.inJournal.values(), ...this.usage.inJournal.values()]) row.rowid = null;
  }

  clear(): void {
    this.counters.inJournal.clear();
    this.usage.inJournal.clear();
    this.forgetTables();
  }
}
