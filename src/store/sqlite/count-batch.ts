import type { Database, Statement } from "bun:sqlite";
import {
  KEY_REFUSALS,
  laterWindow,
  nextDecision,
  type Quota,
  refusalOf,
  resolvedKeyOf,
  uncountedDecision,
} from "../../access/counting.ts";
import type { KeyDigest } from "../../access/key.ts";
import type { AdmissionRequest, AdmissionStore, BatchDecision } from "../../access/store.ts";
import type { Clock } from "../../domain/clock.ts";
import type { LimitsReader } from "../limits.ts";
import { WRITE_PROBE } from "../probe.ts";
import { isBusy, whenFree } from "./busy.ts";
import {
  type AddedUsage,
  AdmissionRows,
  type CachedCounter,
  type CachedKey,
  RowCache,
  type WindowsByPolicy,
} from "./rows.ts";

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
  readonly #rows: AdmissionRows;
  readonly #begin: Statement;
  readonly #commit: Statement;

  /** `database` must have no other user and no busy timeout. */
  constructor(database: Database, clock: Clock, limitsIn: LimitsReader) {
    this.#database = database;
    this.#clock = clock;
    this.#limitsIn = limitsIn;
    this.#rows = new AdmissionRows(database);
    this.#begin = database.prepare("BEGIN IMMEDIATE");
    this.#commit = database.prepare("COMMIT");
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
    this.#rows.close();
    this.#begin.finalize();
    this.#commit.finalize();
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
    this.#begin.run();
    try {
      const batch = this.#open();
      const decisions = requests.map((request) => this.#decide(request, batch));
      this.#write(batch);
      this.#commit.run();
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
    const newest = this.#rows.newestWindows();
    const windows = {
      month: laterWindow("month", nowMs, newest.month),
      day: laterWindow("day", nowMs, newest.day),
    };
    this.#cache.keepOnly(this.#rows.version(), windows);
    return { nowMs, windows, counters: new Set(), usage: [] };
  }

  #decide({ digest, kind, counts }: AdmissionRequest, batch: OpenBatch): BatchDecision {
    const key = this.#cache.keys.get(digest) ?? this.#readKey(digest);
    if (key === null) return KEY_REFUSALS.key_unknown;
    const { resolved } = key;
    const refusal = refusalOf(resolved.row, batch.nowMs);
    if (refusal !== null) return refusal;
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
    const row = this.#rows.key(digest);
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
    const { rowid, used } = this.#rows.counter(quota, window);
    const granted = Math.max(quota.limit - used, 0);
    const counter = { quota, window, rowid, usedBefore: used, granted, taken: 0 };
    this.#cache.counters.set(quota.counter, counter);
    return counter;
  }

  #write({ nowMs, windows, counters, usage }: OpenBatch): void {
    for (const counter of counters) {
      const { quota, window, rowid, usedBefore, taken } = counter;
      counter.rowid = this.#rows.writeCounter(quota, window, { rowid, used: usedBefore + taken });
    }
    for (const { key, kind, count } of usage) {
      const { row, quota } = key.resolved;
      // The day is always within the window that is counted in, even if the clock was set back.
      key.usageRowid ??= this.#rows.usage(row.key_id, Math.max(windows[quota.policy].startMs, windows.day.startMs));
      this.#rows.addUsage(key.usageRowid, kind, count, nowMs);
      key.added = null;
    }
  }
}
