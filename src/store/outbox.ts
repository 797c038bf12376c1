import { type Expression, expressionBuilder, type Kysely, type SqlBool, sql, type Transaction } from "kysely";
import { emailChangePrefix, newToken, resetPrefix } from "../accounts/links.ts";
import {
  ADDRESS_EMAILS,
  type ClaimedEmail,
  EMAIL_CLAIM_MS,
  type NewEmail,
  type OutboxStore,
  PASSWORD_EMAILS,
  UNSENT_KEPT_DAYS,
  type UnsentEmails,
} from "../accounts/outbox.ts";
import { DAY_MS } from "../base/window.ts";
import { nextAttempt } from "./attempts.ts";
import type { RepositoryContext } from "./repository-context.ts";
import type { Tables } from "./tables.ts";

/** Queues emails. In the transaction of what happened, neither is without the other. */
export async function queueEmails(db: Kysely<Tables>, emails: readonly NewEmail[], atMs: number): Promise<void> {
  for (const { kind, recipient, accountId, subject, text, newAddress } of emails) {
    if (accountId !== null && ADDRESS_EMAILS.includes(kind)) await endAddressChange(db, accountId);
    const waiting = { at: atMs, attempts: 0, next_attempt_at: atMs };
    const row = { kind, recipient, account_id: accountId, subject, text, new_address: newAddress ?? null };
    await db
      .insertInto("emails")
      .values({ ...row, ...waiting })
      .execute();
  }
}

/** Deletes queued emails of an account whose links end with what it had pending. */
export async function deleteLinkEmails(db: Kysely<Tables>, accountId: number): Promise<void> {
  const kinds = [...PASSWORD_EMAILS, ...ADDRESS_EMAILS];
  await db.deleteFrom("emails").where("account_id", "=", accountId).where("kind", "in", kinds).execute();
}

/** Deletes the queued email of an invitation that ended. */
export async function deleteInvitationEmails(db: Kysely<Tables>, accountId: number, recipient: string): Promise<void> {
  const own = db.deleteFrom("emails").where("account_id", "=", accountId).where("kind", "=", "invitation");
  await own.where("recipient", "=", recipient).execute();
}

export async function countUnsent(db: Kysely<Tables>): Promise<UnsentEmails> {
  const { all, failed, due } = await db
    .selectFrom("emails")
    .select(({ fn }) => [
      fn.count("id").as("all"),
      fn.count("fault").as("failed"),
      fn.count("next_attempt_at").as("due"),
    ])
    .executeTakeFirstOrThrow();
  const givenUp = Number(all) - Number(due);
  return { waiting: Number(all) - Number(failed), failing: Number(failed) - givenUp, givenUp };
}

export function outboxStore(context: RepositoryContext): OutboxStore {
  const { db } = context;
  return {
    add: (email) =>
      db.transaction().execute(async (trx) => {
        if (email.accountId !== null) await context.lockAccount(trx, email.accountId);
        await queueEmails(trx, [email], await context.now(trx));
      }),

    async claim() {
      // A claim moves the next attempt to its own end, so an email whose node ended is due again by itself.
      for (;;) {
        const nowMs = await context.now(db);
        const due = await db
          .selectFrom("emails")
          .select(["id", "kind", "recipient", "account_id", "subject", "text", "new_address", "at", "attempts"])
          .where("next_attempt_at", "<=", nowMs)
          .orderBy("next_attempt_at")
          .orderBy("id")
          .limit(1)
          .executeTakeFirst();
        if (due === undefined) return null;
        const { account_id: accountId, new_address, at: atMs, attempts: before, ...email } = due;
        const attempts = before + 1;
        const { numUpdatedRows } = await db
          .updateTable("emails")
          .set({ attempts, next_attempt_at: nowMs + EMAIL_CLAIM_MS })
          .where(isClaimed({ id: email.id, attempts: before }))
          .executeTakeFirst();
        // Otherwise another node was faster.
        if (numUpdatedRows === 0n) continue;
        return { ...email, accountId, atMs, attempts, ...(new_address === null ? {} : { newAddress: new_address }) };
      }
    },

    storeLink: (claimed, { identifier, lifetimeMs }) =>
      db.transaction().execute(async (trx) => {
        if (claimed.kind === "invitation") return await storeInvitation(context, trx, claimed, identifier, lifetimeMs);
        const user = await userOf(trx, claimed);
        if (user === undefined) return null;
        await context.lockAccount(trx, user.account_id);
        // After the lock: the user may have ended what was pending, which deletes the email.
        const isWanted = trx.selectFrom("emails").select("id").where(isClaimed(claimed));
        if ((await isWanted.executeTakeFirst()) === undefined) return null;
        const again = await userOf(trx, claimed);
        if (again?.id !== user.id) return null;
        if (claimed.kind === "confirm_email") return again.email_verified ? null : user.id;
        if (ADDRESS_EMAILS.includes(claimed.kind)) await deleteChangeLinks(trx, user.id);
        const nowMs = await context.now(trx);
        const [now, end] = [nowMs, nowMs + lifetimeMs].map((ms) => new Date(ms).toISOString());
        await sql`insert into verifications (id, identifier, value, expires_at, created_at, updated_at)
          values (${newToken()}, ${identifier}, ${linkValue(claimed, user.id)}, ${end}, ${now}, ${now})`.execute(trx);
        return user.id;
      }),

    async record(claimed, fault) {
      if (fault === null) {
        await db.deleteFrom("emails").where(isClaimed(claimed)).execute();
        return { isGivenUp: false };
      }
      const next_attempt_at = nextAttempt(claimed.attempts, claimed.atMs, await context.now(db));
      await db.updateTable("emails").set({ next_attempt_at, fault }).where(isClaimed(claimed)).execute();
      return { isGivenUp: next_attempt_at === null };
    },

    async drop(claimed) {
      await db.deleteFrom("emails").where(isClaimed(claimed)).execute();
    },

    unsent: (limit) =>
      db
        .selectFrom("emails")
        .select(["id", "kind", "recipient", "account_id as accountId", "at as atMs", "attempts", "fault"])
        .select("next_attempt_at as nextAttemptAtMs")
        .orderBy("id")
        .limit(limit)
        .execute(),

    countUnsent: () => countUnsent(db),

    async retry(id) {
      const nowMs = await context.now(db);
      // Not those that a node may be sending.
      const { numUpdatedRows } = await db
        .updateTable("emails")
        .set({ at: nowMs, attempts: 0, next_attempt_at: nowMs })
        .$if(id !== null, (query) => query.where("id", "=", id ?? 0))
        .where(({ eb, or }) =>
          or([eb("next_attempt_at", "is", null), eb("next_attempt_at", ">", nowMs + EMAIL_CLAIM_MS)]),
        )
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    async prune() {
      const beforeMs = (await context.now(db)) - UNSENT_KEPT_DAYS * DAY_MS;
      const ended = db.deleteFrom("emails").where("next_attempt_at", "is", null);
      await ended.where("at", "<", beforeMs).execute();
    },
  };
}

/** An invitation has one link: that of the newest email. */
async function storeInvitation(
  { lockAccount, now }: RepositoryContext,
  trx: Transaction<Tables>,
  claimed: ClaimedEmail,
  digest: string,
  lifetimeMs: number,
): Promise<string | null> {
  const { accountId, recipient } = claimed;
  if (accountId === null) return null;
  await lockAccount(trx, accountId);
  const isWanted = trx.selectFrom("emails").select("id").where(isClaimed(claimed));
  if ((await isWanted.executeTakeFirst()) === undefined) return null;
  const stored = await trx
    .updateTable("invitations")
    .set({ digest, expires_at: (await now(trx)) + lifetimeMs })
    .where("account_id", "=", accountId)
    .where("email", "=", recipient)
    .returning("email")
    .executeTakeFirst();
  return stored?.email ?? null;
}

interface LinkedUser {
  readonly id: string;
  readonly account_id: number;
  readonly email_verified: boolean | number;
}

/** The user whom the link of an email is for: with the recipient's address, except to a new address. */
async function userOf(trx: Transaction<Tables>, email: ClaimedEmail): Promise<LinkedUser | undefined> {
  const condition =
    email.kind === "confirm_new_address" ? sql`account_id = ${email.accountId}` : sql`email = ${email.recipient}`;
  const { rows } = await sql<LinkedUser>`select id, account_id, email_verified from users where ${condition}`.execute(
    trx,
  );
  return rows[0];
}

function linkValue({ kind, recipient, newAddress = recipient }: ClaimedEmail, userId: string): string {
  if (!ADDRESS_EMAILS.includes(kind)) return `${resetPrefix(userId)}${recipient}`;
  return `${emailChangePrefix(userId)}${kind === "approve_new_address" ? "approve" : "confirm"} ${newAddress}`;
}

/** Ends a change of address that is pending: its links, and emails whose links are not made yet. */
async function endAddressChange(db: Kysely<Tables>, accountId: number): Promise<void> {
  await db.deleteFrom("emails").where("account_id", "=", accountId).where("kind", "in", ADDRESS_EMAILS).execute();
  const { rows } = await sql<{ readonly id: string }>`select id from users where account_id = ${accountId}`.execute(db);
  for (const { id } of rows) await deleteChangeLinks(db, id);
}

async function deleteChangeLinks(db: Kysely<Tables>, userId: string): Promise<void> {
  const prefix = emailChangePrefix(userId);
  await sql`delete from verifications where substr(value, 1, ${sql.lit(prefix.length)}) = ${prefix}`.execute(db);
}

/** The number of attempts tells claims apart. An email that was given up cannot be claimed. */
function isClaimed({ id, attempts }: Pick<ClaimedEmail, "id" | "attempts">): Expression<SqlBool> {
  const { eb, and } = expressionBuilder<Tables, "emails">();
  return and([eb("id", "=", id), eb("attempts", "=", attempts), eb("next_attempt_at", "is not", null)]);
}
