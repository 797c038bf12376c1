import { type RawBuilder, sql, type Transaction } from "kysely";
import type { RepositoryContext } from "./repository-context.ts";
import type { Tables } from "./tables.ts";
import { deleteUser } from "./user-rows.ts";

/** Accounts processed in one step; each is deleted in its own transaction. */
const STEP = 100;

/** Conditions on account `a`: it never had a key, and no operator changed it. */
const UNTOUCHED: RawBuilder<unknown> = sql`not exists (select 1 from api_keys k where k.account_id = a.id)
  and not exists (select 1 from audit_events e where e.account_id = a.id and e.via = 'command')`;

/**
 * Deletes accounts that were created before `beforeMs` by a sign-up whose address was never confirmed. Keeps an account
 * that ever had a key, or that an operator changed or suspended. Returns the number of deleted accounts.
 */
export async function deleteUnconfirmedSignUps(context: RepositoryContext, beforeMs: number): Promise<number> {
  let deleted = 0;
  for (let afterId = 0; ; ) {
    const { rows } = await sql<{ readonly id: number }>`
      select a.id from accounts a join users u on u.account_id = a.id
      where a.id > ${afterId} and a.created_at < ${beforeMs} and not u.email_verified and ${UNTOUCHED}
      order by a.id limit ${STEP}`.execute(context.db);
    for (const { id } of rows) if (await deleteIfUnconfirmed(context, id)) deleted += 1;
    const last = rows.at(-1);
    if (last === undefined) return deleted;
    afterId = last.id;
  }
}

/** Deletes the unconfirmed sign-up with an address, and its account if that is `UNTOUCHED`. Does nothing if there is none. */
export function deleteUnconfirmedSignUp(context: RepositoryContext, email: string): Promise<void> {
  return context.db.transaction().execute(async (trx) => {
    const find = async () => {
      const { rows } = await sql<{ readonly account_id: number }>`
        select account_id from users where email = ${email} and not email_verified`.execute(trx);
      return rows[0]?.account_id;
    };
    const accountId = await find();
    if (accountId === undefined) return;
    await context.lockAccount(trx, accountId);
    // Checked again: the address may have been confirmed while this waited for the lock.
    if ((await find()) !== accountId) return;
    if (await deleteUser(trx, accountId, "unconfirmed")) await deleteUntouched(trx, accountId);
  });
}

/** Returns false if the address was confirmed or an operator acted first. */
function deleteIfUnconfirmed(context: RepositoryContext, accountId: number): Promise<boolean> {
  return context.db.transaction().execute(async (trx) => {
    await context.lockAccount(trx, accountId);
    const { rows } = await sql`select u.id from users u join accounts a on a.id = u.account_id
      where a.id = ${accountId} and not u.email_verified and ${UNTOUCHED}`.execute(trx);
    if (rows.length === 0 || !(await deleteUser(trx, accountId, "unconfirmed"))) return false;
    await deleteUntouched(trx, accountId);
    return true;
  });
}

/** Deletes an account that has no user, with all its data, if it is `UNTOUCHED`. */
async function deleteUntouched(trx: Transaction<Tables>, accountId: number): Promise<void> {
  const { rows } = await sql`select a.id from accounts a where a.id = ${accountId} and ${UNTOUCHED}`.execute(trx);
  if (rows.length === 0) return;
  await trx.deleteFrom("notices").where("account_id", "=", accountId).execute();
  await trx.deleteFrom("former_addresses").where("account_id", "=", accountId).execute();
  await trx.deleteFrom("audit_events").where("account_id", "=", accountId).execute();
  await trx.deleteFrom("counters").where("policy", "=", "month").where("subject", "=", accountId).execute();
  await trx.deleteFrom("accounts").where("id", "=", accountId).execute();
}
