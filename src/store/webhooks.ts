import { type Expression, expressionBuilder, type Kysely, type SqlBool, type Transaction } from "kysely";
import type { AuditEventName, Origin } from "../accounts/account.ts";
import {
  CLAIM_MS,
  DELIVERIES_KEPT_DAYS,
  FORMER_SECRET_MS,
  type WebhookEvent,
  type WebhookStore,
} from "../accounts/webhook.ts";
import { DAY_MS } from "../base/window.ts";
import { nextAttempt } from "./attempts.ts";
import { recordEvent } from "./audit.ts";
import type { RepositoryContext } from "./repository-context.ts";
import type { Tables } from "./tables.ts";

interface RaisedEvent extends WebhookEvent {
  /** null for every account. */
  readonly accountId: number | null;
  /** One event of a type is raised for each subject. */
  readonly subject: string | number;
  readonly atMs: number;
}

/** Writes an event for each account's webhook that is on. In the transaction of what happened, neither is without the other. */
export async function raiseWebhookEvent(db: Kysely<Tables>, event: RaisedEvent): Promise<void> {
  const { accountId, type, subject, data, atMs } = event;
  await db
    .insertInto("webhook_events")
    .columns(["account_id", "type", "subject", "data", "at", "attempts", "next_attempt_at"])
    .expression(({ selectFrom, val }) =>
      selectFrom("webhooks")
        .select("account_id")
        .select([
          val<string>(type).as("type"),
          val(String(subject)).as("subject"),
          val(JSON.stringify(data)).as("data"),
          val(atMs).as("at"),
          val(0).as("attempts"),
          val(atMs).as("next_attempt_at"),
        ])
        .where("disabled_at", "is", null)
        .$if(accountId !== null, (query) => query.where("account_id", "=", accountId ?? 0)),
    )
    .onConflict((conflict) => conflict.columns(["account_id", "type", "subject"]).doNothing())
    .execute();
}

export function webhookStore(context: RepositoryContext): WebhookStore {
  const { db } = context;
  const eventsOf = (accountId: number) => db.selectFrom("webhook_events").where("account_id", "=", accountId);
  return {
    async find(accountId) {
      const fields = ["url", "failing_since as failingSinceMs", "disabled_at as disabledAtMs"] as const;
      const query = db.selectFrom("webhooks").select(fields).where("account_id", "=", accountId);
      return (await query.executeTakeFirst()) ?? null;
    },

    save: (accountId, url, nonce, origin) =>
      changed(context, accountId, origin, async (trx, nowMs) => {
        const before = trx.selectFrom("webhooks").select("account_id").where("account_id", "=", accountId);
        const isNew = (await before.executeTakeFirst()) === undefined;
        const on = { url, failing_since: null, disabled_at: null };
        await trx
          .insertInto("webhooks")
          .values({ account_id: accountId, nonce, ...on })
          .onConflict((conflict) => conflict.column("account_id").doUpdateSet(on))
          .execute();
        const notices = trx.updateTable("notices").set({ dismissed_at: nowMs }).where("account_id", "=", accountId);
        await notices.where("kind", "=", "webhook_disabled").where("dismissed_at", "is", null).execute();
        return { name: "webhook_set", detail: new URL(url).host, result: isNew };
      }),

    renew: (accountId, nonce, origin) =>
      changed(context, accountId, origin, async (trx, nowMs) => {
        const renewed = await trx
          .updateTable("webhooks")
          .set(({ ref }) => ({ nonce, former_nonce: ref("nonce"), renewed_at: nowMs }))
          .where("account_id", "=", accountId)
          .executeTakeFirst();
        return renewed.numUpdatedRows === 0n ? null : { name: "webhook_secret_renewed", result: true };
      }),

    delete: (accountId, origin) =>
      changed(context, accountId, origin, async (trx) =>
        (await deleteWebhook(trx, accountId)) ? { name: "webhook_deleted", result: true } : null,
      ),

    async sendTest(accountId) {
      const atMs = await context.now(db);
      await raiseWebhookEvent(db, { accountId, type: "webhook.test", subject: atMs, data: {}, atMs });
      const raised = eventsOf(accountId).select("id").where("type", "=", "webhook.test").where("at", "=", atMs);
      return (await raised.executeTakeFirst()) !== undefined;
    },

    deliveries: (accountId, limit) =>
      eventsOf(accountId)
        .select(["id", "type", "at as atMs", "attempts", "status", "fault"])
        .select(["next_attempt_at as nextAttemptAtMs", "delivered_at as deliveredAtMs"])
        .orderBy("id", "desc")
        .limit(limit)
        .execute(),

    async claim(exceptAccounts) {
      // A claim moves the next attempt to its own end, so a message whose node ended is due again by itself.
      for (;;) {
        const nowMs = await context.now(db);
        const due = await db
          .selectFrom("webhook_events as event")
          .innerJoin("webhooks", "webhooks.account_id", "event.account_id")
          .select(["event.id", "event.type", "event.at", "event.attempts", "event.data", "event.account_id"])
          .select(["webhooks.url", "webhooks.nonce", "webhooks.former_nonce", "webhooks.renewed_at"])
          .where("event.next_attempt_at", "<=", nowMs)
          .$if(exceptAccounts.length > 0, (query) => query.where("event.account_id", "not in", exceptAccounts))
          .orderBy("event.next_attempt_at")
          .orderBy("event.id")
          .limit(1)
          .executeTakeFirst();
        if (due === undefined) return null;
        const { id, type, at: atMs, data, account_id: accountId, url, nonce, former_nonce, renewed_at } = due;
        const attempts = due.attempts + 1;
        const { numUpdatedRows } = await db
          .updateTable("webhook_events")
          .set({ attempts, next_attempt_at: nowMs + CLAIM_MS })
          .where(isClaimed(id, due.attempts))
          .executeTakeFirst();
        // Otherwise another node was faster.
        if (numUpdatedRows === 0n) continue;
        const isFormerValid = former_nonce !== null && nowMs < (renewed_at ?? 0) + FORMER_SECRET_MS;
        const nonces = isFormerValid ? [nonce, former_nonce] : [nonce];
        return { id, type, atMs, attempts, accountId, url, nonces, data };
      }
    },
    record(claimed, attempt) {
      const { id, accountId, attempts, atMs } = claimed;
      return context.db.transaction().execute(async (trx) => {
        await context.lockAccount(trx, accountId);
        const nowMs = await context.now(trx);
        const isTaken = attempt.fault === null;
        const next_attempt_at = isTaken ? null : nextAttempt(attempts, atMs, nowMs);
        const { numUpdatedRows } = await trx
          .updateTable("webhook_events")
          .set({ ...attempt, next_attempt_at, delivered_at: isTaken ? nowMs : null })
          .where(isClaimed(id, attempts))
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return;
        const webhook = trx.updateTable("webhooks").where("account_id", "=", accountId);
        if (isTaken) {
          await webhook.set({ failing_since: null }).where("failing_since", "is not", null).execute();
          return;
        }
        const { failing_since, url } = await webhook
          .set(({ fn, ref, val }) => ({ failing_since: fn.coalesce(ref("failing_since"), val(nowMs)) }))
          .returning(["failing_since", "url"])
          .executeTakeFirstOrThrow();
        if (next_attempt_at === null && nowMs - (failing_since ?? nowMs) >= DAY_MS)
          await disable(trx, accountId, url, nowMs);
      });
    },

    announceDataset: (path, version, dataYear) =>
      db.transaction().execute(async (trx) => {
        const atMs = await context.now(trx);
        const served = trx.selectFrom("served_datasets").select("version");
        const own = served.where("version", path === "" ? "not like" : "like", `${path}/%`);
        const isFirst = (await own.executeTakeFirst()) === undefined;
        const subject = path === "" ? version : `${path}/${version}`;
        const insert = trx.insertInto("served_datasets").values({ version: subject, at: atMs });
        const { numInsertedOrUpdatedRows = 0n } = await insert
          .onConflict((conflict) => conflict.column("version").doNothing())
          .executeTakeFirst();
        if (isFirst || numInsertedOrUpdatedRows === 0n) return;
        const data = { version, data_year: dataYear, ...(path === "" ? {} : { edition: path.slice(1) }) };
        await raiseWebhookEvent(trx, { accountId: null, type: "dataset.published", subject, data, atMs });
      }),

    async prune() {
      const beforeMs = (await context.now(db)) - DELIVERIES_KEPT_DAYS * DAY_MS;
      const ended = db.deleteFrom("webhook_events").where("next_attempt_at", "is", null);
      await ended.where("at", "<", beforeMs).execute();
    },
  };
}

/** True if there was one. Its deliveries are deleted with it. */
export async function deleteWebhook(trx: Transaction<Tables>, accountId: number): Promise<boolean> {
  const deleted = await trx.deleteFrom("webhooks").where("account_id", "=", accountId).executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

interface Change {
  readonly name: AuditEventName;
  readonly detail?: string;
  readonly result: boolean;
}

/** Changes the webhook of an account and records that in one transaction. `change` returns null if nothing changed. */
function changed(
  context: RepositoryContext,
  accountId: number,
  origin: Origin,
  change: (trx: Transaction<Tables>, nowMs: number) => Promise<Change | null>,
): Promise<boolean> {
  return context.db.transaction().execute(async (trx) => {
    await context.lockAccount(trx, accountId);
    const atMs = await context.now(trx);
    const made = await change(trx, atMs);
    if (made === null) return false;
    const { result, ...event } = made;
    await recordEvent(trx, { accountId, atMs, origin, ...event });
    return result;
  });
}

/** The number of attempts tells claims apart. A message that is taken or given up cannot be claimed. */
function isClaimed(id: number, attempts: number): Expression<SqlBool> {
  const { eb, and } = expressionBuilder<Tables, "webhook_events">();
  return and([eb("id", "=", id), eb("attempts", "=", attempts), eb("next_attempt_at", "is not", null)]);
}

/** Gives up all messages, and tells the account holder by email. */
async function disable(trx: Transaction<Tables>, accountId: number, url: string, atMs: number): Promise<void> {
  const { host } = new URL(url);
  await trx.updateTable("webhooks").set({ disabled_at: atMs }).where("account_id", "=", accountId).execute();
  const waiting = trx.updateTable("webhook_events").set({ next_attempt_at: null });
  await waiting.where("account_id", "=", accountId).where("next_attempt_at", "is not", null).execute();
  const text = `The webhook to ${host} is off: for a day, no message was accepted. Messages of that time are lost. When the server works again, save the URL on the page Webhook of the dashboard.`;
  const notice = { account_id: accountId, kind: "webhook_disabled", subject: String(atMs), text, at: atMs } as const;
  await trx.insertInto("notices").values(notice).execute();
  const origin = { via: "service", address: null } as const;
  await recordEvent(trx, { accountId, atMs, name: "webhook_disabled", origin, detail: host });
}
