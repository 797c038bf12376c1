import type { Database, Statement } from "bun:sqlite";
import { type Principal, REQUEST_KINDS, type RequestKind } from "../../access/decision.ts";
import type { AdmissionRequest, AdmissionStore, Verdict } from "../../access/store.ts";
import type { Clock } from "../../domain/clock.ts";
import type { Window, WindowPolicy } from "../../domain/window.ts";
import type { LimitsReader } from "../limits.ts";
import {
  type AccountRow,
  type Counter,
  CurrentWindows,
  type KeyRow,
  limitOf,
  nextVerdict,
  policyOf,
  principalOf,
  REFUSALS,
  type Refusal,
  refusalOf,
  subjectOf,
  type UsableKey,
} from "../verdict.ts";
import { isBusy } from "./busy.ts";

/** Another process writes: the batch waits beside the event loop, this long in all, before it is given up. */
const BUSY_WAITS_MS = [1, 2, 4, 8, 15, 25, 50, 50, 100, 100, 150, 250, 250, 500, 500];

/** The newest windows that any counter was opened in. */
const READ_NEWEST = `
  SELECT (SELECT max(window_start) FROM counters WHERE policy = 'month') AS month,
    (SELECT max(window_start) FROM counters WHERE policy = 'day') AS day`;

/**
 * The keys of a batch with their accounts and counters, in one statement: a call for each row costs as much as the row.
 * The digests come as JSON, whose elements the planner does not look into: it would plan anew for every batch.
 */
const READ_KEYS = `
  SELECT digests.value AS digest, k.id AS key_id, k.account_id, k.type, k.expires_at, k.revoked_at, k.grace_ends_at,
    a.plan, a.overrides, a.suspended_at, c.used
  FROM json_each(?) AS digests
  CROSS JOIN api_keys k ON k.digest = digests.value
  CROSS JOIN accounts a ON a.id = k.account_id
  LEFT JOIN counters c
    ON c.policy = CASE k.type WHEN 'live' THEN 'month' ELSE 'day' END
    AND c.window_start = CASE k.type WHEN 'live' THEN ? ELSE ? END
    AND c.subject = CASE k.type WHEN 'live' THEN a.id ELSE k.id END`;

const WRITE_COUNTER = `
  INSERT INTO counters (policy, window_start, subject, used) VALUES (?, ?, ?, ?)
  ON CONFLICT (policy, window_start, subject) DO UPDATE SET used = excluded.used`;

const ADD_USAGE = `
  INSERT INTO daily_usage (key_id, day, last_used_at, ${REQUEST_KINDS.join(", ")}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (day, key_id) DO UPDATE SET
    ${REQUEST_KINDS.map((kind) => `${kind} = ${kind} + excluded.${kind}`).join(", ")},
    last_used_at = max(last_used_at, excluded.last_used_at)`;

interface Row extends KeyRow, AccountRow {
  readonly digest: string;
  readonly used: number | null;
}

/** A key's usage within one batch. */
interface BatchKey extends UsableKey {
  readonly usage: Record<RequestKind, number>;
}

/** Admission in the embedded store: a batch is one synchronous transaction on a connection of its own. */
export class SqliteAdmission implements AdmissionStore {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #limitsIn: LimitsReader;
  readonly #windows = new CurrentWindows();
  readonly #readNewest: Statement<Readonly<Record<WindowPolicy, number | null>>, []>;
  readonly #readKeys: Statement<Row, [string, number, number]>;
  readonly #writeCounter: Statement<unknown, [string, number, number, number]>;
  readonly #addUsage: Statement<unknown, [number, number, number, ...number[]]>;
  readonly #begin: Statement;
  readonly #commit: Statement;

  /** `database` is used by nobody else, and waits for no lock by itself. */
  constructor(database: Database, clock: Clock, limitsIn: LimitsReader) {
    this.#database = database;
    this.#clock = clock;
    this.#limitsIn = limitsIn;
    this.#readNewest = database.prepare(READ_NEWEST);
    this.#readKeys = database.prepare(READ_KEYS);
    this.#writeCounter = database.prepare(WRITE_COUNTER);
    this.#addUsage = database.prepare(ADD_USAGE);
    this.#begin = database.prepare("BEGIN IMMEDIATE");
    this.#commit = database.prepare("COMMIT");
  }

  admit(batch: readonly AdmissionRequest[]): readonly Verdict[] | Promise<readonly Verdict[]> {
    try {
      return this.#transact(batch);
    } catch (error) {
      if (!isBusy(error)) throw error;
      return this.#retry(batch, error);
    }
  }

  /** Ends the connection too. A statement that is left open would go on working, and keep the file. */
  close(): void {
    const counting = [this.#readNewest, this.#readKeys, this.#writeCounter, this.#addUsage];
    for (const statement of [...counting, this.#begin, this.#commit]) statement.finalize();
    this.#database.close();
  }

  async #retry(batch: readonly AdmissionRequest[], first: unknown): Promise<readonly Verdict[]> {
    let last = first;
    for (const waitMs of BUSY_WAITS_MS) {
      await Bun.sleep(waitMs);
      try {
        return this.#transact(batch);
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
      const verdicts = this.#decide(batch);
      this.#commit.run();
      return verdicts;
    } catch (error) {
      // A full disk may have ended the transaction already.
      if (this.#database.inTransaction) this.#database.run("ROLLBACK");
      throw error;
    }
  }

  #decide(batch: readonly AdmissionRequest[]): readonly Verdict[] {
    const nowMs = this.#clock.now();
    const windows = this.#windowsAt(nowMs);
    const keys = this.#read(batch, nowMs, windows);
    const verdicts: Verdict[] = [];
    for (const { digest, kind, counts } of batch) {
      const key = keys.get(digest) ?? REFUSALS.key_unknown;
      if ("outcome" in key) {
        verdicts.push(key);
        continue;
      }
      const verdict = nextVerdict(key, counts, nowMs);
      if (verdict.outcome === "admitted") key.usage[kind]++;
      verdicts.push(verdict);
    }
    this.#write(keys.values(), nowMs, windows.day.startMs);
    return verdicts;
  }

  #windowsAt(nowMs: number): Windows {
    const newest = this.#readNewest.get();
    return {
      month: this.#windows.later("month", nowMs, newest?.month ?? null),
      day: this.#windows.later("day", nowMs, newest?.day ?? null),
    };
  }

  /** The keys of the batch that are there, by digest. */
  #read(batch: readonly AdmissionRequest[], nowMs: number, windows: Windows): ReadonlyMap<string, BatchKey | Refusal> {
    const digests = new Set<string>();
    for (const { digest } of batch) digests.add(digest);
    const keys = new Map<string, BatchKey | Refusal>();
    const months = new Map<number, Counter>();
    const list = JSON.stringify([...digests]);
    for (const row of this.#readKeys.all(list, windows.month.startMs, windows.day.startMs)) {
      keys.set(row.digest, refusalOf(row, row, nowMs) ?? this.#keyOf(row, windows, months));
    }
    return keys;
  }

  #keyOf(row: Row, windows: Windows, months: Map<number, Counter>): BatchKey {
    const principal = principalOf(row, row, this.#limitsIn);
    const usage = { city: 0, county: 0, batch: 0, stats: 0, other: 0 };
    if (row.type === "test") return { principal, usage, counter: counterOf(row, principal, windows.day) };
    // Live keys of one account share its counter, so that the order of arrival holds across them.
    let counter = months.get(row.account_id);
    if (counter === undefined) {
      counter = counterOf(row, principal, windows.month);
      months.set(row.account_id, counter);
    }
    return { principal, usage, counter };
  }

  #write(keys: Iterable<BatchKey | Refusal>, nowMs: number, todayMs: number): void {
    const written = new Set<Counter>();
    for (const key of keys) {
      if ("outcome" in key || key.counter.taken === 0) continue;
      const { counter, principal, usage } = key;
      const { policy, window, usedBefore, taken } = counter;
      if (!written.has(counter)) {
        written.add(counter);
        this.#writeCounter.run(policy, window.startMs, subjectOf(principal), usedBefore + taken);
      }
      const { city, county, batch, stats, other } = usage;
      if (city + county + batch + stats + other === 0) continue;
      // The day lies in the window that was counted, also when the clock was stepped back out of it.
      const dayMs = Math.max(todayMs, window.startMs);
      this.#addUsage.run(principal.keyId, dayMs, nowMs, city, county, batch, stats, other);
    }
  }
}

type Windows = Readonly<Record<WindowPolicy, Window>>;

function counterOf(row: Row, principal: Principal, window: Window): Counter {
  const limit = limitOf(principal);
  const usedBefore = row.used ?? 0;
  const granted = Math.max(limit - usedBefore, 0);
  return { policy: policyOf(row.type), limit, window, usedBefore, granted, taken: 0 };
}
