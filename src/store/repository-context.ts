import type { Kysely, Transaction } from "kysely";
import type { LimitsReader } from "./limits.ts";
import type { Tables } from "./tables.ts";

export interface RepositoryContext {
  readonly db: Kysely<Tables>;
  readonly limitsIn: LimitsReader;
  /** Milliseconds since the epoch. A transaction reads it once and uses that value throughout. */
  now(db: Kysely<Tables>): Promise<number>;
  /** Blocks other transactions on this account until this one ends. SQLite allows only one writer anyway. */
  lockAccount(trx: Transaction<Tables>, accountId: number): Promise<void>;
}
