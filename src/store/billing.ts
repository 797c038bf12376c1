import { sql } from "kysely";
import { REQUEST_KINDS } from "../access/decision.ts";
import type { AccountTotal, BillingStore, KeyTotal, Period } from "../accounts/billing.ts";
import { recordFrom } from "../domain/named.ts";
import { PLAN_NAMES } from "../domain/plan.ts";
import type { RepositoryContext } from "./repository-context.ts";

const KEYS_PER_STATEMENT = 500;

/** Each page is a few short queries, so that the memory and the locks do not grow with the store. */
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

/** A join would let PostgreSQL scan the keys of all accounts, and SQLite the days of all keys. */
async function keyTotals({ db }: RepositoryContext, { fromMs, toMs }: Period, first: number, last: number) {
  const keys = await db
    .selectFrom("api_keys")
    .select(["account_id as accountId", "id as keyId", "type", "display"])
    .where("account_id", ">=", first)
    .where("account_id", "<=", last)
    .orderBy("account_id")
    .orderBy("id")
    .execute();
  const counts = new Map<number, KeyTotal["counts"]>();
  for (let start = 0; start < keys.length; start += KEYS_PER_STATEMENT) {
    const ids = keys.slice(start, start + KEYS_PER_STATEMENT).map(({ keyId }) => keyId);
    const rows = await db
      .selectFrom("daily_usage")
      .select("key_id")
      .select(({ fn }) => REQUEST_KINDS.map((kind) => fn.sum<number | string>(kind).as(kind)))
      .where("key_id", "in", ids)
      .where("day", ">=", fromMs)
      .where("day", "<", toMs)
      .groupBy("key_id")
      .execute();
    for (const { key_id, ...sums } of rows) {
      counts.set(key_id, recordFrom(REQUEST_KINDS.map((kind) => [kind, Number(sums[kind])] as const)));
    }
  }
  return keys.flatMap((key) => {
    const own = counts.get(key.keyId);
    return own === undefined ? [] : [{ ...key, counts: own }];
  });
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
  return rows.map(({ detail, ...event }) => ({
    ...event,
    planBefore: PLAN_NAMES.find((name) => name === detail.split(" ")[0]),
  }));
}
