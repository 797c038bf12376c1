import type { Kysely, Transaction } from "kysely";
import type { LimitsReader } from "./limits.ts";
import type { Tables } from "./tables.ts";

/** What the parts of a store share beside admission, on either dialect. */
export interface Session {
  readonly db: Kysely<Tables>;
  readonly limitsIn: LimitsReader;
  /** The time of the store; a transaction asks once and keeps to it. Milliseconds since the epoch. */
  now(db: Kysely<Tables>): Promise<number>;
  /** Keeps other transactions of this account out until this one ends. SQLite lets in one writer at a time anyway. */
  lockAccount(trx: Transaction<Tables>, accountId: number): Promise<void>;
}
