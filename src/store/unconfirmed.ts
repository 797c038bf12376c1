import { type RawBuilder, sql } from "kysely";
import type { Session } from "./session.ts";

/** Accounts that are looked at in one step; each is deleted in a transaction of its own. */
const STEP = 100;

/** Of the account `a` with the user `u`: nobody confirmed it, and no operator had to do with it. */
const UNTOUCHED: RawBuilder<unknown> = sql`not u.email_verified
  and not exists (select 1 from api_keys k where k.account_id = a.id)
  and not exists (select 1 from audit_events e where e.account_id = a.id and e.via = 'command')`;

/**
 * Deletes accounts that were created before `beforeMs` by a sign-up whose address was never confirmed. One that ever had a
 * key, or that an operator changed or suspended, stays. Answers how many went.
 */
export async function forgetUnconfirmed(session: Session, beforeMs: number): Promise<number> {
  let forgotten = 0;
  for (let afterId = 0; ; ) {
    const { rows } = await sql<{ readonly id: number }>`
      select a.id from accounts a join users u on u.account_id = a.id
      where a.id > ${afterId} and a.created_at < ${beforeMs} and ${UNTOUCHED}
      order by a.id limit ${STEP}`.execute(session.db);
    for (const { id } of rows) if (await forget(session, id)) forgotten += 1;
    const last = rows.at(-1);
    if (last === undefined) return forgotten;
    afterId = last.id;
  }
}

/** False where the address was confirmed or an operator came first. */
function forget(session: Session, accountId: number): Promise<boolean> {
  return session.db.transaction().execute(async (trx) => {
    await session.lockAccount(trx, accountId);
    // The user's row first: an address that is being confirmed at this moment is waited for. Its sessions, password and
    // second factor go with it.
    const gone = await sql`delete from users where account_id = ${accountId} and id in (
      select u.id from users u join accounts a on a.id = u.account_id where a.id = ${accountId} and ${UNTOUCHED}
    ) and not email_verified`.execute(trx);
    if (gone.numAffectedRows === 0n) return false;
    await trx.deleteFrom("notices").where("account_id", "=", accountId).execute();
    await trx.deleteFrom("former_addresses").where("account_id", "=", accountId).execute();
    await trx.deleteFrom("audit_events").where("account_id", "=", accountId).execute();
    await trx.deleteFrom("counters").where("policy", "=", "month").where("subject", "=", accountId).execute();
    await trx.deleteFrom("accounts").where("id", "=", accountId).execute();
    return true;
  });
}
