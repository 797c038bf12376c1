import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { AuditEventName } from "../accounts/account.ts";
import {
  type ChangeMemberResult,
  type InviteResult,
  type JoinResult,
  MAX_PEOPLE,
  type Member,
  type MemberStore,
  type Membership,
  type PersonChange,
  UNSENT_INVITATION_MS,
} from "../accounts/members.ts";
import type { Role } from "../accounts/roles.ts";
import { readAccount } from "./accounts.ts";
import { recordEvent } from "./audit.ts";
import { changeMainOwner } from "./main-owner.ts";
import { membersOf } from "./member-rows.ts";
import { deleteInvitationEmails, queueEmails } from "./outbox.ts";
import type { RepositoryContext } from "./repository-context.ts";
import { roleOf } from "./roles.ts";
import type { Tables } from "./tables.ts";
import { setPassword } from "./users.ts";

export function memberStore(context: RepositoryContext): MemberStore {
  const { db } = context;
  return {
    role: (accountId, userId) => roleOf(db, accountId, userId),

    async accountsOf(userId) {
      const { rows } = await sql<Membership>`
        select accounts.id as "accountId", accounts.email, 'owner' as role, 0 as joined
          from users join accounts on accounts.id = users.account_id where users.id = ${userId} and deleted_at is null
        union all
        select accounts.id, accounts.email, role, joined_at
          from memberships join accounts on accounts.id = account_id where user_id = ${userId} and deleted_at is null
        order by joined limit ${MAX_PEOPLE}`.execute(db);
      return rows.map(({ accountId, email, role }) => ({ accountId, email, role }));
    },

    members: (accountId) => membersOf(db, accountId),

    async invitations(accountId) {
      return await openInvitations(db, await context.now(db))
        .select(["id", "invitations.email", "role", "at as invitedAtMs", "expires_at as expiresAtMs"])
        .where("account_id", "=", accountId)
        .orderBy("id")
        .execute();
    },

    invite: ({ accountId, email, role, origin, letter }) =>
      locked<InviteResult>(context, accountId, async (trx, nowMs) => {
        const account = await readAccount(trx, accountId);
        if (account === undefined || account.deleted_at !== null) return { ok: false, reason: "account_not_found" };
        if (account.suspended_at !== null) return { ok: false, reason: "account_suspended" };
        const members = await membersOf(trx, accountId);
        if (members.some((member) => member.email === email)) return { ok: false, reason: "already_member" };
        await endInvitations(trx, accountId, sql`email = ${email}`);
        const waiting = await openInvitations(trx, nowMs).select("id").where("account_id", "=", accountId).execute();
        if (members.length + waiting.length >= MAX_PEOPLE) return { ok: false, reason: "too_many_people" };
        const invited = { account_id: accountId, email, role, invited_by: origin.userId ?? null, at: nowMs };
        await trx.insertInto("invitations").values(invited).execute();
        await queueEmails(trx, [letter], nowMs);
        await recordEvent(trx, { accountId, atMs: nowMs, name: "person_invited", origin, detail: `${email}: ${role}` });
        return { ok: true };
      }),

    withdraw: (accountId, id, origin) =>
      locked(context, accountId, async (trx, atMs) => {
        const [email] = await endInvitations(trx, accountId, sql`id = ${id}`);
        if (email === undefined) return false;
        await recordEvent(trx, { accountId, atMs, name: "invitation_withdrawn", origin, detail: email });
        return true;
      }),

    changeRole: (change, role) =>
      changeMember(context, change, role, {
        event: (member) => ({ name: "role_changed", detail: `${member.email}: ${member.role} → ${role}` }),
        async work(trx, { userId, role: before }) {
          await membershipOf(trx, change.accountId, userId).set({ role }).execute();
          // Whoever no longer invites people has invited nobody.
          if (before === "owner") await endInvitations(trx, change.accountId, sql`invited_by = ${userId}`);
        },
      }),

    remove: (change) =>
      changeMember(context, change, null, {
        event: ({ email, role }) => ({ name: "person_removed", detail: `${email}: ${role}` }),
        async work(trx, member) {
          await deleteMembership(trx, change.accountId, member);
          const { userId } = member;
          await sql`delete from sessions where user_id = ${userId} and account_id = ${change.accountId}`.execute(trx);
        },
      }),

    leave: (change) =>
      changeMember(context, change, null, {
        event: ({ email, role }) => ({ name: "person_left", detail: `${email}: ${role}` }),
        async work(trx, member) {
          await deleteMembership(trx, change.accountId, member);
          await sql`update sessions set account_id = null
            where user_id = ${member.userId} and account_id = ${change.accountId}`.execute(trx);
        },
      }),

    changeMainOwner: (change) => changeMainOwner(context, change),

    async findInvitation(digest) {
      const row = await openInvitations(db, await context.now(db))
        .innerJoin("accounts", "accounts.id", "account_id")
        .select(["accounts.email as accountEmail", "invitations.email", "role"])
        .select("invited_by")
        .where("digest", "=", digest)
        .where("deleted_at", "is", null)
        .executeTakeFirst();
      if (row === undefined) return null;
      const { invited_by, ...invitation } = row;
      return { ...invitation, isByOperator: invited_by === null };
    },

    async invitedBy(email) {
      const rows = await openInvitations(db, await context.now(db))
        .select("invited_by")
        .where("invitations.email", "=", email)
        .where("expires_at", "is not", null)
        .execute();
      if (rows.length === 0) return null;
      return rows.some(({ invited_by }) => invited_by === null) ? "operator" : "team";
    },

    async join(digest, { userId, origin }) {
      const found = await openInvitations(db, await context.now(db))
        .select("account_id")
        .where("digest", "=", digest)
        .executeTakeFirst();
      if (found === undefined) return { ok: false, reason: "invitation_gone" };
      const accountId = found.account_id;
      return await locked<JoinResult>(context, accountId, async (trx, atMs) => {
        const invitation = await openInvitations(trx, atMs)
          .select(["id", "invitations.email", "role"])
          .where("digest", "=", digest)
          .executeTakeFirst();
        const account = await readAccount(trx, accountId);
        if (invitation === undefined || account === undefined || account.deleted_at !== null)
          return { ok: false, reason: "invitation_gone" };
        const { id, email, role } = invitation;
        const { rows } = await sql`select 1 from users
          where id = ${userId} and email = ${email} and email_verified`.execute(trx);
        if (rows.length === 0) return { ok: false, reason: "other_address" };
        const others = await trx.selectFrom("memberships").select("account_id").where("user_id", "=", userId).execute();
        if (others.length >= MAX_PEOPLE) return { ok: false, reason: "too_many_accounts" };
        await trx.deleteFrom("invitations").where("id", "=", id).execute();
        // By another way, the person may be in the account already.
        if ((await roleOf(trx, accountId, userId)) !== null) return { ok: true, accountId };
        await trx
          .insertInto("memberships")
          .values({ account_id: accountId, user_id: userId, role, joined_at: atMs, selected_at: null })
          .execute();
        await recordEvent(trx, { accountId, atMs, name: "person_joined", origin, detail: `${email}: ${role}` });
        return { ok: true, accountId };
      });
    },

    claim: (digest, userId, passwordHash, origin) =>
      db.transaction().execute(async (trx) => {
        const nowMs = await context.now(trx);
        const invitation = openInvitations(trx, nowMs).select("invitations.email").where("digest", "=", digest);
        const email = (await invitation.executeTakeFirst())?.email;
        if (email === undefined) return false;
        const claimed = await sql<{ readonly account_id: number }>`update users set email_verified = true
          where id = ${userId} and email = ${email} and not email_verified returning account_id`.execute(trx);
        const [user] = claimed.rows;
        if (user === undefined) return false;
        await setPassword(trx, userId, passwordHash, nowMs);
        await recordEvent(trx, { accountId: user.account_id, atMs: nowMs, name: "signed_up", origin });
        return true;
      }),

    switchTo: (sessionId, userId, accountId) =>
      db.transaction().execute(async (trx) => {
        if ((await roleOf(trx, accountId, userId)) === null) return false;
        const nowMs = await context.now(trx);
        // One statement: PostgreSQL would check a row's account at its second change, and wait for whoever changes that.
        await sql`update memberships set selected_at = case when account_id = ${accountId} then cast(${nowMs} as bigint) end
          where user_id = ${userId}`.execute(trx);
        await sql`update sessions set account_id = ${accountId}
          where id = ${sessionId} and user_id = ${userId}`.execute(trx);
        return true;
      }),

    async selected(userId) {
      const row = await db
        .selectFrom("memberships")
        .select("account_id")
        .where("user_id", "=", userId)
        .where("selected_at", "is not", null)
        .executeTakeFirst();
      return row?.account_id ?? null;
    },

    async prune() {
      const nowMs = await context.now(db);
      await db
        .deleteFrom("invitations")
        .where(({ eb, and, or }) =>
          or([
            eb("expires_at", "<=", nowMs),
            and([eb("expires_at", "is", null), eb("at", "<=", nowMs - UNSENT_INVITATION_MS)]),
          ]),
        )
        .execute();
    },
  };
}

/** Those whose time has not ended, or has not begun. */
function openInvitations(db: Kysely<Tables>, nowMs: number) {
  return db
    .selectFrom("invitations")
    .where(({ eb, or }) => or([eb("expires_at", "is", null), eb("expires_at", ">", nowMs)]));
}

function locked<Result>(
  { db, lockAccount, now }: RepositoryContext,
  accountId: number,
  work: (trx: Transaction<Tables>, nowMs: number) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await lockAccount(trx, accountId);
    return await work(trx, await now(trx));
  });
}

interface MemberChange {
  readonly event: (member: Member) => { readonly name: AuditEventName; readonly detail: string };
  readonly work: (trx: Transaction<Tables>, member: Member) => Promise<void>;
}

/** Changes someone who is not the main owner, and keeps an owner. `role` is what they are after it; null for nothing. */
function changeMember(
  context: RepositoryContext,
  { accountId, userId, origin }: PersonChange,
  role: Role | null,
  { event, work }: MemberChange,
): Promise<ChangeMemberResult> {
  return locked<ChangeMemberResult>(context, accountId, async (trx, atMs) => {
    const members = await membersOf(trx, accountId);
    const member = members.find((one) => one.userId === userId);
    if (member === undefined) return { ok: false, reason: "not_found" };
    if (member.role === role) return { ok: true };
    const isLast = member.role === "owner" && members.every((one) => one === member || one.role !== "owner");
    if (isLast) return { ok: false, reason: "last_owner" };
    if (member.isMain) return { ok: false, reason: "main_owner" };
    // Before the change, while the person who makes it has the right to it.
    await recordEvent(trx, { accountId, atMs, origin, ...event(member) });
    await work(trx, member);
    return { ok: true };
  });
}

function membershipOf(trx: Transaction<Tables>, accountId: number, userId: string) {
  return trx.updateTable("memberships").where("account_id", "=", accountId).where("user_id", "=", userId);
}

/** With the invitations to the person and those by them. */
async function deleteMembership(trx: Transaction<Tables>, accountId: number, { userId, email }: Member): Promise<void> {
  await trx.deleteFrom("memberships").where("account_id", "=", accountId).where("user_id", "=", userId).execute();
  await endInvitations(trx, accountId, sql`(invited_by = ${userId} or email = ${email})`);
}

/** Ends the invitations of an account that fulfill the condition, with their emails that wait. Returns their addresses. */
async function endInvitations(
  trx: Transaction<Tables>,
  accountId: number,
  condition: RawBuilder<boolean>,
): Promise<readonly string[]> {
  const rows = await trx
    .deleteFrom("invitations")
    .where("account_id", "=", accountId)
    .where(condition)
    .returning("email")
    .execute();
  for (const { email } of rows) await deleteInvitationEmails(trx, accountId, email);
  return rows.map(({ email }) => email);
}
