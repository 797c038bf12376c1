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

// One row at a time: SQLite takes several times as long for the same rows in a join.
const READ_KEY = `
  SELECT id AS key_id, account_id, type, expires_at, revoked_at, grace_ends_at FROM api_keys WHERE digest = ?`;
const READ_ACCOUNT = "SELECT plan, overrides, suspended_at FROM accounts WHERE id = ?";
const READ_COUNTER = "SELECT window_start, used FROM counters WHERE policy = ? AND subject = ?";

const WRITE_COUNTER = `
  INSERT INTO counters (policy, subject, window_start, used) VALUES (?, ?, ?, ?)
  ON CONFLICT (policy, subject) DO UPDATE SET window_start = excluded.window_start, used = excluded.used`;

const ADD_USAGE = `
  INSERT INTO daily_usage (key_id, day, last_used_at, ${REQUEST_KINDS.join(", ")}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (key_id, day) DO UPDATE SET
    ${REQUEST_KINDS.map((kind) => `${kind} = ${kind} + excluded.${kind}`).join(", ")},
    last_used_at = max(last_used_at, excluded.last_used_at)`;

interface CounterRow {
  readonly window_start: number;
  readonly used: number;
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
  readonly #readKey: Statement<KeyRow, [string]>;
  readonly #readAccount: Statement<AccountRow, [number]>;
  readonly #readCounter: Statement<CounterRow, [string, number]>;
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
    this.#readAccount = database.prepare(READ_ACCOUNT);
    this.#readCounter = database.prepare(READ_COUNTER);
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
    const statements = [this.#readKey, this.#readAccount, this.#readCounter, this.#writeCounter, this.#addUsage];
    for (const statement of [...statements, this.#begin, this.#commit]) statement.finalize();
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

  #read(digest: string, nowMs: number, months: Map<number, Counter>): BatchKey | Refusal {
    const key = this.#readKey.get(digest);
    const account = key === null ? null : this.#readAccount.get(key.account_id);
    if (key === null || account === null) return REFUSALS.key_unknown;
    const refusal = refusalOf(key, account, nowMs);
    if (refusal !== null) return refusal;
    const principal = principalOf(key, account, this.#limitsIn);
    const counter = this.#counterOf(principal, nowMs, months);
    return { principal, counter, usage: { city: 0, county: 0, batch: 0, stats: 0, other: 0 } };
  }

  /** Live keys of one account share its counter in `months`, so that the order of arrival holds across them. */
  #counterOf(principal: Principal, nowMs: number, months: Map<number, Counter>): Counter {
    if (principal.keyType === "test") return this.#readWindow(principal, nowMs);
    let month = months.get(principal.accountId);
    if (month === undefined) {
      month = this.#readWindow(principal, nowMs);
      months.set(principal.accountId, month);
    }
    return month;
  }

  #readWindow(principal: Principal, nowMs: number): Counter {
    const policy = policyOf(principal.keyType);
    const limit = limitOf(principal);
    const row = this.#readCounter.get(policy, subjectOf(principal));
    const window = this.#windows.later(policy, nowMs, row?.window_start ?? null);
    const usedBefore = row?.window_start === window.startMs ? row.used : 0;
    return { policy, limit, window, usedBefore, granted: Math.max(limit - usedBefore, 0), taken: 0 };
  }

  #write(keys: Iterable<BatchKey | Refusal>, nowMs: number): void {
    const written = new Set<Counter>();
    for (const key of keys) {
      if ("outcome" in key || key.counter.taken === 0) continue;
      const { counter, principal, usage } = key;
      if (!written.has(counter)) {
        written.add(counter);
        this.#writeCounter.run(
          counter.policy,
          subjectOf(principal),
          counter.window.startMs,
          counter.usedBefore + counter.taken,
        );
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
