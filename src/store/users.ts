import { randomBytes } from "node:crypto";
import { type RawBuilder, sql, type Transaction } from "kysely";
import type { AddressedUser, NewPassword, UserStore } from "../accounts/store.ts";
import { recordEvent } from "./audit.ts";
import type { RepositoryContext } from "./repository-context.ts";
import type { Tables } from "./tables.ts";
import { deleteUnconfirmedSignUp } from "./unconfirmed-sign-ups.ts";
import { isPendingOf, lockUser, PASSWORD_PROVIDER } from "./user-rows.ts";

const ID_BYTES = 24;

/** Changes of users that better-auth's own calls cannot make in one transaction with ours. */
export function userStore(context: RepositoryContext): UserStore {
  const { db } = context;
  return {
    confirm: (user, origin) =>
      db.transaction().execute(async (trx) => {
        const accountId = await lockUser(context, trx, stillHas(user));
        if (accountId === null) return false;
        const changed = await sql`update users set email_verified = true where id = ${user.userId}
          and not email_verified`.execute(trx);
        if (changed.numAffectedRows === 0n) return true;
        await recordEvent(trx, { accountId, atMs: await context.now(trx), name: "signed_up", origin });
        return true;
      }),

    resetPassword: (reset) => db.transaction().execute((trx) => resetPassword(context, trx, reset)),

    deleteUnconfirmedSignUp: (email) => deleteUnconfirmedSignUp(context, email),

    async endPending(userId) {
      await sql`delete from verifications where ${isPendingOf(userId)}`.execute(db);
    },
  };
}

async function resetPassword(
  context: RepositoryContext,
  trx: Transaction<Tables>,
  { linkId, passwordHash, origin, ...user }: NewPassword,
): Promise<boolean> {
  const { userId } = user;
  const accountId = await lockUser(context, trx, stillHas(user));
  if (accountId === null) return false;
  const used = await sql`delete from verifications where id = ${linkId}`.execute(trx);
  if (used.numAffectedRows === 0n) return false;
  await sql`update users set email_verified = true where id = ${userId}`.execute(trx);
  await sql`delete from sessions where user_id = ${userId}`.execute(trx);
  await sql`delete from verifications where ${isPendingOf(userId)}`.execute(trx);
  const nowMs = await context.now(trx);
  const now = new Date(nowMs).toISOString();
  const changed = await sql`update credentials set password = ${passwordHash}, updated_at = ${now}
    where user_id = ${userId} and provider_id = ${PASSWORD_PROVIDER}`.execute(trx);
  if (changed.numAffectedRows === 0n) {
    const id = randomBytes(ID_BYTES).toString("base64url");
    await sql`insert into credentials (id, account_id, provider_id, user_id, password, created_at, updated_at)
      values (${id}, ${userId}, ${PASSWORD_PROVIDER}, ${userId}, ${passwordHash}, ${now}, ${now})`.execute(trx);
  }
  await recordEvent(trx, { accountId, atMs: nowMs, name: "password_reset", origin });
  return true;
}

/** The address may have changed, or the user may be gone, since the link was sent. */
function stillHas({ userId, email }: AddressedUser): RawBuilder<unknown> {
  return sql`id = ${userId} and email = ${email}`;
}
