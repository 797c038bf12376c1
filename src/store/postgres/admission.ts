import { REQUEST_KINDS } from "../../access/decision.ts";
import type { AdmissionRequest, AdmissionStore, Verdict } from "../../access/store.ts";
import type { Clock } from "../../domain/clock.ts";
import { PLAN_NAMES, type PlanTable, TEST_KEY_DAILY_REQUESTS } from "../../domain/plan.ts";
import type { WindowPolicy } from "../../domain/window.ts";
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
import { counterName, type KnownBatch, KnownKeys } from "./known-keys.ts";
import type { PrimaryPool } from "./pool.ts";
import { ADMIT_BATCH, ADMIT_KNOWN } from "./statement.ts";

/** A digest of the batch that is a key, with its counter after the batch. */
interface DecidedRow extends KeyRow, AccountRow {
  readonly n: number;
  readonly now_ms: number;
  readonly window_start: number;
  readonly used: number;
  readonly granted: number;
  /** Of the keys and accounts that the statement saw. */
  readonly version: string | null;
}

/** A counter that was counted in, after the batch. */
interface CountedRow {
  readonly policy: WindowPolicy;
  readonly subject: number;
  readonly window_start: number;
  readonly used: number;
  readonly now_ms: number;
}

/**
 * Admission in PostgreSQL, for any number of processes. A batch is one statement, `ADMIT_BATCH`, or where all its keys are
 * known from batches before, `ADMIT_KNOWN`. That one counts only where nothing of keys and accounts has changed since, and
 * leaves what it does not count as it was, for the former to decide. When the connection is lost under way the
 * outcome is not known, so no statement is sent again: it may have counted.
 */
export class PostgresAdmission implements AdmissionStore {
  readonly #pool: PrimaryPool;
  readonly #clock: Clock | null;
  readonly #limitsIn: LimitsReader;
  readonly #monthlyLimits: string;
  readonly #windows = new CurrentWindows();
  readonly #known = new KnownKeys();

  /** `clock` null: windows follow the server's clock. */
  constructor(pool: PrimaryPool, clock: Clock | null, plans: PlanTable, limitsIn: LimitsReader) {
    this.#pool = pool;
    this.#clock = clock;
    this.#limitsIn = limitsIn;
    this.#monthlyLimits = JSON.stringify(
      Object.fromEntries(PLAN_NAMES.map((name) => [name, plans[name].monthlyRequests])),
    );
  }

  async admit(batch: readonly AdmissionRequest[]): Promise<readonly Verdict[]> {
    const known = this.#known.batchOf(batch);
    if (known === null) return await this.#decide(batch);
    const verdicts = await this.#count(known);
    const left = batch.filter((_, index) => verdicts[index] === null);
    const decided = left.length === 0 ? [] : await this.#decide(left);
    let next = 0;
    return verdicts.flatMap((verdict) => verdict ?? decided[next++] ?? []);
  }

  /** Verdicts on the requests that were counted, each with the others of its counter; null for those that were not. */
  async #count({ version, counters, keys, requests }: KnownBatch): Promise<readonly (Verdict | null)[]> {
    const { rows } = await this.#pool.query<CountedRow>({
      name: "admit known",
      text: ADMIT_KNOWN,
      values: [
        version,
        this.#clock?.now() ?? null,
        arrayLiteral(counters.map(({ counter }) => counter.policy)),
        arrayLiteral(counters.map(({ counter }) => counter.subject)),
        arrayLiteral(counters.map((demand) => demand.requests)),
        arrayLiteral(counters.map(({ counter }) => counter.limit)),
        arrayLiteral(counters.map((demand) => demand.endsAtMs)),
        arrayLiteral(keys.map(({ key }) => key.principal.keyId)),
        arrayLiteral(keys.map(({ key }) => key.counter.policy)),
        arrayLiteral(keys.map(({ key }) => key.counter.subject)),
        ...REQUEST_KINDS.map((kind) => arrayLiteral(keys.map((usage) => usage[kind]))),
      ],
    });
    const byName = new Map(rows.map((row) => [counterName(row.policy, row.subject), row]));
    const counted = new Map<unknown, Counter>();
    for (const { counter, requests: granted } of counters) {
      const row = byName.get(counterName(counter.policy, counter.subject));
      if (row === undefined) continue;
      counter.used = row.used;
      counted.set(counter, this.#counterOf(counter, { ...row, granted }));
    }
    const nowMs = rows[0]?.now_ms ?? 0;
    return requests.map(({ principal, counter: known }) => {
      const counter = counted.get(known);
      return counter === undefined ? null : nextVerdict({ principal, counter }, true, nowMs);
    });
  }

  async #decide(batch: readonly AdmissionRequest[]): Promise<readonly Verdict[]> {
    const numbers = new Map<string, number>();
    const counting: number[] = [];
    const kinds: string[] = [];
    for (const { digest, kind, counts } of batch) {
      let number = numbers.get(digest);
      if (number === undefined) {
        number = numbers.size + 1;
        numbers.set(digest, number);
      }
      if (!counts) continue;
      counting.push(number);
      kinds.push(kind);
    }
    const digests = [...numbers.keys()];
    const { rows } = await this.#pool.query<DecidedRow>({
      name: "admit",
      text: ADMIT_BATCH,
      values: [
        arrayLiteral(digests),
        arrayLiteral(counting),
        arrayLiteral(kinds),
        this.#clock?.now() ?? null,
        this.#monthlyLimits,
        TEST_KEY_DAILY_REQUESTS,
      ],
    });
    const keys = this.#keysOf(rows, digests);
    const nowMs = rows[0]?.now_ms ?? 0;
    return batch.map(({ digest, counts }) => {
      const key = keys.get(digest) ?? REFUSALS.key_unknown;
      return "outcome" in key ? key : nextVerdict(key, counts, nowMs);
    });
  }

  /** The keys by digest. Those that may pass are known from now on, the others no more. */
  #keysOf(rows: readonly DecidedRow[], digests: readonly string[]): ReadonlyMap<string, UsableKey | Refusal> {
    const keys = new Map<string, UsableKey | Refusal>();
    const counters = new Map<string, Counter>();
    if (rows[0] !== undefined) this.#known.keepIf(rows[0].version);
    for (const row of rows) {
      const digest = digests[row.n - 1] ?? "";
      const key = this.#keyOf(row, counters);
      keys.set(digest, key);
      if ("outcome" in key) this.#known.forget(digest);
      else this.#known.add(digest, key, endOf(row));
    }
    return keys;
  }

  /** Keys that share a counter share it here too, so that the granted go to the first in order of arrival. */
  #keyOf(row: DecidedRow, counters: Map<string, Counter>): UsableKey | Refusal {
    const refusal = refusalOf(row, row, row.now_ms);
    if (refusal !== null) return refusal;
    const principal = principalOf(row, row, this.#limitsIn);
    const policy = policyOf(row.type);
    const subject = subjectOf(row);
    const name = counterName(policy, subject);
    const counter = counters.get(name) ?? this.#counterOf({ policy, subject, limit: limitOf(principal) }, row);
    counters.set(name, counter);
    return { principal, counter };
  }

  /** A counter of which a statement has granted some to the batch, and `used` is what it told of it afterwards. */
  #counterOf(
    { policy, subject, limit }: Pick<Counter, "policy" | "subject" | "limit">,
    { used, granted, now_ms, window_start }: Pick<DecidedRow, "used" | "granted" | "now_ms" | "window_start">,
  ): Counter {
    const window = this.#windows.later(policy, now_ms, window_start);
    return { policy, subject, limit, window, usedBefore: used - granted, granted, taken: 0 };
  }
}

/** When time alone ends a key; far away where it does not. */
function endOf({ expires_at, grace_ends_at }: KeyRow): number {
  return Math.min(expires_at ?? Number.MAX_SAFE_INTEGER, grace_ends_at ?? Number.MAX_SAFE_INTEGER);
}

/** PostgreSQL's text form of an array whose elements need no quotes: digests, numbers and kinds. */
function arrayLiteral(elements: readonly (string | number)[]): string {
  return `{${elements.join(",")}}`;
}
