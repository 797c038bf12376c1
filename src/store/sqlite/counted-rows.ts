import type { ResolvedKey, WindowCounter } from "../../access/counting.ts";
import type { RequestKind } from "../../access/decision.ts";
import { Lru } from "../../base/lru.ts";

/** A counter in the current window. */
export interface CountedCounter extends WindowCounter {
  /** null while it is not known, or there is no row. */
  rowid: number | null;
  /** Whether the journal has counts that the row lacks. As long as it has, all keys of the counter use this object. */
  isInJournal: boolean;
  /** Whether the open batch has changed it. */
  isChanged: boolean;
}

/** The usage of a key on the current day; `rowid` and `isInJournal` as above. */
export interface CountedUsage {
  readonly keyId: number;
  readonly dayMs: number;
  readonly counts: Record<RequestKind, number>;
  rowid: number | null;
  isInJournal: boolean;
  lastUsedAtMs: number;
  /** The kinds that the open batch has changed, a bit for each. */
  changed: number;
}

/** A key with its counts: to be used only while they are in the journal. */
export interface CountedKey extends ResolvedKey {
  counter: CountedCounter | null;
  usage: CountedUsage | null;
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
class CountedRows<Row extends CountedCounter | CountedUsage> {
  readonly #entries: number;
  /** By the id of the counter or of the key. */
  readonly #inJournal = new Map<number, Row>();
  #others: Lru<Row, number>;

  constructor(entries: number) {
    this.#entries = entries;
    this.#others = new Lru({ entries });
  }

  get inJournal(): ReadonlyMap<number, Row> {
    return this.#inJournal;
  }

  get(id: number): Row | undefined {
    return this.#inJournal.get(id) ?? this.#others.get(id);
  }

  /** Keeps a row as it is in its table. */
  keep(id: number, row: Row): void {
    row.isInJournal = false;
    this.#inJournal.delete(id);
    this.#others.set(id, row);
  }

  /** Keeps a row that the journal has, in place of the one that was known. */
  keepInJournal(id: number, row: Row): void {
    const known = this.#inJournal.get(id);
    if (known !== undefined) known.isInJournal = false;
    row.isInJournal = true;
    this.#inJournal.set(id, row);
  }

  forgetJournal(): void {
    this.#inJournal.clear();
  }

  forgetOthers(): void {
    this.#others = new Lru({ entries: this.#entries });
  }
}

/** What a process knows of the rows that admission reads and writes. Between two batches it is exactly as in the store. */
export class RowCache {
  readonly #entries: number;
  keys: Lru<CountedKey>;
  readonly counters: CountedRows<CountedCounter>;
  readonly usage: CountedRows<CountedUsage>;

  /** `entries` of a generation. */
  constructor(entries = GENERATION_SIZE) {
    this.#entries = entries;
    this.keys = new Lru({ entries });
    this.counters = new CountedRows(entries);
    this.usage = new CountedRows(entries);
  }

  /** Rows that must be written to their tables. */
  get inJournal(): number {
    return this.counters.inJournal.size + this.usage.inJournal.size;
  }

  /** Another connection may have changed keys, accounts, and tables, but not the journal. */
  forgetTables(): void {
    this.keys = new Lru({ entries: this.#entries });
    this.counters.forgetOthers();
    this.usage.forgetOthers();
    for (const row of [...this.counters.inJournal.values(), ...this.usage.inJournal.values()]) row.rowid = null;
  }

  clear(): void {
    this.counters.forgetJournal();
    this.usage.forgetJournal();
    this.forgetTables();
  }
}
