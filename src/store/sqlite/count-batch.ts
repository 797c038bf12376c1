import type { Database } from "bun:sqlite";
import {
  isAllowedFrom,
  KEY_REFUSALS,
  nextDecision,
  type Quota,
  refusalOf,
  resolvedKeyOf,
  uncountedDecision,
} from "../../access/counting.ts";
import { REQUEST_KINDS, type RequestKind } from "../../access/decision.ts";
import type { KeyDigest } from "../../access/key.ts";
import type { AdmissionRequest, AdmissionStore, BatchDecision } from "../../access/store.ts";
import type { Clock } from "../../base/clock.ts";
import { recordFrom } from "../../base/named-table.ts";
import type { LimitsReader } from "../limits.ts";
import { WRITE_PROBE } from "../tables.ts";
import { isBusy, whenFree } from "./busy.ts";
import type { Checkpoints } from "./checkpoints.ts";
import { countStatements } from "./count-statements.ts";
import { type CountedCounter, type CountedKey, type CountedUsage, RowCache, usedOf } from "./counted-rows.ts";
import { CountingWindows, type WindowsByPolicy } from "./counting-windows.ts";
import { rowsToWrite, writeRows } from "./fold.ts";
import { countsOf, type JournalEnds, replayJournal, replayStep } from "./journal.ts";

interface OpenBatch {
  readonly nowMs: number;
  readonly windows: WindowsByPolicy;
  /** The counters and the usage, by kind, that the batch has changed. */
  readonly counters: CountedCounter[];
  readonly usage: Map<RequestKind, CountedUsage[]>;
}

/** How long counts stay in the journal alone. The longer, the more batches share the write of a row. */
const FOLD_AFTER_MS = 60_000;
/** Or until it has so many requests, of up to twice as many rows. Their writer needs about 0.1 s, in small steps. */
const MOST_IN_JOURNAL = 65_536;
const MOST_AT_ONCE = 8_192;
/** Rows written, or rows of the journal deleted, in one transaction: about 0.3 ms, during which batches wait. */
const FOLD_STEP_ROWS = 128;

const KIND_BITS = recordFrom(REQUEST_KINDS.map((kind, index) => [kind, 1 << index] as const));

const NO_JOURNAL: JournalEnds = { first: null, last: null };

/**
 * Admission in the embedded store: a batch is one synchronous transaction on its own connection, which adds one row to the
 * journal (journal.ts). For rule 3 of docs/admission.md, the room of a counter is its limit minus its count, read under the
 * write lock. Cached rows are reused only if SQLite confirms, within the transaction, that no other connection has written
 * since; those of the journal also if others have written, but not to the journal.
 */
export class SqliteAdmission implements AdmissionStore {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #limitsIn: LimitsReader;
  readonly #checkpoints: Pick<Checkpoints, "written" | "failed" | "ended"> | undefined;
  readonly #cache: RowCache;
  readonly #statements: ReturnType<typeof countStatements>;
  /** The data version of the cached rows; null if they may be wrong. */
  #version: number | null = null;
  readonly #windows = new CountingWindows();
  /** Those of the cached rows. */
  #cachedWindows: WindowsByPolicy | null = null;
  /** Requests that the journal has of this process. */
  #requestsInJournal = 0;
  #journal = NO_JOURNAL;
  /** Changes when rows of the journal are written that this process did not choose. */
  #replays = 0;
  #folding: Promise<void> = Promise.resolve();
  #foldTimer: ReturnType<typeof setTimeout> | null = null;
  #isFolding = false;

  /** `database` must have no other user. */
  constructor(
    database: Database,
    clock: Clock,
    limitsIn: LimitsReader,
    checkpoints?: Pick<Checkpoints, "written" | "failed" | "ended">,
    cache = new RowCache(),
  ) {
    this.#database = database;
    this.#clock = clock;
    this.#limitsIn = limitsIn;
    this.#checkpoints = checkpoints;
    this.#cache = cache;
    this.#statements = countStatements(database);
  }

  admit(batch: readonly AdmissionRequest[]): readonly BatchDecision[] | Promise<readonly BatchDecision[]> {
    return this.#whenFree(() => this.#transact(() => this.#count(batch)));
  }

  /** Writes a row as a batch would. Rejects if that fails. */
  async probe(): Promise<void> {
    await this.#whenFree(() => void this.#database.run(WRITE_PROBE));
  }

  /** Whether the journal has more than can be written at once within a few milliseconds. */
  get isJournalLong(): boolean {
    return this.#version === null || this.#requestsInJournal > MOST_AT_ONCE;
  }

  /** Resolves when everything that was counted before is in the tables. Requests are counted meanwhile. */
  fold(): Promise<void> {
    this.#folding = this.#folding.catch(() => {}).then(() => this.#fold());
    return this.#folding;
  }

  /** Also closes the connection. An open statement would keep running, and keep the file open. */
  close(): void {
    clearTimeout(this.#foldTimer ?? undefined);
    try {
      this.#transact(() => this.#replay());
    } catch {
      // What the journal has is durable: the next process writes it.
    }
    for (const statement of Object.values(this.#statements)) statement.finalize();
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

  /** Runs `work` under the write lock, with the cached rows as they are in the store. */
  #transact<Result>(work: () => Result): Result {
    return this.#locked(() => {
      this.#follow();
      return work();
    });
  }

  #locked<Result>(work: () => Result): Result {
    this.#statements.begin.run();
    try {
      const result = work();
      this.#statements.commit.run();
      this.#checkpoints?.written(1);
      return result;
    } catch (error) {
      // Cached rows were changed, and the outcome of the commit is unknown. The journal has what was counted.
      this.#cache.clear();
      this.#version = null;
      // A full disk may have ended the transaction already.
      if (this.#database.inTransaction) this.#database.run("ROLLBACK");
      this.#checkpoints?.failed();
      throw error;
    }
  }

  /** Forgets what other connections may have changed. What they have added to the journal is written to the tables. */
  #follow(): void {
    const version = this.#statements.version.get()?.data_version ?? null;
    if (version !== null && version === this.#version) return;
    const { first, last } = this.#statements.journalEnds.get() ?? NO_JOURNAL;
    const isOwn = this.#version !== null && first === this.#journal.first && last === this.#journal.last;
    if (isOwn) this.#cache.forgetTables();
    else this.#replay();
    this.#windows.foundInTables(this.#statements.newestWindows.get());
    this.#version = version;
  }

  /** Writes the journal to the tables and forgets all rows. */
  #replay(): void {
    replayJournal(this.#database);
    this.#cache.clear();
    this.#replays++;
    this.#requestsInJournal = 0;
    this.#journal = this.#statements.journalEnds.get() ?? NO_JOURNAL;
    this.#windows.journalIsWritten(this.#statements.newestWindows.get());
  }

  #count(requests: readonly AdmissionRequest[]): readonly BatchDecision[] {
    const nowMs = this.#clock.now();
    const windows = this.#windows.at(nowMs);
    if (this.#cachedWindows !== null && windows !== this.#cachedWindows) this.#replay();
    this.#cachedWindows = windows;
    const batch: OpenBatch = { nowMs, windows, counters: [], usage: new Map() };
    const decisions = requests.map((request) => this.#decide(request, batch));
    if (batch.counters.length > 0) this.#append(batch);
    this.#requestsInJournal += requests.length;
    return decisions;
  }

  #decide({ digest, kind, counts, address }: AdmissionRequest, batch: OpenBatch): BatchDecision {
    const key = this.#cache.keys.get(digest) ?? this.#readKey(digest);
    if (key === null) return KEY_REFUSALS.key_unknown;
    const refusal = refusalOf(key.row, batch.nowMs);
    if (refusal !== null) return refusal;
    if (!isAllowedFrom(key, address)) return KEY_REFUSALS.address_not_allowed;
    const counter = key.counter?.isInJournal === true ? key.counter : this.#counterOf(key.quota, batch.windows);
    key.counter = counter;
    if (!counts) return uncountedDecision(key, counter, batch.nowMs);
    const decision = nextDecision(key, counter, batch.nowMs);
    if (decision.outcome === "admitted") {
      if (!counter.isChanged) batch.counters.push(counter);
      counter.isChanged = true;
      this.#addUsage(key, kind, batch);
    }
    return decision;
  }

  #readKey(digest: KeyDigest): CountedKey | null {
    const row = this.#statements.key.get(digest);
    if (row === null) return null;
    const key = { ...resolvedKeyOf(row, this.#limitsIn(row.plan, row.overrides)), counter: null, usage: null };
    this.#cache.keys.set(digest, key);
    return key;
  }

  #counterOf(quota: Quota, windows: WindowsByPolicy): CountedCounter {
    const { counters } = this.#cache;
    const known = counters.get(quota.counter);
    // Another connection may have changed the limit of a counter that only the journal has.
    if (known !== undefined && known.quota.limit === quota.limit) return known;
    const window = windows[quota.policy];
    const { rowid = null, used = 0 } =
      known === undefined
        ? (this.#statements.counter.get(quota.policy, window.startMs, quota.subject) ?? {})
        : { rowid: known.rowid, used: usedOf(known) };
    const granted = Math.max(quota.limit - used, 0);
    const counter = { quota, window, rowid, usedBefore: used, granted, taken: 0, isInJournal: false, isChanged: false };
    if (known?.isInJournal === true) counters.keepInJournal(quota.counter, counter);
    else counters.keep(quota.counter, counter);
    return counter;
  }

  #addUsage(key: CountedKey, kind: RequestKind, { nowMs, windows, usage }: OpenBatch): void {
    const known = key.usage?.isInJournal === true ? key.usage : this.#usageOf(key, windows);
    key.usage = known;
    known.counts[kind]++;
    known.lastUsedAtMs = Math.max(known.lastUsedAtMs, nowMs);
    if ((known.changed & KIND_BITS[kind]) !== 0) return;
    known.changed |= KIND_BITS[kind];
    const ofKind = usage.get(kind);
    if (ofKind === undefined) usage.set(kind, [known]);
    else ofKind.push(known);
  }

  #usageOf({ row: { key_id: keyId }, quota: { policy } }: CountedKey, windows: WindowsByPolicy): CountedUsage {
    const known = this.#cache.usage.get(keyId);
    if (known !== undefined) return known;
    // The day is always within the window that is counted in, even if the clock was set back.
    const dayMs = Math.max(windows[policy].startMs, windows.day.startMs);
    const row = this.#statements.usage.get(dayMs, keyId);
    const counts = recordFrom(REQUEST_KINDS.map((kind) => [kind, row?.[kind] ?? 0] as const));
    const [rowid, lastUsedAtMs] = [row?.rowid ?? null, row?.last_used_at ?? 0];
    const usage = { keyId, dayMs, counts, rowid, lastUsedAtMs, isInJournal: false, changed: 0 };
    this.#cache.usage.keep(keyId, usage);
    return usage;
  }

  /** Adds a batch to the journal. */
  #append(batch: OpenBatch): void {
    const { nowMs, counters, usage } = batch;
    const { month, day } = batch.windows;
    const row = countsOf(counters, usage);
    const { lastInsertRowid } = this.#statements.append.run(
      nowMs,
      month.startMs,
      day.startMs,
      row.months,
      row.days,
      row.usage,
    );
    const last = Number(lastInsertRowid);
    this.#journal = { first: this.#journal.first ?? last, last };
    for (const counter of counters) {
      counter.isChanged = false;
      this.#windows.addedToJournal(counter.quota.policy, counter.window.startMs);
      if (!counter.isInJournal) this.#cache.counters.keepInJournal(counter.quota.counter, counter);
    }
    for (const ofKind of usage.values()) {
      for (const one of ofKind) {
        one.changed = 0;
        if (!one.isInJournal) this.#cache.usage.keepInJournal(one.keyId, one);
      }
    }
    this.#foldLater();
  }

  /** Writes the journal to the tables after a while, or soon if it has much. */
  #foldLater(): void {
    if (this.#isFolding) return;
    const isMuch = this.#requestsInJournal >= MOST_IN_JOURNAL;
    if (this.#foldTimer !== null && !isMuch) return;
    clearTimeout(this.#foldTimer ?? undefined);
    this.#foldTimer = setTimeout(() => void this.#foldNow(), isMuch ? 0 : FOLD_AFTER_MS);
    this.#foldTimer.unref();
  }

  async #foldNow(): Promise<void> {
    this.#foldTimer = null;
    this.#isFolding = true;
    // If it fails, so do batches, which report it.
    await this.fold().catch(() => {});
    this.#isFolding = false;
    if (this.#cache.inJournal > 0) this.#foldLater();
  }

  async #fold(): Promise<void> {
    if (this.#statements.hasCounts.get()?.found !== 1) return;
    // A process that has not counted yet, such as a command, writes what others have counted, some rows at a time.
    const replaySome = () => this.#locked(() => replayStep(this.#database));
    while (this.#version === null && !(await whenFree(replaySome))) await nextTurn();
    const { replays, upTo } = await this.#step(() => ({ replays: this.#replays, upTo: this.#journal.last ?? 0 }));
    this.#requestsInJournal = 0;
    const rows = rowsToWrite(this.#cache);
    for (let start = 0; start < rows.length && replays === this.#replays; start += FOLD_STEP_ROWS) {
      const part = rows.slice(start, start + FOLD_STEP_ROWS);
      await this.#step(() => replays === this.#replays && writeRows(part, this.#cache, this.#statements));
      this.#checkpoints?.written(part.length);
      // Rows may be on as many pages: a log that grows faster than the disk takes it would stop requests in the end.
      await this.#checkpoints?.ended();
      await nextTurn();
    }
    for (let isDone = false; !isDone && replays === this.#replays; await nextTurn()) {
      isDone = await this.#step(() => replays !== this.#replays || this.#deleteUpTo(upTo));
    }
  }

  #step<Result>(work: () => Result): Promise<Result> {
    return whenFree(() => this.#transact(work));
  }

  /** Deletes rows of the journal whose counts are in the tables. Returns whether none of them is left. */
  #deleteUpTo(upTo: number): boolean {
    const { first, last } = this.#journal;
    if (first === null || last === null) return true;
    const end = this.#cache.inJournal === 0 ? last : upTo;
    const until = Math.min(first + FOLD_STEP_ROWS - 1, end);
    if (until === last) {
      this.#statements.addEmpty.run();
      this.#windows.journalIsWritten(this.#statements.newestWindows.get());
    }
    this.#statements.deleteUpTo.run(until);
    this.#journal = this.#statements.journalEnds.get() ?? NO_JOURNAL;
    return until === end;
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
