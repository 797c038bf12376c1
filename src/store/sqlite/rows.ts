import type { Database, Statement } from "bun:sqlite";
import type { KeyRow, Quota, ResolvedKey, WindowCounter } from "../../access/counting.ts";
import { REQUEST_KINDS, type RequestKind } from "../../access/decision.ts";
import type { KeyDigest } from "../../access/key.ts";
import type { Window, WindowPolicy } from "../../domain/window.ts";
import { KEY_COLUMNS } from "../tables.ts";

/** Changes when another connection, in this or another process, has committed. */
const READ_VERSION = "PRAGMA data_version";

const READ_NEWEST_WINDOWS = `
  SELECT (SELECT max(window_start) FROM counters WHERE policy = 'month') AS month,
    (SELECT max(window_start) FROM counters WHERE policy = 'day') AS day`;

/* Parameters have numbers: the runtime would look up names in the statement and in an object, for every run. */

/** With the subquery, SQLite does not plan the join again for each digest, as it would for a parameter value. */
const READ_KEY = `
  SELECT ${KEY_COLUMNS} FROM api_keys k JOIN accounts a ON a.id = k.account_id WHERE k.digest = (SELECT ?1)`;

const READ_COUNTER = "SELECT rowid, used FROM counters WHERE policy = ?1 AND window_start = ?2 AND subject = ?3";
const OPEN_COUNTER = "INSERT INTO counters (policy, window_start, subject, used) VALUES (?1, ?2, ?3, ?4)";
const SET_COUNTER = "UPDATE counters SET used = ?2 WHERE rowid = ?1";

const READ_USAGE = "SELECT rowid FROM daily_usage WHERE day = ?1 AND key_id = ?2";
const OPEN_USAGE = `
  INSERT INTO daily_usage (day, key_id, last_used_at, ${REQUEST_KINDS.join(", ")})
  VALUES (?1, ?2, 0, ${REQUEST_KINDS.map(() => "0").join(", ")})`;
const addUsage = (kind: RequestKind) => `
  UPDATE daily_usage SET last_used_at = max(last_used_at, ?2), ${kind} = ${kind} + ?3 WHERE rowid = ?1`;

/** A row of `counters`; `rowid` is null until its first request is written. */
interface CounterRow {
  readonly rowid: number | null;
  readonly used: number;
}
type NewestWindows = Readonly<Record<WindowPolicy, number | null>>;
type CounterPlace = [policy: WindowPolicy, window: number, subject: number];
type UsagePlace = [day: number, keyId: number];

/** The rows that admission reads and writes, through prepared statements. A row with a rowid is written by it. */
export class AdmissionRows {
  readonly #version: Statement<{ readonly data_version: number }, []>;
  readonly #newest: Statement<NewestWindows, []>;
  readonly #key: Statement<KeyRow, [digest: KeyDigest]>;
  readonly #counter: Statement<CounterRow, CounterPlace>;
  readonly #openCounter: Statement<unknown, [...CounterPlace, used: number]>;
  readonly #setCounter: Statement<unknown, [rowid: number, used: number]>;
  readonly #usage: Statement<{ readonly rowid: number }, UsagePlace>;
  readonly #openUsage: Statement<unknown, UsagePlace>;
  readonly #addUsage: ReadonlyMap<RequestKind, Statement<unknown, [rowid: number, now: number, count: number]>>;

  constructor(database: Database) {
    this.#version = database.prepare(READ_VERSION);
    this.#newest = database.prepare(READ_NEWEST_WINDOWS);
    this.#key = database.prepare(READ_KEY);
    this.#counter = database.prepare(READ_COUNTER);
    this.#openCounter = database.prepare(OPEN_COUNTER);
    this.#setCounter = database.prepare(SET_COUNTER);
    this.#usage = database.prepare(READ_USAGE);
    this.#openUsage = database.prepare(OPEN_USAGE);
    this.#addUsage = new Map(REQUEST_KINDS.map((kind) => [kind, database.prepare(addUsage(kind))]));
  }

  /** The version of the data; null if SQLite gives none. */
  version(): number | null {
    return this.#version.get()?.data_version ?? null;
  }

  newestWindows(): NewestWindows {
    return this.#newest.get() ?? { month: null, day: null };
  }

  key(digest: KeyDigest): KeyRow | null {
    return this.#key.get(digest);
  }

  counter({ policy, subject }: Quota, window: Window): CounterRow {
    return this.#counter.get(policy, window.startMs, subject) ?? { rowid: null, used: 0 };
  }

  /** The rowid of a key's usage on a day, after adding an empty row if there was none. */
  usage(keyId: number, dayMs: number): number {
    return this.#usage.get(dayMs, keyId)?.rowid ?? Number(this.#openUsage.run(dayMs, keyId).lastInsertRowid);
  }

  /** Returns the row's rowid. */
  writeCounter({ policy, subject }: Quota, window: Window, { rowid, used }: CounterRow): number {
    if (rowid === null) return Number(this.#openCounter.run(policy, window.startMs, subject, used).lastInsertRowid);
    this.#setCounter.run(rowid, used);
    return rowid;
  }

  addUsage(rowid: number, kind: RequestKind, count: number, nowMs: number): void {
    this.#addUsage.get(kind)?.run(rowid, nowMs, count);
  }

  /** An open statement keeps the file open. */
  close(): void {
    const reading = [this.#version, this.#newest, this.#key, this.#counter, this.#usage];
    const writing = [this.#openCounter, this.#setCounter, this.#openUsage, ...this.#addUsage.values()];
    for (const statement of [...reading, ...writing]) statement.finalize();
  }
}

/** When the cache has this many keys, 0.6 to 0.8 KB each with counters, everything is dropped before the next batch. */
const MAX_KEYS = 30_000;

export type WindowsByPolicy = Readonly<Record<WindowPolicy, Window>>;

/** A counter in the current window, with its row. */
export interface CachedCounter extends WindowCounter {
  rowid: number | null;
}

export interface CachedKey {
  readonly resolved: ResolvedKey;
  /** The counter of its quota, which other keys may share; null before it is used. */
  counter: CachedCounter | null;
  /** The rowid of its row of `daily_usage` on the current day; null before it is used. */
  usageRowid: number | null;
  /** What the open batch adds to its usage, of the latest kind; null between batches. */
  added: AddedUsage | null;
}

export interface AddedUsage {
  readonly key: CachedKey;
  readonly kind: RequestKind;
  count: number;
}

/**
 * Rows that recent batches read and wrote. Between two batches they are exactly as in the store: a failed batch drops
 * all of them, and everything is dropped before a batch unless the data version and the windows are unchanged.
 */
export class RowCache {
  readonly keys = new Map<KeyDigest, CachedKey>();
  readonly counters = new Map<number, CachedCounter>();
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
