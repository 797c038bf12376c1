import type { Transaction } from "kysely";
import { currentWindow } from "./current-window.ts";
import type { Session } from "./session.ts";
import type { Tables } from "./tables.ts";

/** Keeps the address of an account that is being deleted, with a reference to its counter, until the month ends. */
export async function keepFormerAddress(
  trx: Transaction<Tables>,
  digest: string,
  accountId: number,
  nowMs: number,
): Promise<void> {
  const { startMs: month_start } = await currentWindow(trx, "month", nowMs);
  await trx
    .insertInto("former_addresses")
    .values({ digest, account_id: accountId, month_start })
    .onConflict((conflict) => conflict.column("digest").doUpdateSet({ account_id: accountId, month_start }))
    .execute();
}

/** Gives a new account the month's count of the account that was deleted under its address this month, if there was one. */
export async function inheritCount(
  trx: Transaction<Tables>,
  digest: string,
  accountId: number,
  nowMs: number,
): Promise<void> {
  const { startMs: window_start } = await currentWindow(trx, "month", nowMs);
  const former = await trx
    .selectFrom("former_addresses")
    .innerJoin("counters", "counters.subject", "former_addresses.account_id")
    .select("counters.used")
    .where("former_addresses.digest", "=", digest)
    .where("former_addresses.month_start", "=", window_start)
    .where("counters.policy", "=", "month")
    .where("counters.window_start", "=", window_start)
    .executeTakeFirst();
  if (former === undefined) return;
  await trx
    .insertInto("counters")
    .values({ policy: "month", subject: accountId, window_start, used: former.used })
    .execute();
}

/** Deletes the addresses that were kept for a month that is over. */
export async function pruneFormerAddresses({ db, now }: Session): Promise<void> {
  const { startMs } = await currentWindow(db, "month", await now(db));
  await db.deleteFrom("former_addresses").where("month_start", "<", startMs).execute();
}
