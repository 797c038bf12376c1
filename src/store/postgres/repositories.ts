import { type Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import type { Clock } from "../../base/clock.ts";
import { StoreError } from "../error.ts";
import type { LimitsReader } from "../limits.ts";
import { createRepositories, storeKysely } from "../repositories.ts";
import type { Repositories } from "../store.ts";
import type { Tables } from "../tables.ts";
import type { PrimaryPool } from "./pool.ts";
import { SERVER_NOW } from "./statement.ts";

/** The repositories of a PostgreSQL store. With `clock` null, the time is the server's. */
export function postgresRepositories(pool: PrimaryPool, clock: Clock | null, limitsIn: LimitsReader): Repositories {
  const db = storeKysely(new PostgresDialect({ pool }), (error) => pool.handleFailure(error));
  const now = clock === null ? serverNow : async () => clock.now();
  return createRepositories({ db, limitsIn, now, lockAccount });
}

/** The server's time in milliseconds since the epoch. */
export async function serverNow(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ now_ms: number }>`select ${sql.raw(SERVER_NOW)} as now_ms`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new StoreError("PostgreSQL did not return the time");
  return row.now_ms;
}

async function lockAccount(trx: Transaction<Tables>, accountId: number): Promise<void> {
  await trx.selectFrom("accounts").select("id").where("id", "=", accountId).forUpdate().execute();
}
