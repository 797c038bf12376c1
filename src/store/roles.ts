import { type Kysely, sql, type Transaction } from "kysely";
import type { Origin } from "../accounts/account.ts";
import { may, type Permission, PermissionEnded, type Role } from "../accounts/roles.ts";
import type { Tables } from "./tables.ts";

/** null if the person is not in the account, or if it is deleted. */
export async function roleOf(db: Kysely<Tables>, accountId: number, userId: string): Promise<Role | null> {
  const { rows } = await sql<{ readonly role: Role }>`
    select 'owner' as role from users join accounts on accounts.id = users.account_id
      where users.id = ${userId} and accounts.id = ${accountId} and deleted_at is null
    union all
    select role from memberships join accounts on accounts.id = memberships.account_id
      where user_id = ${userId} and accounts.id = ${accountId} and deleted_at is null`.execute(db);
  return rows[0]?.role ?? null;
}

/** Under the lock of the account. @throws PermissionEnded if a person made the change who may no longer do so */
export async function requirePermission(
  trx: Transaction<Tables>,
  accountId: number,
  permission: Permission | undefined,
  { userId }: Origin,
): Promise<void> {
  if (userId === undefined || permission === undefined) return;
  const role = await roleOf(trx, accountId, userId);
  if (role === null || !may(role, permission)) throw new PermissionEnded();
}
