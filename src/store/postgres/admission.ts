import type { Pool } from "pg";
import type { AdmissionRequest, AdmissionStore, Verdict } from "../../access/store.ts";
import type { Clock } from "../../domain/clock.ts";
import { PLAN_NAMES, type PlanTable, TEST_KEY_DAILY_REQUESTS } from "../../domain/plan.ts";
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
  type UsableKey,
} from "../verdict.ts";
import { ADMIT_BATCH } from "./statement.ts";

/** A digest of the batch that is a key, with its counter after the batch. */
interface Row extends KeyRow, AccountRow {
  readonly n: number;
  readonly now_ms: number;
  readonly window_start: number;
  readonly used: number;
  readonly granted: number;
}

/**
 * Admission in PostgreSQL, for any number of processes: a batch is one statement. When the connection is lost under way
 * the outcome is not known, so the batch is never sent again: it may have been counted.
 */
export class PostgresAdmission implements AdmissionStore {
  readonly #pool: Pool;
  readonly #clock: Clock | null;
  readonly #limitsIn: LimitsReader;
  readonly #monthlyLimits: string;
  readonly #windows = new CurrentWindows();

  /** `clock` null: windows follow the server's clock. */
  constructor(pool: Pool, clock: Clock | null, plans: PlanTable, limitsIn: LimitsReader) {
    this.#pool = pool;
    this.#clock = clock;
    this.#limitsIn = limitsIn;
    this.#monthlyLimits = JSON.stringify(
      Object.fromEntries(PLAN_NAMES.map((name) => [name, plans[name].monthlyRequests])),
    );
  }

  async admit(batch: readonly AdmissionRequest[]): Promise<readonly Verdict[]> {
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
    const { rows } = await this.#pool.query<Row>({
      name: "admit",
      text: ADMIT_BATCH,
      values: [
        arrayLiteral([...numbers.keys()]),
        arrayLiteral(counting),
        arrayLiteral(kinds),
        this.#clock?.now() ?? null,
        this.#monthlyLimits,
        TEST_KEY_DAILY_REQUESTS,
      ],
    });
    return this.#verdicts(batch, numbers, rows);
  }

  #verdicts(
    batch: readonly AdmissionRequest[],
    numbers: ReadonlyMap<string, number>,
    rows: readonly Row[],
  ): readonly Verdict[] {
    const nowMs = rows[0]?.now_ms ?? 0;
    const counters = new Map<string, Counter>();
    const keys = new Map(rows.map((row) => [row.n, this.#keyOf(row, counters)]));
    return batch.map(({ digest, counts }) => {
      const key = keys.get(numbers.get(digest) ?? 0) ?? REFUSALS.key_unknown;
      return "outcome" in key ? key : nextVerdict(key, counts, nowMs);
    });
  }

  /** Live keys of one account share its counter, so that the granted go to the first in order of arrival. */
  #keyOf(row: Row, counters: Map<string, Counter>): UsableKey | Refusal {
    const refusal = refusalOf(row, row, row.now_ms);
    if (refusal !== null) return refusal;
    const principal = principalOf(row, row, this.#limitsIn);
    const policy = policyOf(row.type);
    const name = `${policy} ${row.type === "live" ? row.account_id : row.key_id}`;
    let counter = counters.get(name);
    if (counter === undefined) {
      const { used, granted } = row;
      const window = this.#windows.later(policy, row.now_ms, row.window_start);
      counter = { policy, limit: limitOf(principal), window, usedBefore: used - granted, granted, taken: 0 };
      counters.set(name, counter);
    }
    return { principal, counter };
  }
}

/** PostgreSQL's text form of an array whose elements need no quotes: digests, numbers and kinds. */
function arrayLiteral(elements: readonly (string | number)[]): string {
  return `{${elements.join(",")}}`;
}
