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
      const requests = db.selectFrom("plan_requests").select(["plan", "message", "requested_at as requestedAtMs"]);
      return (await requests.where("account_id", "=", accountId).executeTakeFirst()) ?? null;
    },

    async open(limit) {
      return await db
        .selectFrom("plan_requests")
        .innerJoin("accounts", "accounts.id", "plan_requests.account_id")
        .select(["account_id as accountId", "email", "accounts.plan as currentPlan", "plan_requests.plan"])
        .select(["message", "requested_at as requestedAtMs"])
        .orderBy("requested_at")
        .orderBy("account_id")
        .limit(limit)
        .execute();
    },
  };
}
