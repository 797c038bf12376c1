import type { PlanRequestStore } from "../accounts/plan-request.ts";
import type { RepositoryContext } from "./repository-context.ts";

export function planRequestStore(context: RepositoryContext): PlanRequestStore {
  const { db } = context;
  return {
    async save(accountId, plan, message) {
      const row = { plan, message, requested_at: await context.now(db) };
      await db
        .insertInto("plan_requests")
        .values({ account_id: accountId, ...row })
        .onConflict((conflict) => conflict.column("account_id").doUpdateSet(row))
        .execute();
    },

    async find(accountId) {
      const row = await db
        .selectFrom("plan_requests")
        .selectAll()
        .where("account_id", "=", accountId)
        .executeTakeFirst();
      return row === undefined ? null : { plan: row.plan, message: row.message, requestedAtMs: row.requested_at };
    },

    async open(limit) {
      const rows = await db
        .selectFrom("plan_requests")
        .innerJoin("accounts", "accounts.id", "plan_requests.account_id")
        .select([
          "account_id",
          "email",
          "accounts.plan as current_plan",
          "plan_requests.plan",
          "message",
          "requested_at",
        ])
        .orderBy("requested_at")
        .orderBy("account_id")
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        accountId: row.account_id,
        email: row.email,
        currentPlan: row.current_plan,
        plan: row.plan,
        message: row.message,
        requestedAtMs: row.requested_at,
      }));
    },
  };
}
