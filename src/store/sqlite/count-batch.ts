import type { Changes, Database } from "bun:sqlite";
import {
  isAllowedFrom,
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
  admissionStatements,
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
