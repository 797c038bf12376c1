import { type RawBuilder, sql } from "kysely";
import type { RepositoryContext } from "./repository-context.ts";
import { deleteUser, lockUser } from "./user-rows.ts";

/** Accounts processed in one step; each is deleted in its own transaction. */
const STEP = 100;

/** The account never had a key, and no operator changed it. */
function isUntouched(accountId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`not exists (select 1 from api_keys k where k.account_id = ${accountId})
    and not exists (select 1 from audit_events e where e.account_id = ${accountId} and e.via = 'command')`;
}

const UNCONFIRMED_AND_UNTOUCHED = sql`not email_verified and ${isUntouched(sql.ref("users.account_id"))}`;

/** Deletes sign-ups before `beforeMs` not yet confirmed, unless the account had a key or an operator changed it. */
export async function deleteUnconfirmedSignUps(context: RepositoryContext, beforeMs: number): Promise<number> {
  let deleted = 0;
  for (let afterId = 0; ; ) {
    const { rows } = await sql<{ readonly id: number }>`
      select accounts.id from accounts join users on users.account_id = accounts.id
      where accounts.id > ${afterId} and accounts.created_at < ${beforeMs} and ${UNCONFIRMED_AND_UNTOUCHED}
      order by accounts.id limit ${STEP}`.execute(context.db);
    for (const { id } of rows) {
      if (await deleteSignUp(context, sql`account_id = ${id} and ${UNCONFIRMED_AND_UNTOUCHED}`)) deleted += 1;
    }
    const last = rows.at(-1);
    if (last === undefined) return deleted;
    afterId = last.id;
  }
}

/** Deletes the unconfirmed sign-up with an address, and its account under the same conditions. */
export async function deleteUnconfirmedSignUp(context: RepositoryContext, email: string): Promise<void> {
  await deleteSignUp(context, sql`email = ${email} and not email_verified`);
}

/** Returns false if no user fulfills `condition` once its account is locked. */
function deleteSignUp(context: RepositoryContext, condition: RawBuilder<unknown>): Promise<boolean> {
  return context.db.transaction().execute(async (trx) => {
    const accountId = await lockUser(context, trx, condition);
    if (accountId === null || !(await deleteUser(trx, accountId, "unconfirmed"))) return false;
    const { rows } =
      await sql`select 1 from accounts where id = ${accountId} and ${isUntouched(sql.ref("accounts.id"))}`.execute(trx);
    if (rows.length === 0) return true;
    await trx.deleteFrom("notices").where("account_id", "=", accountId).execute();
    await trx.deleteFrom("former_addresses").where("account_id", "=", accountId).execute();
    await trx.deleteFrom("audit_events").where("account_id", "=", accountId).execute();
    await trx.deleteFrom("counters").where("policy", "=", "month").where("subject", "=", accountId).execute();
    await trx.deleteFrom("accounts").where("id", "=", accountId).execute();
    return true;
  });
}
