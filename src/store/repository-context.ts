import type { Kysely, Transaction } from "kysely";
import type { LimitsReader } from "./limits.ts";
import type { Tables } from "./tables.ts";

/** What the repositories share, on either dialect. */
export interface RepositoryContext {
  readonly db: Kysely<Tables>;
  readonly limitsIn: LimitsReader;
  /**
   * The time of the store. A transaction reads it once and uses that value throughout. Milliseconds since the epoch.
   */
  now(db: Kysely<Tables>): Promise<number>;
  /** Blocks other transactions on this account until this one ends. SQLite allows only one writer anyway. */
  lockAccount(trx: Transaction<Tables>, accountId: number): Promise<void>;
}
