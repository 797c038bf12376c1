import type { Kysely, Selectable, Transaction, Updateable } from "kysely";
import { type Account, type AuditEventName, NOTICE_KINDS, type Origin } from "../accounts/account.ts";
import type { AccountStore, ChangeAccountResult, ChangeEmailResult } from "../accounts/store.ts";
import { MINUTE_MS } from "../base/window.ts";
import { exportAccount } from "./account-export.ts";
import { eventOf, readAuditLog, recordEvent, selectEvents } from "./audit.ts";
import { endAccount, endedRow } from "./delete-account.ts";
import { inheritCount, keepFormerAddress } from "./former-addresses.ts";
import type { LimitsReader } from "./limits.ts";
import { giveOwnAccount } from "./main-owner.ts";
import { accountsWithMainOwnerOf, leaveAll, membersOf } from "./member-rows.ts";
import { queueEmails } from "./outbox.ts";
import type { RepositoryContext } from "./repository-context.ts";
import { requirePermission } from "./roles.ts";
import type { AccountsTable, Tables } from "./tables.ts";
import { deleteUnconfirmedSignUps, deleteUser, moveUser } from "./users.ts";
import { raiseWebhookEvent } from "./webhooks.ts";

export function accountStore(context: RepositoryContext): AccountStore {
  const { db, limitsIn } = context;
  return {
    create: ({ email, plan, origin, formerAddress, letter }) =>
      db.transaction().execute(async (trx) => {
        const nowMs = await context.now(trx);
        const row = await trx
          .insertInto("accounts")
          .values({ email, plan, created_at: nowMs })
          .onConflict((conflict) => conflict.column("email").doNothing())
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) {
          const taken = await trx
            .selectFrom("accounts")
            .selectAll()
            .where("email", "=", email)
            .executeTakeFirstOrThrow();
          return { ok: false, reason: "email_taken", account: accountOf(taken, limitsIn) };
        }
        await recordEvent(trx, { accountId: row.id, atMs: nowMs, name: "account_created", origin, detail: plan });
        if (formerAddress !== undefined) await inheritCount(trx, formerAddress(row.email), row.id, nowMs);
        if (letter !== undefined) await queueEmails(trx, [letter(row.id)], nowMs);
        return { ok: true, account: accountOf(row, limitsIn) };
      }),

    async findByEmail(email) {
      const row = await db.selectFrom("accounts").selectAll().where("email", "=", email).executeTakeFirst();
      return row === undefined ? null : accountOf(row, limitsIn);
    },

    async find(accountId) {
      const row = await readAccount(db, accountId);
      return row === undefined ? null : accountOf(row, limitsIn);
    },

    async list({ limit, afterId = 0 }) {
      const query = db.selectFrom("accounts").selectAll().where("id", ">", afterId);
      const rows = await query.orderBy("id").limit(limit).execute();
      return rows.map((row) => accountOf(row, limitsIn));
    },

    changePlan: (accountId, plan, origin) =>
      changeAccount(context, accountId, origin, async (row, atMs, trx) => {
        await trx.deleteFrom("plan_requests").where("account_id", "=", accountId).execute();
        if (row.plan === plan) return null;
        const data = { from: row.plan, to: plan };
        await raiseWebhookEvent(trx, { accountId, type: "plan.changed", subject: atMs, data, atMs });
        return { name: "plan_changed", set: { plan }, detail: `${row.plan} → ${plan}` };
      }),

    requestPlan: (accountId, { plan, message, origin }, letter) =>
      db.transaction().execute(async (trx) => {
        await context.lockAccount(trx, accountId);
        const requested_at = await context.now(trx);
        await recordEvent(trx, { accountId, atMs: requested_at, name: "plan_requested", origin, detail: plan });
        const row = { plan, message, requested_at };
        await trx
          .insertInto("plan_requests")
          .values({ account_id: accountId, ...row })
          .onConflict((conflict) => conflict.column("account_id").doUpdateSet(row))
          .execute();
        if (letter !== undefined) await queueEmails(trx, [letter], requested_at);
      }),

    async planRequest(accountId) {
      const requests = db.selectFrom("plan_requests").select(["plan", "message", "requested_at as requestedAtMs"]);
      return (await requests.where("account_id", "=", accountId).executeTakeFirst()) ?? null;
    },

    async planRequests(limit) {
      return await db
        .selectFrom("plan_requests")
        .innerJoin("accounts", "accounts.id", "plan_requests.account_id")
        .select(["email", "accounts.plan as currentPlan", "plan_requests.plan"])
        .select(["message", "requested_at as requestedAtMs"])
        .orderBy("requested_at")
        .orderBy("account_id")
        .limit(limit)
        .execute();
    },

    changeLimits: (accountId, overrides, origin) =>
      changeAccount(context, accountId, origin, () => {
        const text = Object.keys(overrides).length === 0 ? null : JSON.stringify(overrides);
        return { name: "limits_changed", set: { overrides: text }, detail: text ?? "{}" };
      }),

    switchOffNotices: (accountId, kinds, origin) =>
      changeAccount(context, accountId, origin, (row) => {
        const notices_off = kinds.length === 0 ? null : kinds.join(" ");
        if (notices_off === row.notices_off) return null;
        return { name: "notices_changed", set: { notices_off }, detail: `${notices_off ?? "none"} off` };
      }),

    async changeEmail(accountId, { email, origin, formerAddress, keptSession, letters }) {
      const taken = { ok: false, reason: "email_taken" } as const;
      let refusal: ChangeEmailResult | null = null;
      try {
        const result = await changeAccount(context, accountId, origin, async (row, nowMs, trx) => {
          if (row.email === email) return null;
          if (row.suspended_at !== null) refusal = { ok: false, reason: "account_suspended" };
          else if (await emailIsTaken(trx, email)) refusal = taken;
          if (refusal) return null;
          const unlinked = await moveUser(trx, accountId, email, keptSession);
          if (unlinked === null) {
            refusal = { ok: false, reason: "session_ended" };
            return null;
          }
          await queueEmails(trx, letters(unlinked), nowMs);
          await keepFormerAddress(trx, formerAddress(row.email), accountId, nowMs);
          await recordEvent(trx, { accountId, atMs: nowMs, name: "other_sessions_ended", origin });
          // For the others, the account goes by another address from then on.
          if ((await membersOf(trx, accountId)).length > 1) {
            await recordEvent(trx, { accountId, atMs: nowMs, name: "main_owner_changed", origin, detail: email });
          }
          return {
            name: "email_changed",
            set: { email },
            detail: unlinked.map((name) => `${name} unlinked`).join(", "),
          };
        });
        return refusal ?? result;
      } catch (error) {
        // If two accounts take one address at the same moment, the unique index rejects one.
        if (await emailIsTaken(context.db, email)) return taken;
        throw error;
      }
    },

    suspend: (accountId, origin) =>
      changeAccount(context, accountId, origin, (row, nowMs) =>
        row.suspended_at === null ? { name: "account_suspended", set: { suspended_at: nowMs } } : null,
      ),

    resume: (accountId, origin) =>
      changeAccount(context, accountId, origin, (row) =>
        row.suspended_at === null ? null : { name: "account_resumed", set: { suspended_at: null } },
      ),

    async delete(accountId, origin, formerAddress, letterTo) {
      let isRefused = false;
      // The events of a person who leaves with it are in the logs of these accounts.
      const others = await accountsWithMainOwnerOf(db, accountId);
      const result = await changeAccount(
        context,
        accountId,
        origin,
        async (row, nowMs, trx) => {
          await requirePermission(trx, accountId, "account", origin);
          isRefused = row.suspended_at !== null && origin.via !== "command";
          if (isRefused) return null;
          const people = await membersOf(trx, accountId);
          const main = people.find(({ isMain }) => isMain);
          const letters = letterTo === undefined ? [] : people.map((person) => letterTo(person, row.email));
          await trx.updateTable("corrections").set({ email: null }).where("email", "=", row.email).execute();
          await endAccount(trx, accountId, nowMs, letters);
          if (formerAddress !== undefined) await keepFormerAddress(trx, formerAddress(row.email), accountId, nowMs);
          const set = endedRow(accountId, row.suspended_at, nowMs);
          if (main === undefined || origin.userId === undefined || origin.userId === main.userId) {
            if (main !== undefined) await leaveAll(trx, main, nowMs, origin);
            await deleteUser(trx, accountId);
          } else {
            // The account's own address becomes free for the main owner's new account.
            await trx.updateTable("accounts").set(set).where("id", "=", accountId).execute();
            const own = await giveOwnAccount(trx, { id: main.userId, email: main.email }, nowMs);
            if (formerAddress !== undefined) await inheritCount(trx, formerAddress(row.email), own, nowMs);
          }
          return { name: "account_deleted", set };
        },
        others,
      );
      return isRefused ? { ok: false, reason: "account_suspended" } : result;
    },

    deleteUnconfirmedSignUps: (beforeMs) => deleteUnconfirmedSignUps(context, beforeMs),

    async record({ accountId, name, atMs, origin, detail }, letter) {
      await db.transaction().execute(async (trx) => {
        const nowMs = await context.now(trx);
        await recordEvent(trx, { accountId, atMs: atMs ?? nowMs, name, origin, detail });
        if (letter !== undefined) await queueEmails(trx, [letter], nowMs);
      });
    },

    auditLog: (accountId, page, reader) => readAuditLog(context, page, accountId, reader),
    operatorLog: (page) => readAuditLog(context, page, null),
    async eventsAfter(afterId, limit, accountId) {
      // Ends before the first event of the last minute: another transaction may still add one with a lower number.
      const settledMs = (await context.now(db)) - MINUTE_MS;
      const rows = await selectEvents(db, accountId)
        .where("audit_events.id", ">", afterId)
        .orderBy("audit_events.id")
        .limit(limit)
        .execute();
      const recent = rows.findIndex(({ atMs }) => atMs > settledMs);
      return (recent < 0 ? rows : rows.slice(0, recent)).map(eventOf);
    },
    export: (accountId, person) => exportAccount(context, accountId, person),
  };
}

export function readAccount(db: Kysely<Tables>, accountId: number): Promise<Selectable<AccountsTable> | undefined> {
  return db.selectFrom("accounts").selectAll().where("id", "=", accountId).executeTakeFirst();
}

async function emailIsTaken(db: Kysely<Tables>, email: string): Promise<boolean> {
  return (await db.selectFrom("accounts").select("id").where("email", "=", email).executeTakeFirst()) !== undefined;
}

interface AccountChange {
  readonly name: AuditEventName;
  readonly set: Updateable<AccountsTable>;
  readonly detail?: string;
}

/** Reads, changes, and records in one transaction. `plan` returns null if nothing has to change. Also locks `others`. */
function changeAccount(
  context: RepositoryContext,
  accountId: number,
  origin: Origin,
  plan: (
    row: Selectable<AccountsTable>,
    nowMs: number,
    trx: Transaction<Tables>,
  ) => AccountChange | null | Promise<AccountChange | null>,
  others: readonly number[] = [],
): Promise<ChangeAccountResult> {
  return context.db.transaction().execute(async (trx) => {
    // In one order, whoever locks several.
    for (const id of [accountId, ...others].toSorted((one, other) => one - other)) await context.lockAccount(trx, id);
    const before = await readAccount(trx, accountId);
    if (before === undefined || before.deleted_at !== null) return { ok: false, reason: "account_not_found" };
    const nowMs = await context.now(trx);
    const change = await plan(before, nowMs, trx);
    if (change === null) return { ok: true, account: accountOf(before, context.limitsIn) };
    const { set, ...event } = change;
    const query = trx.updateTable("accounts").set(set).where("id", "=", accountId).returningAll();
    const after = await query.executeTakeFirstOrThrow();
    await recordEvent(trx, { accountId, atMs: nowMs, origin, ...event });
    return { ok: true, account: accountOf(after, context.limitsIn) };
  });
}

export function accountOf(row: Selectable<AccountsTable>, limitsIn: LimitsReader): Account {
  return {
    id: row.id,
    email: row.email,
    plan: row.plan,
    limits: limitsIn(row.plan, row.overrides),
    suspendedAtMs: row.suspended_at,
    createdAtMs: row.created_at,
    noticesOff: NOTICE_KINDS.filter((kind) => row.notices_off?.split(" ").includes(kind)),
  };
}
