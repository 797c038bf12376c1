import type { Changes, Database } from "bun:sqlite";
import {
  isAllowedFrom,
  KEY_REFUSALS,
  type KeyRow,
  laterWindow,
  nextDecision,
  type Quota,
  type ResolvedKey,
  refusalOf,
  resolvedKeyOf,
  uncountedDecision,
  type WindowCounter,
} from "../../access/counting.ts";
import { REQUEST_KINDS, type RequestKind } from "../../access/decision.ts";
import type { KeyDigest } from "../../access/key.ts";
import type { AdmissionRequest, AdmissionStore, BatchDecision } from "../../access/store.ts";
import type { Clock } from "../../base/clock.ts";
import { recordFrom } from "../../base/named-table.ts";
import type { Window, WindowPolicy } from "../../base/window.ts";
import type { LimitsReader } from "../limits.ts";
import { KEY_COLUMNS, WRITE_PROBE } from "../tables.ts";
import { isBusy, whenFree } from "./busy.ts";

interface OpenBatch {
  readonly nowMs: number;
  readonly windows: WindowsByPolicy;
  /** The counters and the usage that the batch has changed. */
  readonly counters: Set<CachedCounter>;
  readonly usage: AddedUsage[];
}

/**
 * Admission in the embedded store: a batch is one synchronous transaction on its own connection. For rule 3 of
 * docs/admission.md, the room of a counter is its limit minus its row, read under the write lock. Cached rows are
 * reused only if SQLite confirms, within the transaction, that no other connection has written since.
 */
export class SqliteAdmission implements AdmissionStore {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #limitsIn: LimitsReader;
  readonly #cache = new RowCache();
  readonly #statements: ReturnType<typeof admissionStatements>;

  /** `database` must have no other user. */
  constructor(database: Database, clock: Clock, limitsIn: LimitsReader) {
    this.#database = database;
    this.#clock = clock;
    this.#limitsIn = limitsIn;
    this.#statements = admissionStatements(database);
  }

  admit(batch: readonly AdmissionRequest[]): readonly BatchDecision[] | Promise<readonly BatchDecision[]> {
    return this.#whenFree(() => this.#transact(batch));
  }

  /** Writes a row as a batch would. Rejects if that fails. */
  async probe(): Promise<void> {
    await this.#whenFree(() => void this.#database.run(WRITE_PROBE));
  }

  /** Also closes the connection. An open statement would keep running, and keep the file open. */
  close(): void {
    const { addUsage, ...others } = this.#statements;
    for (const statement of [...Object.values(others), ...Object.values(addUsage)]) statement.finalize();
    this.#database.close();
  }

  /** Runs `work` at once or, while another process is writing, retries it without blocking the event loop. */
  #whenFree<Result>(work: () => Result): Result | Promise<Result> {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error)) throw error;
      return whenFree(work);
    }
  }

  #transact(requests: readonly AdmissionRequest[]): readonly BatchDecision[] {
    this.#statements.begin.run();
    try {
      const batch = this.#open();
      const decisions = requests.map((request) => this.#decide(request, batch));
      this.#write(batch);
      this.#statements.commit.run();
      return decisions;
    } catch (error) {
      // The batch has changed cached rows, and the outcome of the commit is unknown.
      this.#cache.clear();
      // A full disk may have ended the transaction already.
      if (this.#database.inTransaction) this.#database.run("ROLLBACK");
      throw error;
    }
  }

  #open(): OpenBatch {
    const nowMs = this.#clock.now();
    const newest = this.#statements.newestWindows.get();
    const windows = {
      month: laterWindow("month", nowMs, newest?.month ?? null),
      day: laterWindow("day", nowMs, newest?.day ?? null),
    };
    this.#cache.keepOnly(this.#statements.version.get()?.data_version ?? null, windows);
    return { nowMs, windows, counters: new Set(), usage: [] };
  }

  #decide({ digest, kind, counts, address }: AdmissionRequest, batch: OpenBatch): BatchDecision {
    const key = this.#cache.keys.get(digest) ?? this.#readKey(digest);
    if (key === null) return KEY_REFUSALS.key_unknown;
    const { resolved } = key;
    const refusal = refusalOf(resolved.row, batch.nowMs);
    if (refusal !== null) return refusal;
    if (!isAllowedFrom(resolved, address)) return KEY_REFUSALS.address_not_allowed;
    key.counter ??= this.#counterOf(resolved.quota, batch);
    const { counter } = key;
    if (!counts) return uncountedDecision(resolved, counter, batch.nowMs);
    const decision = nextDecision(resolved, counter, batch.nowMs);
    if (decision.outcome === "admitted") {
      batch.counters.add(counter);
      if (key.added?.kind !== kind) {
        key.added = { key, kind, count: 0 };
        batch.usage.push(key.added);
      }
      key.added.count++;
    }
    return decision;
  }

  #readKey(digest: KeyDigest): CachedKey | null {
    const row = this.#statements.key.get(digest);
    if (row === null) return null;
    const resolved = resolvedKeyOf(row, this.#limitsIn(row.plan, row.overrides));
    const key = { resolved, counter: null, usageRowid: null, added: null };
    this.#cache.keys.set(digest, key);
    return key;
  }

  #counterOf(quota: Quota, { windows }: OpenBatch): CachedCounter {
    const cached = this.#cache.counters.get(quota.counter);
    if (cached !== undefined) return cached;
    const window = windows[quota.policy];
    const row = this.#statements.counter.get(quota.policy, window.startMs, quota.subject);
    const usedBefore = row?.used ?? 0;
    const granted = Math.max(quota.limit - usedBefore, 0);
    const counter = { quota, window, rowid: row?.rowid ?? null, usedBefore, granted, taken: 0 };
    this.#cache.counters.set(quota.counter, counter);
    return counter;
  }

  #write({ nowMs, windows, counters, usage }: OpenBatch): void {
    const { openCounter, setCounter, addUsage } = this.#statements;
    for (const counter of counters) {
      const { quota, window, rowid } = counter;
      const used = counter.usedBefore + counter.taken;
      if (rowid !== null) setCounter.run(rowid, used);
      else counter.rowid = rowidOf(openCounter.run(quota.policy, window.startMs, quota.subject, used));
    }
    for (const { key, kind, count } of usage) {
      const { row, quota } = key.resolved;
      // The day is always within the window that is counted in, even if the clock was set back.
      key.usageRowid ??= this.#usageRowid(Math.max(windows[quota.policy].startMs, windows.day.startMs), row.key_id);
      addUsage[kind].run(key.usageRowid, nowMs, count);
      key.added = null;
    }
  }

  /** The rowid of a key's usage on a day, after adding an empty row if there was none. */
  #usageRowid(dayMs: number, keyId: number): number {
    const { usage, openUsage } = this.#statements;
    return usage.get(dayMs, keyId)?.rowid ?? rowidOf(openUsage.run(dayMs, keyId));
  }
}

function rowidOf({ lastInsertRowid }: Changes): number {
  return Number(lastInsertRowid);
}

type NewestWindows = Readonly<Record<WindowPolicy, number | null>>;
type CounterPlace = [policy: WindowPolicy, windowMs: number, subject: number];
type UsagePlace = [dayMs: number, keyId: number];

/**
 * The statements of admission. A row with a rowid is written by it. Parameters have numbers: the runtime would look up
 * names in the statement and in an object, for every run.
 */
function admissionStatements(database: Database) {
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

type WindowsByPolicy = Readonly<Record<WindowPolicy, Window>>;

/** A counter in the current window; `rowid` is null until its first request is written. */
interface CachedCounter extends WindowCounter {
  rowid: number | null;
}

interface CachedKey {
  readonly resolved: ResolvedKey;
  /** The counter of its quota, which other keys may share; null before it is used. */
  counter: CachedCounter | null;
  /** The rowid of its row of `daily_usage` on the current day; null before it is used. */
  usageRowid: number | null;
  /** What the open batch adds to its usage, of the latest kind; null between batches. */
  added: AddedUsage | null;
}

interface AddedUsage {
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
