import { sql } from "kysely";
import { REQUEST_KINDS } from "../access/decision.ts";
import type { AccountTotal, BillingStore, Period } from "../accounts/billing.ts";
import { recordFrom } from "../domain/named.ts";
import { PLAN_NAMES, type PlanName } from "../domain/plan.ts";
import type { RepositoryContext } from "./repository-context.ts";

/** Each page is three short queries, so that the memory and the locks do not grow with the store. */
export function billingStore(context: RepositoryContext): BillingStore {
  const { db } = context;
  return {
    async totals(period, { firstId, limit }) {
      const { fromMs, toMs } = period;
      const accounts = await db
        .selectFrom("accounts")
        .select(["id", "email", "plan", "deleted_at"])
        .where("id", ">=", firstId)
        .where("created_at", "<", toMs)
        .where(({ eb, or }) => or([eb("deleted_at", "is", null), eb("deleted_at", ">=", fromMs)]))
        .orderBy("id")
        .limit(limit)
        .execute();
      const [first, last] = [accounts[0]?.id, accounts.at(-1)?.id];
      if (first === undefined || last === undefined) return [];
      const keys = Map.groupBy(await keyTotals(context, period, first, last), ({ accountId }) => accountId);
      const changes = Map.groupBy(await planChanges(context, fromMs, first, last), ({ accountId }) => accountId);
      return accounts.map(({ id, email, plan, deleted_at }): AccountTotal => {
        const later = changes.get(id) ?? [];
        const planAt = (ms: number) => later.find(({ atMs }) => atMs >= ms)?.planBefore ?? plan;
        return {
          accountId: id,
          email: deleted_at === null ? email : null,
          planAtStart: planAt(fromMs),
          planAtEnd: planAt(toMs),
          keys: keys.get(id) ?? [],
        };
      });
    },
  };
}

async function keyTotals({ db }: RepositoryContext, { fromMs, toMs }: Period, first: number, last: number) {
  const rows = await db
    .selectFrom("api_keys as k")
    // SQLite keeps the order of a cross join. It would begin with the days, which are those of all accounts.
    .crossJoin("daily_usage as u")
    .whereRef("u.key_id", "=", "k.id")
    .where("k.account_id", ">=", first)
    .where("k.account_id", "<=", last)
    .where("u.day", ">=", fromMs)
    .where("u.day", "<", toMs)
    .select(["k.account_id as accountId", "k.id as keyId", "k.type", "k.display"])
    .select(({ fn }) => REQUEST_KINDS.map((kind) => fn.sum<number | string>(`u.${kind}`).as(kind)))
    .groupBy(["k.account_id", "k.id"])
    .orderBy("k.account_id")
    .orderBy("k.id")
    .execute();
  return rows.map(({ accountId, keyId, type, display, ...sums }) => ({
    ...{ accountId, keyId, type, display },
    counts: recordFrom(REQUEST_KINDS.map((kind) => [kind, Number(sums[kind])] as const)),
  }));
}

/** Changes since `fromMs`, oldest first, with the plan before each, which is the first word of the event. */
async function planChanges({ db }: RepositoryContext, fromMs: number, first: number, last: number) {
  const rows = await db
    .selectFrom("audit_events")
    .select(["account_id as accountId", "at as atMs", "detail"])
    // As it stands in the index of these events.
    .where("name", "=", sql.lit("plan_changed"))
    .where("account_id", ">=", first)
    .where("account_id", "<=", last)
    .where("at", ">=", fromMs)
    .orderBy("account_id")
    .orderBy("id")
    .execute();
  return rows.map(({ detail, ...event }) => ({ ...event, planBefore: planIn(detail) }));
}

function planIn(detail: string): PlanName | undefined {
  return PLAN_NAMES.find((name) => name === detail.split(" ")[0]);
}
