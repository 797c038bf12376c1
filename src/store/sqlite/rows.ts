import type { Database } from "bun:sqlite";
import type { KeyRow, ResolvedKey, WindowCounter } from "../../access/counting.ts";
import { REQUEST_KINDS, type RequestKind } from "../../access/decision.ts";
import type { KeyDigest } from "../../access/key.ts";
import { recordFrom } from "../../domain/named.ts";
import type { Window, WindowPolicy } from "../../domain/window.ts";
import { KEY_COLUMNS } from "../tables.ts";

type NewestWindows = Readonly<Record<WindowPolicy, number | null>>;
type CounterPlace = [policy: WindowPolicy, windowMs: number, subject: number];
type UsagePlace = [dayMs: number, keyId: number];

/**
 * The statements of admission. A row with a rowid is written by it. Parameters have numbers: the runtime would look up
 * names in the statement and in an object, for every run.
 */
export function admissionStatements(database: Database) {
  return {
    begin: database.prepare("BEGIN IMMEDIATE"),
    commit: database.prepare("COMMIT"),
    /** Changes when another connection, in this or another process, has committed. */
    version: database.prepare<{ readonly data_version: number }, []>("PRAGMA data_version"),
    newestWindows: database.prepare<NewestWindows, []>(`
      SELECT (SELECT max(window_start) FROM counters WHERE policy = 'month') AS month,
        (SELECT max(window_start) FROM counters WHERE policy = 'day') AS day`),
    /** With the subquery, SQLite does not plan the join again for each digest, as it would for a parameter value. */
    key: database.prepare<KeyRow, [digest: KeyDigest]>(`
      SELECT ${KEY_COLUMNS} FROM api_keys k JOIN accounts a ON a.id = k.account_id WHERE k.digest = (SELECT ?1)`),
    counter: database.prepare<{ readonly rowid: number; readonly used: number }, CounterPlace>(
      "SELECT rowid, used FROM counters WHERE policy = ?1 AND window_start = ?2 AND subject = ?3",
    ),
    openCounter: database.prepare<unknown, [...CounterPlace, used: number]>(
      "INSERT INTO counters (policy, window_start, subject, used) VALUES (?1, ?2, ?3, ?4)",
    ),
    setCounter: database.prepare<unknown, [rowid: number, used: number]>(
      "UPDATE counters SET used = ?2 WHERE rowid = ?1",
    ),
    usage: database.prepare<{ readonly rowid: number }, UsagePlace>(
      "SELECT rowid FROM daily_usage WHERE day = ?1 AND key_id = ?2",
    ),
    openUsage: database.prepare<unknown, UsagePlace>(`
      INSERT INTO daily_usage (day, key_id, last_used_at, ${REQUEST_KINDS.join(", ")})
      VALUES (?1, ?2, 0, ${REQUEST_KINDS.map(() => "0").join(", ")})`),
    addUsage: recordFrom(REQUEST_KINDS.map((kind) => [kind, addUsage(database, kind)] as const)),
  };
}

function addUsage(database: Database, kind: RequestKind) {
  return database.prepare<unknown, [rowid: number, nowMs: number, count: number]>(
    `UPDATE daily_usage SET last_used_at = max(last_used_at, ?2), ${kind} = ${kind} + ?3 WHERE rowid = ?1`,
  );
}

/** When the cache has this many keys, 0.6 to 0.8 KB each with counters, everything is dropped before the next batch. */
const MAX_KEYS = 30_000;

export type WindowsByPolicy = Readonly<Record<WindowPolicy, Window>>;

/** A counter in the current window; `rowid` is null until its first request is written. */
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
