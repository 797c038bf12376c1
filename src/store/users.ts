import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { emailChangePrefix, newToken, resetPrefix } from "../accounts/links.ts";
import type { AddressedUser, SessionRenewal, UserStore, WaysIn } from "../accounts/store.ts";
import { recordEvent } from "./audit.ts";
import { deleteLinkEmails, queueEmails } from "./outbox.ts";
import type { RepositoryContext } from "./repository-context.ts";
import type { Tables } from "./tables.ts";

/** better-auth's name for a credential that is a password. */
const PASSWORD_PROVIDER = "credential";
/** Accounts processed in one step; each is deleted in its own transaction. */
const SIGN_UPS_PER_STEP = 100;

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

    resetPassword: ({ linkId, passwordHash, origin, letter, ...user }) =>
      db.transaction().execute(async (trx) => {
        const { userId } = user;
        const accountId = await lockUser(context, trx, stillHas(user));
        if (accountId === null) return false;
        const used = await sql`delete from verifications where id = ${linkId}`.execute(trx);
        if (used.numAffectedRows === 0n) return false;
        await sql`update users set email_verified = true where id = ${userId}`.execute(trx);
        await sql`delete from sessions where user_id = ${userId}`.execute(trx);
        await deletePending(trx, userId);
        const nowMs = await context.now(trx);
        await setPassword(trx, userId, passwordHash, nowMs);
        await recordEvent(trx, { accountId, atMs: nowMs, name: "password_reset", origin });
        await queueEmails(trx, [letter(accountId)], nowMs);
        return true;
      }),

    deleteUnconfirmedSignUp: async (email) =>
      void (await deleteSignUp(context, sql`email = ${email} and not email_verified`)),

    endPending: (userId) =>
      db.transaction().execute(async (trx) => {
        // Under the lock, no link is being made for an email that waits.
        if ((await lockUser(context, trx, sql`id = ${userId}`)) !== null) await deletePending(trx, userId);
      }),

    waysIn: (email) => waysIn(db, email),

    endTwoFactor: (email, origin, letter) =>
      db.transaction().execute(async (trx) => {
        const accountId = await lockUser(context, trx, sql`email = ${email} and two_factor_enabled`);
        if (accountId === null) return false;
        const ended = await sql<{ readonly id: string }>`update users set two_factor_enabled = false
          where account_id = ${accountId} returning id`.execute(trx);
        for (const { id } of ended.rows) {
          await sql`delete from two_factors where user_id = ${id}`.execute(trx);
          await sql`delete from sessions where user_id = ${id}`.execute(trx);
          await deletePending(trx, id);
        }
        const nowMs = await context.now(trx);
        await recordEvent(trx, { accountId, atMs: nowMs, name: "two_factor_off", origin });
        await queueEmails(trx, [letter(accountId)], nowMs);
        return true;
      }),
  };
}

export async function setPassword(
  trx: Transaction<Tables>,
  userId: string,
  passwordHash: string,
  nowMs: number,
): Promise<void> {
  const now = new Date(nowMs).toISOString();
  const changed = await sql`update credentials set password = ${passwordHash}, updated_at = ${now}
    where user_id = ${userId} and provider_id = ${PASSWORD_PROVIDER}`.execute(trx);
  if (changed.numAffectedRows !== 0n) return;
  await sql`insert into credentials (id, account_id, provider_id, user_id, password, created_at, updated_at)
    values (${newToken()}, ${userId}, ${PASSWORD_PROVIDER}, ${userId}, ${passwordHash}, ${now}, ${now})`.execute(trx);
}

async function waysIn(db: Kysely<Tables>, email: string): Promise<WaysIn | null> {
  const { rows } = await sql<{ readonly id: string; readonly two_factor_enabled: boolean | number | null }>`
    select id, two_factor_enabled from users where email = ${email}`.execute(db);
  const [user] = rows;
  if (user === undefined) return null;
  const credentials = await sql<{ readonly provider_id: string; readonly password: string | null }>`
    select provider_id, password from credentials where user_id = ${user.id}`.execute(db);
  const passkeys = await sql`select id from passkeys where user_id = ${user.id}`.execute(db);
  const isPassword = (credential: { readonly provider_id: string }) => credential.provider_id === PASSWORD_PROVIDER;
  return {
    twoFactorOn: Boolean(user.two_factor_enabled),
    hasPassword: credentials.rows.some((one) => isPassword(one) && one.password !== null),
    passkeys: passkeys.rows.length,
    providers: credentials.rows.flatMap((one) => (isPassword(one) ? [] : [one.provider_id])).toSorted(),
  };
}

/** The address may have changed, or the user may be gone, since the link was sent. */
function stillHas({ userId, email }: AddressedUser): RawBuilder<unknown> {
  return sql`id = ${userId} and email = ${email}`;
}

/** Locks the account of the user that fulfills `condition`, and returns its id; null if there is no such user. */
async function lockUser(
  context: RepositoryContext,
  trx: Transaction<Tables>,
  condition: RawBuilder<unknown>,
): Promise<number | null> {
  const find = async () => {
    const { rows } = await sql<{ readonly account_id: number }>`
      select account_id from users where ${condition}`.execute(trx);
    return rows[0]?.account_id ?? null;
  };
  const accountId = await find();
  if (accountId === null) return null;
  await context.lockAccount(trx, accountId);
  // Checked again after waiting for the lock.
  return (await find()) === accountId ? accountId : null;
}

/**
 * Gives the user of an account another address, which counts as confirmed. Ends everything pending and the invitations
 * of the old address, unlinks the providers, and ends all sessions except `kept`, which gets a new token. Returns the providers, or null, with nothing
 * changed, if `kept` has ended.
 */
export async function moveUser(
  trx: Transaction<Tables>,
  accountId: number,
  email: string,
  kept: SessionRenewal | null,
): Promise<readonly string[] | null> {
  const { rows } = await sql<{ readonly id: string }>`select id from users where account_id = ${accountId}`.execute(
    trx,
  );
  const userId = rows[0]?.id;
  if (userId === undefined) return kept === null ? [] : null;
  if (kept !== null) {
    const renewed = await sql`update sessions set token = ${kept.newToken}
      where id = ${kept.sessionId} and user_id = ${userId}`.execute(trx);
    if (renewed.numAffectedRows === 0n) return null;
  }
  await sql`delete from sessions where user_id = ${userId} and id <> ${kept?.sessionId ?? ""}`.execute(trx);
  // They have let one person sign up. Before the user's row, in the order in which `join` locks.
  await sql`delete from invitations where email = (select email from users where id = ${userId})`.execute(trx);
  await deletePending(trx, userId);
  const unlinked = await sql<{ readonly provider_id: string }>`delete from credentials
    where user_id = ${userId} and provider_id <> ${PASSWORD_PROVIDER} returning provider_id`.execute(trx);
  await sql`update users set email = ${email}, email_verified = true where id = ${userId}`.execute(trx);
  return unlinked.rows.map(({ provider_id }) => provider_id).toSorted();
}

/** Deletes the user of an account with all its rows. False if there is none, or if `which` excludes it. */
export async function deleteUser(
  trx: Transaction<Tables>,
  accountId: number,
  which: "any" | "unconfirmed" = "any",
): Promise<boolean> {
  const { rows } = await sql<{ readonly id: string }>`delete from users where account_id = ${accountId}
    ${which === "any" ? sql`` : sql`and not email_verified`} returning id`.execute(trx);
  for (const { id } of rows) await deletePending(trx, id);
  return rows.length > 0;
}

/** Deletes everything that the user started and did not finish: rows of `verifications`, and emails that will make some. */
export async function deletePending(db: Kysely<Tables>, userId: string): Promise<void> {
  const { rows } = await sql<{
    readonly account_id: number;
  }>`select account_id from users where id = ${userId}`.execute(db);
  for (const { account_id } of rows) await deleteLinkEmails(db, account_id);
  await sql`delete from verifications where ${isPendingOf(userId)}`.execute(db);
}

/** The rows of `verifications` that the user started and did not finish. */
export function isPendingOf(userId: string): RawBuilder<unknown> {
  const starts = [emailChangePrefix(userId), resetPrefix(userId)].map(
    (prefix) => sql`substr(value, 1, ${sql.lit(prefix.length)}) = ${prefix}`,
  );
  return sql`(value = ${userId} or ${sql.join(starts, sql` or `)})`;
}

/** The account never had a key, no operator changed it, and nobody else is in it. */
export function isUntouched(accountId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`not exists (select 1 from api_keys k where k.account_id = ${accountId})
    and not exists (select 1 from audit_events e where e.account_id = ${accountId} and e.via = 'command')
    and not exists (select 1 from memberships m where m.account_id = ${accountId})
    and not exists (select 1 from invitations i where i.account_id = ${accountId})`;
}

const UNCONFIRMED_AND_UNTOUCHED = sql`not email_verified and ${isUntouched(sql.ref("users.account_id"))}`;

/** Deletes sign-ups before `beforeMs` not yet confirmed, unless the account had a key or an operator changed it. */
export async function deleteUnconfirmedSignUps(context: RepositoryContext, beforeMs: number): Promise<number> {
  let deleted = 0;
  for (let afterId = 0; ; ) {
    const { rows } = await sql<{ readonly id: number }>`
      select accounts.id from accounts join users on users.account_id = accounts.id
      where accounts.id > ${afterId} and accounts.created_at < ${beforeMs} and ${UNCONFIRMED_AND_UNTOUCHED}
      order by accounts.id limit ${SIGN_UPS_PER_STEP}`.execute(context.db);
    for (const { id } of rows) {
      if (await deleteSignUp(context, sql`account_id = ${id} and ${UNCONFIRMED_AND_UNTOUCHED}`)) deleted += 1;
    }
    const last = rows.at(-1);
    if (last === undefined) return deleted;
    afterId = last.id;
  }
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
