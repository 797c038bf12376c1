import type { Kysely } from "kysely";
import type { NoticeKind } from "../accounts/account.ts";
import type { NoticeStore } from "../accounts/notice.ts";
import { type Permission, rolesWith } from "../accounts/roles.ts";
import { PLAN_NAMES } from "../domain/plan.ts";
import { accountOf, readAccount } from "./accounts.ts";
import { selectKeys } from "./keys.ts";
import { queueEmails } from "./outbox.ts";
import type { RepositoryContext } from "./repository-context.ts";
import type { Tables } from "./tables.ts";
import { raiseWebhookEvent } from "./webhooks.ts";

export function noticeStore(context: RepositoryContext): NoticeStore {
  const { db } = context;
  const newest = (accountId: number) =>
    db.selectFrom("notices").select(NOTICE_FIELDS).where("account_id", "=", accountId).orderBy("id", "desc");
  return {
    async raise({ accountId, kind, subject, text, event }) {
      const account = await readAccount(db, accountId);
      if (account === undefined) return;
      const at = await context.now(db);
      if (event) await raiseWebhookEvent(db, { ...event, accountId, subject: `${kind}/${subject}`, atMs: at });
      if (accountOf(account, context.limitsIn).noticesOff.includes(kind)) return;
      await db
        .insertInto("notices")
        .values({ account_id: accountId, kind, subject, text, at })
        .onConflict((conflict) => conflict.columns(["account_id", "kind", "subject"]).doNothing())
        .execute();
    },

    queueEmails: (limit, letter) =>
      db.transaction().execute(async (trx) => {
        const nowMs = await context.now(trx);
        // A deleted account no longer has an address.
        const due = trx
          .selectFrom("notices")
          .innerJoin("accounts", "accounts.id", "notices.account_id")
          .select("notices.id")
          .where("mailed_at", "is", null)
          .where("deleted_at", "is", null)
          .orderBy("notices.id")
          .limit(limit);
        // Two processes may read the same rows; the second condition lets only one of them take each row.
        const rows = await trx
          .updateTable("notices")
          .set({ mailed_at: nowMs })
          .where("id", "in", due)
          .where("mailed_at", "is", null)
          .returning(NOTICE_FIELDS)
          .returning(({ selectFrom }) =>
            selectFrom("accounts").select("email").whereRef("accounts.id", "=", "notices.account_id").as("email"),
          )
          .execute();
        const others = await otherMembers(trx, [...new Set(rows.map(({ accountId }) => accountId))]);
        const letters = rows.flatMap(({ email, ...notice }) => {
          if (email === null) return [];
          const roles = rolesWith(NOTICE_PERMISSIONS[notice.kind]);
          const also = others.filter(({ accountId, role }) => accountId === notice.accountId && roles.includes(role));
          return [email, ...also.map((member) => member.email)].map((to) => letter({ ...notice, email: to }));
        });
        await queueEmails(trx, letters, nowMs);
      }),

    async open(accountId, sinceMs) {
      return await newest(accountId).where("dismissed_at", "is", null).where("at", ">=", sinceMs).execute();
    },

    async sent(accountId, sinceMs) {
      const mailed = newest(accountId).where("mailed_at", ">=", sinceMs);
      return await mailed.select((from) => from.ref("mailed_at").$notNull().as("mailedAtMs")).execute();
    },

    async dismiss(accountId, noticeId) {
      const result = await db
        .updateTable("notices")
        .set({ dismissed_at: await context.now(db) })
        .where("account_id", "=", accountId)
        .where("id", "<=", noticeId)
        .where("subject", "=", ({ selectFrom }) =>
          selectFrom("notices as named").select("subject").where("named.id", "=", noticeId),
        )
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    async nearQuota(monthMs, floors) {
      const rows = await db
        .selectFrom("counters")
        .innerJoin("accounts", "accounts.id", "counters.subject")
        .selectAll("accounts")
        .select("counters.used")
        .where("counters.policy", "=", "month")
        .where("counters.window_start", "=", monthMs)
        .where("counters.used", ">", 0)
        .where(({ eb, or }) =>
          or([
            eb("accounts.overrides", "is not", null),
            ...PLAN_NAMES.map((plan) =>
              eb.and([eb("accounts.plan", "=", plan), eb("counters.used", ">=", floors[plan])]),
            ),
          ]),
        )
        .execute();
      return rows.map(({ used, ...row }) => ({ account: accountOf(row, context.limitsIn), used }));
    },

    async expiringKeys(fromMs, toMs) {
      const expiring = selectKeys(db).where("expires_at", ">", fromMs).where("expires_at", "<", toMs);
      return await expiring.where("revoked_at", "is", null).where("replaced_by", "is", null).execute();
    },
  };
}

/** Who gets the emails besides the main owner. */
const NOTICE_PERMISSIONS = {
  quota_80: "plan",
  quota_95: "plan",
  quota_100: "plan",
  key_expiring: "keys",
  key_revoked: "keys",
  webhook_disabled: "webhook",
} as const satisfies Record<NoticeKind, Permission>;

async function otherMembers(db: Kysely<Tables>, accountIds: readonly number[]) {
  if (accountIds.length === 0) return [];
  return await db
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "user_id")
    .select(["memberships.account_id as accountId", "role", "email"])
    .where("memberships.account_id", "in", accountIds)
    .execute();
}

const NOTICE_FIELDS = ["id", "account_id as accountId", "kind", "subject", "text", "at as atMs"] as const;
