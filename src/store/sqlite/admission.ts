import type { Database, Statement } from "bun:sqlite";
import { REQUEST_KINDS } from "../../access/decision.ts";
import type { AdmissionRequest, AdmissionStore, Verdict } from "../../access/store.ts";
import type { Clock } from "../../domain/clock.ts";
import type { WindowPolicy } from "../../domain/window.ts";
import type { LimitsReader } from "../limits.ts";
import { WRITE_PROBE } from "../readiness.ts";
import { CurrentWindows, nextVerdict, REFUSALS, refusalOf } from "../verdict.ts";
import { isBusy } from "./busy.ts";
import {
  type AdmissionRow,
  type Counted,
  type KnownCounter,
  type KnownKey,
  KnownKeys,
  type Windows,
} from "./known-keys.ts";

/** Another process writes: the batch waits beside the event loop, this long in all, before it is given up. */
const BUSY_WAITS_MS = [1, 2, 4, 8, 15, 25, 50, 50, 100, 100, 150, 250, 250, 500, 500];

/** Another number than before when another connection, here or in another process, has committed since. */
const READ_VERSION = "PRAGMA data_version";

/** The newest windows that any counter was opened in. */
const READ_NEWEST = `
  SELECT (SELECT max(window_start) FROM counters WHERE policy = 'month') AS month,
    (SELECT max(window_start) FROM counters WHERE policy = 'day') AS day`;

/**
 * Keys with their accounts, counters and usage of the day, in one statement: a call for each row costs as much as the
 * row. The digests come as JSON, whose elements the planner does not look into: it would plan anew for every batch. The
 * day lies in the window that is counted in, also when the clock was stepped back out of it.
 */
const READ_KEYS = `
  SELECT digests.value AS digest, k.id AS key_id, k.account_id, k.type, k.expires_at, k.revoked_at, k.grace_ends_at,
    k.first_key_id, a.plan, a.overrides, a.suspended_at, c.rowid AS counter_rowid, c.used, u.rowid AS usage_rowid, u.last_used_at,
    ${REQUEST_KINDS.map((kind) => `u.${kind}`).join(", ")}
  FROM json_each($digests) AS digests
  CROSS JOIN api_keys k ON k.digest = digests.value
  CROSS JOIN accounts a ON a.id = k.account_id
  LEFT JOIN counters c
    ON c.policy = CASE k.type WHEN 'live' THEN 'month' ELSE 'day' END
    AND c.window_start = CASE k.type WHEN 'live' THEN $month ELSE $day END
    AND c.subject = CASE k.type WHEN 'live' THEN a.id ELSE coalesce(k.first_key_id, k.id) END
  LEFT JOIN daily_usage u
    ON u.day = CASE k.type WHEN 'live' THEN max($month, $day) ELSE $day END AND u.key_id = k.id`;

const OPEN_COUNTER = "INSERT INTO counters (used, policy, window_start, subject) VALUES (?, ?, ?, ?)";
const SET_COUNTER = "UPDATE counters SET used = ? WHERE rowid = ?";

const USAGE_COLUMNS = ["last_used_at", ...REQUEST_KINDS];
const OPEN_USAGE = `
  INSERT INTO daily_usage (${USAGE_COLUMNS.join(", ")}, day, key_id) VALUES (${USAGE_COLUMNS.map(() => "?").join(", ")}, ?, ?)`;
const SET_USAGE = `UPDATE daily_usage SET ${USAGE_COLUMNS.map((column) => `${column} = ?`).join(", ")} WHERE rowid = ?`;

/**
 * Admission in the embedded store: a batch is one synchronous transaction on a connection of its own. What it read of a
 * key is used again only if SQLite says, within the transaction, that nobody else has written since.
 */
export class SqliteAdmission implements AdmissionStore {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #windows = new CurrentWindows();
  readonly #known: KnownKeys;
  readonly #readVersion: Statement<{ readonly data_version: number }, []>;
  readonly #readNewest: Statement<Readonly<Record<WindowPolicy, number | null>>, []>;
  readonly #readKeys: Statement<AdmissionRow, [{ digests: string; month: number; day: number }]>;
  readonly #openCounter: Statement<unknown, [number, WindowPolicy, number, number]>;
  readonly #setCounter: Statement<unknown, [number, number]>;
  readonly #openUsage: Statement<unknown, number[]>;
  readonly #setUsage: Statement<unknown, number[]>;
  readonly #begin: Statement;
  readonly #commit: Statement;

  /** `database` is used by nobody else, and waits for no lock by itself. */
  constructor(database: Database, clock: Clock, limitsIn: LimitsReader) {
    this.#database = database;
    this.#clock = clock;
    this.#known = new KnownKeys(limitsIn);
    this.#readVersion = database.prepare(READ_VERSION);
    this.#readNewest = database.prepare(READ_NEWEST);
    this.#readKeys = database.prepare(READ_KEYS);
    this.#openCounter = database.prepare(OPEN_COUNTER);
    this.#setCounter = database.prepare(SET_COUNTER);
    this.#openUsage = database.prepare(OPEN_USAGE);
    this.#setUsage = database.prepare(SET_USAGE);
    this.#begin = database.prepare("BEGIN IMMEDIATE");
    this.#commit = database.prepare("COMMIT");
  }

  admit(batch: readonly AdmissionRequest[]): readonly Verdict[] | Promise<readonly Verdict[]> {
    try {
      return this.#transact(batch);
    } catch (error) {
      if (!isBusy(error)) throw error;
      return this.#retry(() => this.#transact(batch), error);
    }
  }

  /** Writes a row as a batch would. Rejects where that fails. */
  async probe(): Promise<void> {
    const write = () => void this.#database.run(WRITE_PROBE);
    try {
      write();
    } catch (error) {
      if (!isBusy(error)) throw error;
      await this.#retry(write, error);
    }
  }

  /** Ends the connection too. A statement that is left open would go on working, and keep the file. */
  close(): void {
    const reading = [this.#readVersion, this.#readNewest, this.#readKeys];
    const writing = [this.#openCounter, this.#setCounter, this.#openUsage, this.#setUsage];
    for (const statement of [this.#begin, ...reading, ...writing, this.#commit]) statement.finalize();
    this.#database.close();
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

  #transact(batch: readonly AdmissionRequest[]): readonly Verdict[] {
    this.#begin.run();
    try {
      const counted: Counted = { counters: [], keys: [] };
      const verdicts = this.#decide(batch, counted);
      this.#commit.run();
      this.#known.settle(counted);
      return verdicts;
    } catch (error) {
      this.#known.forget();
      // A full disk may have ended the transaction already.
      if (this.#database.inTransaction) this.#database.run("ROLLBACK");
      throw error;
    }
  }

  #decide(batch: readonly AdmissionRequest[], counted: Counted): readonly Verdict[] {
    const nowMs = this.#clock.now();
    const windows = this.#windowsAt(nowMs);
    this.#loadMissingKeys(batch, windows);
    const verdicts = batch.map(({ digest, kind, counts }) => {
      const key = this.#known.get(digest);
      if (key === undefined) return REFUSALS.key_unknown;
      const refusal = refusalOf(key.row, key.row, nowMs);
      if (refusal !== null) return refusal;
      const verdict = nextVerdict(key, counts, nowMs);
      if (verdict.outcome !== "admitted") return verdict;
      if (key.counter.taken === 1) counted.counters.push(key.counter);
      if (!key.isCounted) counted.keys.push(key);
      key.isCounted = true;
      key.usage[kind]++;
      return verdict;
    });
    for (const counter of counted.counters) this.#writeCounter(counter);
    for (const key of counted.keys) this.#writeUsage(key, nowMs);
    return verdicts;
  }

  #windowsAt(nowMs: number): Windows {
    const newest = this.#readNewest.get();
    return {
      month: this.#windows.later("month", nowMs, newest?.month ?? null),
      day: this.#windows.later("day", nowMs, newest?.day ?? null),
    };
  }

  /** Reads the keys of the batch that are not known, or not known any more. */
  #loadMissingKeys(batch: readonly AdmissionRequest[], windows: Windows): void {
    this.#known.keepIf(this.#readVersion.get()?.data_version ?? Number.NaN, windows);
    const unknownDigests = new Set<string>();
    for (const { digest } of batch) if (this.#known.get(digest) === undefined) unknownDigests.add(digest);
    if (unknownDigests.size === 0) return;
    const digests = JSON.stringify([...unknownDigests]);
    const rows = this.#readKeys.all({ digests, month: windows.month.startMs, day: windows.day.startMs });
    for (const row of rows) this.#known.add(row, windows);
  }

  #writeCounter(counter: KnownCounter): void {
    const used = counter.usedBefore + counter.taken;
    if (counter.rowid === null) {
      const { policy, window, subject } = counter;
      counter.rowid = Number(this.#openCounter.run(used, policy, window.startMs, subject).lastInsertRowid);
    } else {
      this.#setCounter.run(used, counter.rowid);
    }
  }

  #writeUsage({ usage, principal }: KnownKey, nowMs: number): void {
    usage.lastUsedMs = Math.max(usage.lastUsedMs, nowMs);
    const counts = REQUEST_KINDS.map((kind) => usage[kind]);
    if (usage.rowid === null) {
      const opened = this.#openUsage.run(usage.lastUsedMs, ...counts, usage.dayMs, principal.keyId);
      usage.rowid = Number(opened.lastInsertRowid);
    } else {
      this.#setUsage.run(usage.lastUsedMs, ...counts, usage.rowid);
    }
  }
}
