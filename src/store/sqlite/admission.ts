import type { Database, Statement } from "bun:sqlite";
import type { RequestKind } from "../../access/decision.ts";
import type { KeyDigest } from "../../access/key.ts";
import type { AdmissionRequest, AdmissionStore, Verdict } from "../../access/store.ts";
import type { Clock } from "../../domain/clock.ts";
import {
  KEY_REFUSALS,
  type KeyGrant,
  keyGrantOf,
  nextVerdict,
  type Quota,
  refusalOf,
  type WindowCounter,
} from "../counting.ts";
import type { LimitsReader } from "../limits.ts";
import { WRITE_PROBE } from "../readiness.ts";
import { laterWindow } from "../windows.ts";
import { AdmissionRows } from "./admission-rows.ts";
import { isBusy } from "./busy.ts";
import { RowCache, type WindowsByPolicy } from "./row-cache.ts";

/** While another process writes, the batch waits off the event loop, in total this long, before it fails. */
const BUSY_WAITS_MS = [1, 2, 4, 8, 15, 25, 50, 50, 100, 100, 150, 250, 250, 500, 500];

/** A counter that a batch takes from, and its row. */
interface BatchCounter extends WindowCounter {
  rowid: number | null;
}

/** What a batch adds to the usage of a key on the current day. */
interface BatchUsage {
  readonly rowid: number;
  readonly counts: Map<RequestKind, number>;
}

/** A batch inside its transaction: what it read, and what it will write. Discarded if the transaction fails. */
interface OpenBatch {
  readonly nowMs: number;
  readonly windows: WindowsByPolicy;
  /** Keys that were not in the cache. */
  readonly keys: Map<KeyDigest, KeyGrant>;
  readonly counters: Map<string, BatchCounter>;
  readonly usage: Map<number, BatchUsage>;
}

/**
 * Admission in the embedded store: a batch is one synchronous transaction on its own connection. For rule 3 of
 * docs/admission.md, the room of a counter is its limit minus the row that the transaction read under the write lock.
 * Cached rows are reused only if SQLite confirms, within the transaction, that no other connection has written since.
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

  admit(batch: readonly AdmissionRequest[]): readonly Verdict[] | Promise<readonly Verdict[]> {
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
      return this.#retry(work, error);
    }
  }

  async #retry<Result>(work: () => Result, first: unknown): Promise<Result> {
    let last = first;
    for (const waitMs of BUSY_WAITS_MS) {
      await Bun.sleep(waitMs);
      try {
        return work();
      } catch (error) {
        if (!isBusy(error)) throw error;
        last = error;
      }
    }
    throw last;
  }

  #transact(requests: readonly AdmissionRequest[]): readonly Verdict[] {
    this.#begin.run();
    try {
      const batch = this.#open();
      const verdicts = requests.map((request) => this.#verdictOn(request, batch));
      this.#write(batch);
      this.#commit.run();
      this.#remember(batch);
      return verdicts;
    } catch (error) {
      // The outcome of the commit is unknown.
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
    return { nowMs, windows, keys: new Map(), counters: new Map(), usage: new Map() };
  }

  #verdictOn({ digest, kind, counts }: AdmissionRequest, batch: OpenBatch): Verdict {
    const key = this.#cache.keys.get(digest) ?? batch.keys.get(digest) ?? this.#readKey(digest, batch);
    if (key === null) return KEY_REFUSALS.key_unknown;
    const refusal = refusalOf(key.row, batch.nowMs);
    if (refusal !== null) return refusal;
    if (!counts) return { outcome: "usable", principal: key.principal };
    const counter = batch.counters.get(key.quota.name) ?? this.#openCounter(key.quota, batch);
    const verdict = nextVerdict(key, counter, batch.nowMs);
    if (verdict.outcome === "admitted") {
      const usage = batch.usage.get(key.row.key_id) ?? this.#openUsage(key, batch);
      usage.counts.set(kind, (usage.counts.get(kind) ?? 0) + 1);
    }
    return verdict;
  }

  #readKey(digest: KeyDigest, batch: OpenBatch): KeyGrant | null {
    const row = this.#rows.key(digest);
    if (row === null) return null;
    const key = keyGrantOf(row, this.#limitsIn);
    batch.keys.set(digest, key);
    return key;
  }

  #openCounter(quota: Quota, batch: OpenBatch): BatchCounter {
    const window = batch.windows[quota.policy];
    const { rowid, used } = this.#cache.counters.get(quota.name) ?? this.#rows.counter(quota, window);
    const counter = { quota, window, rowid, usedBefore: used, granted: Math.max(quota.limit - used, 0), taken: 0 };
    batch.counters.set(quota.name, counter);
    return counter;
  }

  /** The day is always within the window that is counted in, even if the clock was set back. */
  #openUsage({ row, quota }: KeyGrant, { windows, usage }: OpenBatch): BatchUsage {
    const dayMs = Math.max(windows[quota.policy].startMs, windows.day.startMs);
    const keyId = row.key_id;
    const rowid = this.#cache.usage.get(keyId) ?? this.#rows.usage(keyId, dayMs);
    const opened = { rowid, counts: new Map<RequestKind, number>() };
    usage.set(keyId, opened);
    return opened;
  }

  #write({ nowMs, counters, usage }: OpenBatch): void {
    for (const counter of counters.values()) {
      const { quota, window, rowid, usedBefore, taken } = counter;
      if (taken > 0) counter.rowid = this.#rows.writeCounter(quota, window, { rowid, used: usedBefore + taken });
    }
    for (const { rowid, counts } of usage.values()) {
      for (const [kind, count] of counts) this.#rows.addUsage(kind, { rowid, now: nowMs, count });
    }
  }

  /** Runs after the commit: the rows that the batch read and wrote match the store. */
  #remember({ keys, counters, usage }: OpenBatch): void {
    for (const [digest, key] of keys) this.#cache.keys.set(digest, key);
    for (const [name, { rowid, usedBefore, taken }] of counters) {
      this.#cache.counters.set(name, { rowid, used: usedBefore + taken });
    }
    for (const [keyId, { rowid }] of usage) this.#cache.usage.set(keyId, rowid);
  }
}
