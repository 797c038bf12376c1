import type { Database, Statement } from "bun:sqlite";
import { REQUEST_KINDS, type RequestKind } from "../../access/decision.ts";
import type { AdmissionRequest, AdmissionStore, Verdict } from "../../access/store.ts";
import type { Clock } from "../../domain/clock.ts";
import type { LimitsReader } from "../limits.ts";
import {
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
  type UsableKey,
} from "../verdict.ts";
import { isBusy } from "./busy.ts";

/** Another process writes: the batch waits beside the event loop, this long in all, before it is given up. */
const BUSY_WAITS_MS = [1, 2, 4, 8, 15, 25, 50, 50, 100, 100, 150, 250, 250, 500, 500];

const READ_KEY = `
  SELECT k.id AS key_id, k.type, k.expires_at, k.revoked_at, k.grace_ends_at,
    a.id AS account_id, a.plan, a.overrides, a.suspended_at, c.window_start, c.used
  FROM api_keys k
  JOIN accounts a ON a.id = k.account_id
  LEFT JOIN counters c
    ON c.policy = CASE k.type WHEN 'live' THEN 'month' ELSE 'day' END
    AND c.subject = CASE k.type WHEN 'live' THEN a.id ELSE k.id END
  WHERE k.digest = ?`;

const WRITE_COUNTER = `
  INSERT INTO counters (policy, subject, window_start, used) VALUES (?, ?, ?, ?)
  ON CONFLICT (policy, subject) DO UPDATE SET window_start = excluded.window_start, used = excluded.used`;

const ADD_USAGE = `
  INSERT INTO daily_usage (key_id, day, last_used_at, ${REQUEST_KINDS.join(", ")}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (key_id, day) DO UPDATE SET
    ${REQUEST_KINDS.map((kind) => `${kind} = ${kind} + excluded.${kind}`).join(", ")},
    last_used_at = max(last_used_at, excluded.last_used_at)`;

type CountedKeyRow = KeyRow & { readonly window_start: number | null; readonly used: number | null };

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
  readonly #readKey: Statement<CountedKeyRow, [string]>;
  readonly #writeCounter: Statement<unknown, [string, number, number, number]>;
  readonly #addUsage: Statement<unknown, [number, number, number, ...number[]]>;
  readonly #begin: Statement;
  readonly #commit: Statement;

  /** `database` is used by nobody else, and waits for no lock by itself. */
  constructor(database: Database, clock: Clock, limitsIn: LimitsReader) {
    this.#database = database;
    this.#clock = clock;
    this.#limitsIn = limitsIn;
    this.#readKey = database.prepare(READ_KEY);
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
    const keys = new Map<string, BatchKey | Refusal>();
    const months = new Map<number, Counter>();
    const verdicts: Verdict[] = [];
    for (const { digest, kind, counts } of batch) {
      let key = keys.get(digest);
      if (key === undefined) {
        key = this.#read(digest, nowMs, months);
        keys.set(digest, key);
      }
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

  /** Live keys of one account share its counter in `months`, so that the order of arrival holds across them. */
  #read(digest: string, nowMs: number, months: Map<number, Counter>): BatchKey | Refusal {
    const row = this.#readKey.get(digest);
    if (row === null) return REFUSALS.key_unknown;
    const refusal = refusalOf(row, nowMs);
    if (refusal !== null) return refusal;
    const principal = principalOf(row, this.#limitsIn);
    let counter = row.type === "live" ? months.get(row.account_id) : undefined;
    if (counter === undefined) {
      const policy = policyOf(row.type);
      const limit = limitOf(principal);
      const window = this.#windows.later(policy, nowMs, row.window_start);
      const usedBefore = row.window_start === window.startMs && row.used !== null ? row.used : 0;
      counter = { policy, limit, window, usedBefore, granted: Math.max(limit - usedBefore, 0), taken: 0 };
      if (row.type === "live") months.set(row.account_id, counter);
    }
    return { principal, counter, usage: { city: 0, county: 0, batch: 0, stats: 0, other: 0 } };
  }

  #write(keys: Iterable<BatchKey | Refusal>, nowMs: number): void {
    const written = new Set<Counter>();
    for (const key of keys) {
      if ("outcome" in key || key.counter.taken === 0) continue;
      const { counter, principal, usage } = key;
      if (!written.has(counter)) {
        written.add(counter);
        const subject = counter.policy === "month" ? principal.accountId : principal.keyId;
        this.#writeCounter.run(counter.policy, subject, counter.window.startMs, counter.usedBefore + counter.taken);
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
