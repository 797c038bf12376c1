import { type RawBuilder, sql, type Transaction } from "kysely";
import { emailChangePrefix, resetPrefix } from "../accounts/links.ts";
import type { SessionRenewal } from "../accounts/store.ts";
import type { RepositoryContext } from "./repository-context.ts";
import type { Tables } from "./tables.ts";

/** better-auth's name for a credential that is a password. */
export const PASSWORD_PROVIDER = "credential";

/** Locks the account of the user that fulfills `condition`, and returns its id; null if there is no such user. */
export async function lockUser(
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
 * Gives the user of an account another address, which counts as confirmed. Ends everything pending, unlinks the
 * providers, and ends all sessions except `kept`, which gets a new token. Returns the providers, or null, with nothing
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
  await sql`delete from verifications where ${isPendingOf(userId)}`.execute(trx);
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
  for (const { id } of rows) await sql`delete from verifications where ${isPendingOf(id)}`.execute(trx);
  return rows.length > 0;
}

/** Everything in `verifications` that the user started and did not finish. */
export function isPendingOf(userId: string): RawBuilder<boolean> {
  const starts = [emailChangePrefix(userId), resetPrefix(userId)].map(
    (prefix) => sql`substr(value, 1, ${sql.lit(prefix.length)}) = ${prefix}`,
  );
  return sql<boolean>`(value = ${userId} or ${sql.join(starts, sql` or `)})`;
}
