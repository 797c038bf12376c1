import type { Database, Statement } from "bun:sqlite";
import { type Principal, REQUEST_KINDS, type RequestKind } from "../../access/decision.ts";
import type { AdmissionRequest, AdmissionStore, Verdict } from "../../access/store.ts";
import type { Clock } from "../../domain/clock.ts";
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

/**
 * The keys of a batch with their accounts and counters, in one statement: a call for each row costs as much as the row.
 * The digests come as JSON, whose elements the planner does not look into: it would plan anew for every batch.
 */
const READ_KEYS = `
  SELECT digests.value AS digest, k.id AS key_id, k.account_id, k.type, k.expires_at, k.revoked_at, k.grace_ends_at,
    a.plan, a.overrides, a.suspended_at, c.window_start, c.used
  FROM json_each(?) AS digests
  CROSS JOIN api_keys k ON k.digest = digests.value
  CROSS JOIN accounts a ON a.id = k.account_id
  LEFT JOIN counters c
    ON c.policy = CASE k.type WHEN 'live' THEN 'month' ELSE 'day' END
    AND c.subject = CASE k.type WHEN 'live' THEN a.id ELSE k.id END`;

/** The window stays: the row keeps its place. */
const RAISE_COUNTER = "UPDATE counters SET used = ? WHERE policy = ? AND window_start = ? AND subject = ?";
/** The first request of a subject, or of its window. */
const START_COUNTER = `
  INSERT INTO counters (used, policy, window_start, subject) VALUES (?, ?, ?, ?)
  ON CONFLICT (policy, subject) DO UPDATE SET window_start = excluded.window_start, used = excluded.used`;

const ADD_USAGE = `
  INSERT INTO daily_usage (key_id, day, last_used_at, ${REQUEST_KINDS.join(", ")}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (key_id, day) DO UPDATE SET
    ${REQUEST_KINDS.map((kind) => `${kind} = ${kind} + excluded.${kind}`).join(", ")},
    last_used_at = max(last_used_at, excluded.last_used_at)`;

interface Row extends KeyRow, AccountRow {
  readonly digest: string;
  readonly window_start: number | null;
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
  readonly #readKeys: Statement<Row, [string]>;
  readonly #raiseCounter: Statement<unknown, [number, string, number, number]>;
  readonly #startCounter: Statement<unknown, [number, string, number, number]>;
  readonly #addUsage: Statement<unknown, [number, number, number, ...number[]]>;
  readonly #begin: Statement;
  readonly #commit: Statement;

  /** `database` is used by nobody else, and waits for no lock by itself. */
  constructor(database: Database, clock: Clock, limitsIn: LimitsReader) {
    this.#database = database;
    this.#clock = clock;
    this.#limitsIn = limitsIn;
    this.#readKeys = database.prepare(READ_KEYS);
    this.#raiseCounter = database.prepare(RAISE_COUNTER);
    this.#startCounter = database.prepare(START_COUNTER);
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
    const counting = [this.#readKeys, this.#raiseCounter, this.#startCounter, this.#addUsage];
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
    const keys = this.#read(batch, nowMs);
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
    this.#write(keys.values(), nowMs);
    return verdicts;
  }

  /** The keys of the batch that are there, by digest. */
  #read(batch: readonly AdmissionRequest[], nowMs: number): ReadonlyMap<string, BatchKey | Refusal> {
    const digests = new Set<string>();
    for (const { digest } of batch) digests.add(digest);
    const keys = new Map<string, BatchKey | Refusal>();
    const months = new Map<number, Counter>();
    for (const row of this.#readKeys.all(JSON.stringify([...digests]))) {
      keys.set(row.digest, refusalOf(row, row, nowMs) ?? this.#keyOf(row, nowMs, months));
    }
    return keys;
  }

  #keyOf(row: Row, nowMs: number, months: Map<number, Counter>): BatchKey {
    const principal = principalOf(row, row, this.#limitsIn);
    const counter = this.#counterOf(row, principal, nowMs, months);
    return { principal, counter, usage: { city: 0, county: 0, batch: 0, stats: 0, other: 0 } };
  }

  /** Live keys of one account share its counter in `months`, so that the order of arrival holds across them. */
  #counterOf(row: Row, principal: Principal, nowMs: number, months: Map<number, Counter>): Counter {
    const shared = row.type === "live" ? months.get(row.account_id) : undefined;
    if (shared !== undefined) return shared;
    const policy = policyOf(row.type);
    const limit = limitOf(principal);
    const window = this.#windows.later(policy, nowMs, row.window_start);
    const usedBefore = row.window_start === window.startMs ? (row.used ?? 0) : 0;
    const counter = { policy, limit, window, usedBefore, granted: Math.max(limit - usedBefore, 0), taken: 0 };
    if (row.type === "live") months.set(row.account_id, counter);
    return counter;
  }

  #write(keys: Iterable<BatchKey | Refusal>, nowMs: number): void {
    const written = new Set<Counter>();
    for (const key of keys) {
      if ("outcome" in key || key.counter.taken === 0) continue;
      const { counter, principal, usage } = key;
      if (!written.has(counter)) {
        written.add(counter);
        const write = counter.usedBefore > 0 ? this.#raiseCounter : this.#startCounter;
        const used = counter.usedBefore + counter.taken;
        write.run(used, counter.policy, counter.window.startMs, subjectOf(principal));
      }
      const { city, county, batch, stats, other } = usage;
      if (city + county + batch + stats + other === 0) continue;
      this.#addUsage.run(principal.keyId, this.#dayOf(counter, nowMs), nowMs, city, county, batch, stats, other);
    }
  }

  /** The day of the usage lies in the window that was counted, also when the clock was stepped back out of it. */
  #dayOf(counter: Counter, nowMs: number): number {
    return Math.max(this.#windows.at("day", nowMs).startMs, counter.window.startMs);
  }
}
