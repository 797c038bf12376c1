import { sql, type Transaction } from "kysely";
import type { MainOwnerResult, PersonChange } from "../accounts/members.ts";
import { recordEvent } from "./audit.ts";
import { endAccount, endedRow } from "./delete-account.ts";
import type { RepositoryContext } from "./repository-context.ts";
import { requirePermission, roleOf } from "./roles.ts";
import type { Tables } from "./tables.ts";
import { deletePending, isUntouched } from "./users.ts";

interface UserRow {
  readonly id: string;
  readonly email: string;
  readonly account_id: number;
}

/**
 * The new main owner's own account, which is unused, is closed. The one before gets a new one, and stays an owner here.
 * So each user has an account of their own, and each of these one user, as versions before teams expect.
 */
export function changeMainOwner(
  context: RepositoryContext,
  { accountId, userId, origin }: PersonChange,
): Promise<MainOwnerResult> {
  const { db, lockAccount, now } = context;
  return db.transaction().execute<MainOwnerResult>(async (trx) => {
    const next = await userBy(trx, "id", userId);
    if (next === undefined) return { ok: false, reason: "not_found" };
    // In one order, whoever does it.
    for (const id of [accountId, next.account_id].toSorted((one, other) => one - other)) await lockAccount(trx, id);
    await requirePermission(trx, accountId, "people", origin);
    const again = await userBy(trx, "id", userId);
    const role = await roleOf(trx, accountId, userId);
    if (role === null || again?.account_id !== next.account_id) return { ok: false, reason: "not_found" };
    if (role !== "owner") return { ok: false, reason: "not_owner" };
    const own = next.account_id;
    if (own === accountId) return { ok: true };
    if (await isInUse(trx, own)) return { ok: false, reason: "account_in_use" };
    const atMs = await now(trx);
    const { email } = next;
    await recordEvent(trx, { accountId, atMs, name: "main_owner_changed", origin, detail: email });
    const former = await userBy(trx, "account_id", accountId);
    // A change of address that is pending would move the account that its person no longer goes by.
    for (const { id } of former === undefined ? [next] : [next, former]) await deletePending(trx, id);
    await endAccount(trx, own, atMs);
    await trx
      .updateTable("accounts")
      .set(endedRow(own, null, atMs))
      .where("id", "=", own)
      .execute();
    await recordEvent(trx, { accountId: own, atMs, name: "account_deleted", origin });
    await trx.updateTable("accounts").set({ email }).where("id", "=", accountId).execute();
    await trx.deleteFrom("memberships").where("account_id", "=", accountId).where("user_id", "=", userId).execute();
    if (former !== undefined) {
      await giveOwnAccount(trx, former, atMs);
      const role = { account_id: accountId, user_id: former.id, role: "owner", joined_at: atMs } as const;
      await trx
        .insertInto("memberships")
        .values({ ...role, selected_at: atMs })
        .execute();
      // From before people were recorded with events.
      await sql`update audit_events set user_id = ${former.id}
        where account_id = ${accountId} and user_id is null and via = 'dashboard'`.execute(trx);
      await sql`update sessions set account_id = ${accountId}
        where user_id = ${former.id} and account_id is null`.execute(trx);
    }
    await sql`update users set account_id = ${accountId} where id = ${userId}`.execute(trx);
    return { ok: true };
  });
}

async function userBy(
  trx: Transaction<Tables>,
  column: "id" | "account_id",
  value: string | number,
): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`select id, email, account_id from users
    where ${sql.ref(column)} = ${value}`.execute(trx);
  return rows[0];
}

/** Also one that is suspended. */
async function isInUse(trx: Transaction<Tables>, accountId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from accounts where id = ${accountId} and suspended_at is null
    and ${isUntouched(sql.ref("accounts.id"))}`.execute(trx);
  return rows.length === 0;
}

/** A new account of their own for a user whose account went to somebody else. */
export async function giveOwnAccount(
  trx: Transaction<Tables>,
  { id, email }: Pick<UserRow, "id" | "email">,
  atMs: number,
): Promise<number> {
  const account = await trx
    .insertInto("accounts")
    .values({ email, plan: "free", created_at: atMs })
    .returning("id")
    .executeTakeFirstOrThrow();
  const origin = { via: "service", address: null } as const;
  await recordEvent(trx, { accountId: account.id, atMs, name: "account_created", origin, detail: "free" });
  await sql`update users set account_id = ${account.id} where id = ${id}`.execute(trx);
  return account.id;
}
