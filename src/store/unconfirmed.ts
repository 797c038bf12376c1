import { type RawBuilder, sql } from "kysely";
import type { Session } from "./session.ts";

/** Accounts processed in one step; each is deleted in its own transaction. */
const STEP = 100;

/** Conditions on account `a` with user `u`: nobody confirmed it, and no operator touched it. */
const UNTOUCHED: RawBuilder<unknown> = sql`not u.email_verified
  and not exists (select 1 from api_keys k where k.account_id = a.id)
  and not exists (select 1 from audit_events e where e.account_id = a.id and e.via = 'command')`;

/**
 * Deletes accounts that were created before `beforeMs` by a sign-up whose address was never confirmed. Keeps an account
 * that ever had a key, or that an operator changed or suspended. Returns the number of deleted accounts.
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

/** Returns false if the address was confirmed or an operator acted first. */
function forget(session: Session, accountId: number): Promise<boolean> {
  return session.db.transaction().execute(async (trx) => {
    await session.lockAccount(trx, accountId);
    // Deletes the user's row first: this waits for a confirmation that is in progress. The user's sessions, password,
    // and second factor are deleted with it.
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
