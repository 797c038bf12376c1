import { type RawBuilder, sql } from "kysely";
import { firstKeptDay } from "../accounts/billing.ts";
import type { UsageStore, WindowUsage } from "../accounts/store.ts";
import { TEST_KEY_DAILY_REQUESTS } from "../domain/plan.ts";
import { DAY_MS, WINDOW_POLICIES, type WindowPolicy } from "../domain/window.ts";
import { readAccount } from "./accounts.ts";
import { pruneFormerAddresses } from "./former-addresses.ts";
import type { RepositoryContext } from "./repository-context.ts";
import { currentWindow, newestWindow } from "./windows.ts";

/** Rows deleted in one pruning step: a few milliseconds, during which admission waits. */
const PRUNE_STEP_ROWS = 500;
/** Pause between two steps, in which admission has the store to itself. */
const PRUNE_PAUSE_MS = 20;

export function usageStore(context: RepositoryContext): UsageStore {
  const { db } = context;
  return {
    async daily(accountId, fromMs, toMs) {
      const rows = await db
        .selectFrom("daily_usage")
        .innerJoin("api_keys", "api_keys.id", "daily_usage.key_id")
        .selectAll("daily_usage")
        .where("api_keys.account_id", "=", accountId)
        .where("daily_usage.day", ">=", fromMs)
        .where("daily_usage.day", "<", toMs)
        .orderBy("daily_usage.day")
        .orderBy("daily_usage.key_id")
        .execute();
      return rows.map(({ key_id: keyId, day: dayMs, last_used_at: _, ...counts }) => ({ keyId, dayMs, counts }));
    },

    async month(accountId) {
      const account = await readAccount(db, accountId);
      if (account === undefined) return null;
      const { monthlyRequests } = context.limitsIn(account.plan, account.overrides);
      return readWindow(context, "month", accountId, monthlyRequests);
    },

    async day(keyId) {
      const columns = db.selectFrom("api_keys").select(["id", "type", "first_key_id"]);
      const key = await columns.where("id", "=", keyId).executeTakeFirst();
      if (key?.type !== "test") return null;
      return readWindow(context, "day", key.first_key_id ?? key.id, TEST_KEY_DAILY_REQUESTS);
    },

    async clock() {
      return { storeNowMs: await context.now(db), newestWindowMs: await newestWindow(db) };
    },

    async prune(retention) {
      for (const policy of WINDOW_POLICIES) await pruneCounters(context, policy);
      await pruneFormerAddresses(context);
      const nowMs = await context.now(db);
      const beforeMs = firstKeptDay(retention, nowMs);
      await db.deleteFrom("refused_requests").where("day", "<", beforeMs).execute();
      const older = (days: number) => sql`at < ${nowMs - days * DAY_MS}`;
      const withAddress = sql`address is not null and via <> 'command' and ${older(retention.addressDays)}`;
      return {
        usage: await deleteInSteps(context, "daily_usage", ["day", "key_id"], sql`day < ${beforeMs}`),
        events: await deleteInSteps(context, "audit_events", ["id"], older(retention.auditDays)),
        addresses: await inSteps(
          context,
          sql`update audit_events set address = null`,
          "audit_events",
          ["id"],
          withAddress,
        ),
      };
    },
  };
}

async function readWindow(
  { db, now }: RepositoryContext,
  policy: WindowPolicy,
  subject: number,
  limit: number,
): Promise<WindowUsage> {
  const nowMs = await now(db);
  const window = await currentWindow(db, policy, nowMs);
  const counter = await db
    .selectFrom("counters")
    .select("used")
    .where("policy", "=", policy)
    .where("window_start", "=", window.startMs)
    .where("subject", "=", subject)
    .executeTakeFirst();
  const used = counter?.used ?? 0;
  return { limit, used, remaining: Math.max(limit - used, 0), resetsAtMs: window.endMs };
}

type PrunedTable = "daily_usage" | "counters" | "audit_events";

/** Deletes the rows of a table that fulfill `condition`, some at a time. Returns how many. */
function deleteInSteps(
  context: RepositoryContext,
  table: PrunedTable,
  key: readonly string[],
  condition: RawBuilder<unknown>,
): Promise<number> {
  return inSteps(context, sql`delete from ${sql.table(table)}`, table, key, condition);
}

/** Changes the rows that fulfill `condition`, some at a time, until none does. Returns how many. */
async function inSteps(
  { db }: RepositoryContext,
  change: RawBuilder<unknown>,
  table: PrunedTable,
  key: readonly string[],
  condition: RawBuilder<unknown>,
): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const step = sql`${change} where (${columns}) in
    (select ${columns} from ${sql.table(table)} where ${condition} limit ${PRUNE_STEP_ROWS})`;
  for (let deleted = 0; ; await Bun.sleep(PRUNE_PAUSE_MS)) {
    const { numAffectedRows = 0n } = await step.execute(db);
    if (numAffectedRows === 0n) return deleted;
    deleted += Number(numAffectedRows);
  }
}

/** Deletes counters of past windows. The newest stays, because no window may start before it again. */
async function pruneCounters(context: RepositoryContext, policy: WindowPolicy): Promise<void> {
  const newest = await newestWindow(context.db, policy);
  const past = sql`policy = ${policy} and window_start < ${newest}`;
  await deleteInSteps(context, "counters", ["policy", "window_start", "subject"], past);
}
