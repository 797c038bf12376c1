import { type Kysely, sql, type Transaction } from "kysely";
import type { Origin } from "../accounts/account.ts";
import type { Member } from "../accounts/members.ts";
import { recordEvent } from "./audit.ts";
import type { Tables } from "./tables.ts";

/** The main owner first, then in order of joining. */
export async function membersOf(db: Kysely<Tables>, accountId: number): Promise<readonly Member[]> {
  const { rows } = await sql<Omit<Member, "isMain">>`
    select id as "userId", email, 'owner' as role, null as "joinedAtMs", 0 as joined
      from users where account_id = ${accountId}
    union all
    select users.id, email, role, joined_at, joined_at
      from memberships join users on users.id = user_id where memberships.account_id = ${accountId}
    order by joined, email`.execute(db);
  return rows.map(({ userId, email, role, joinedAtMs }) => {
    return { userId, email, role, joinedAtMs, isMain: joinedAtMs === null };
  });
}

/** The accounts of others in which the main owner of an account is, too. */
export async function accountsWithMainOwnerOf(db: Kysely<Tables>, accountId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ readonly account_id: number }>`select memberships.account_id
    from memberships join users on users.id = user_id where users.account_id = ${accountId}`.execute(db);
  return rows.map((row) => row.account_id);
}

/** Records for the accounts of others that a person who is deleted was in them. */
export async function leaveAll(
  trx: Transaction<Tables>,
  { userId, email }: Pick<Member, "userId" | "email">,
  atMs: number,
  origin: Origin,
): Promise<void> {
  const left = trx.deleteFrom("memberships").where("user_id", "=", userId);
  for (const { account_id: accountId, role } of await left.returning(["account_id", "role"]).execute()) {
    await recordEvent(trx, { accountId, atMs, name: "person_left", origin, detail: `${email}: ${role}` });
  }
}
