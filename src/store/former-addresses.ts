import type { Transaction } from "kysely";
import type { RepositoryContext } from "./repository-context.ts";
import type { Tables } from "./tables.ts";
import { currentWindow } from "./windows.ts";

/** Keeps an account's address, with a reference to its counter and its keys, until the month ends. */
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
    .onConflict((conflict) => conflict.columns(["digest", "account_id"]).doUpdateSet({ month_start }))
    .execute();
}

/** Carries over this month's count and today's keys from accounts that were deleted under the same address. */
export async function inheritCount(
  trx: Transaction<Tables>,
  digest: string,
  accountId: number,
  nowMs: number,
): Promise<void> {
  const { startMs: window_start } = await currentWindow(trx, "month", nowMs);
  const former = await trx
    .selectFrom("former_addresses")
    .leftJoin("counters", (join) =>
      join
        .onRef("counters.subject", "=", "former_addresses.account_id")
        .on("counters.policy", "=", "month")
        .on("counters.window_start", "=", window_start),
    )
    .select(({ fn }) => [fn.countAll<number>().as("accounts"), fn.max("counters.used").as("used")])
    .where("former_addresses.digest", "=", digest)
    .where("former_addresses.month_start", "=", window_start)
    .executeTakeFirstOrThrow();
  if (Number(former.accounts) === 0) return;
  await keepFormerAddress(trx, digest, accountId, nowMs);
  if (former.used === null) return;
  await trx
    .insertInto("counters")
    .values({ policy: "month", subject: accountId, window_start, used: former.used })
    .execute();
}

/**
 * Accounts with the same address, deleted this month before this one was created. Accounts that still exist, or that
 * changed to another address, are left out: nobody may use up another account's quota.
 */
export function predecessorsOf(trx: Transaction<Tables>, accountId: number) {
  return trx
    .selectFrom("former_addresses as own")
    .innerJoin("accounts as account", "account.id", "own.account_id")
    .innerJoin("former_addresses as other", "other.digest", "own.digest")
    .innerJoin("accounts as predecessor", "predecessor.id", "other.account_id")
    .select("other.account_id")
    .where("own.account_id", "=", accountId)
    .whereRef("predecessor.deleted_at", "<=", "account.created_at");
}

export async function pruneFormerAddresses({ db, now }: RepositoryContext): Promise<void> {
  const { startMs } = await currentWindow(db, "month", await now(db));
  await db.deleteFrom("former_addresses").where("month_start", "<", startMs).execute();
}
