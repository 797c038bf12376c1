import type { UsageStore } from "../accounts/store.ts";
import { USAGE_KEPT_DAYS, type WindowUsage } from "../accounts/usage.ts";
import { TEST_KEY_DAILY_REQUESTS } from "../domain/plan.ts";
import { utcDay, type WindowPolicy } from "../domain/window.ts";
import { readAccount } from "./accounts.ts";
import type { Session } from "./session.ts";
import { CurrentWindows } from "./verdict.ts";

/** Rows that one step of pruning deletes: a few milliseconds, during which admission waits. */
const PRUNE_STEP_ROWS = 500;
/** Between two steps the store belongs to admission. */
const PRUNE_PAUSE_MS = 20;
const DAY_MS = 86_400_000;

export function usageStore(session: Session): UsageStore {
  const { db } = session;
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
      return rows.map(({ key_id, day, last_used_at, ...counts }) => ({
        keyId: key_id,
        dayMs: day,
        counts,
        lastUsedAtMs: last_used_at,
      }));
    },

    async month(accountId) {
      const account = await readAccount(db, accountId);
      if (account === undefined) return null;
      const { monthlyRequests } = session.limitsIn(account.plan, account.overrides);
      return readWindow(session, "month", accountId, monthlyRequests);
    },

    async day(keyId) {
      const key = await db.selectFrom("api_keys").select("type").where("id", "=", keyId).executeTakeFirst();
      return key?.type === "test" ? readWindow(session, "day", keyId, TEST_KEY_DAILY_REQUESTS) : null;
    },

    prune: () => pruneDays(session),
  };
}

async function readWindow(
  { db, now }: Session,
  policy: WindowPolicy,
  subject: number,
  limit: number,
): Promise<WindowUsage> {
  const nowMs = await now(db);
  const counter = await db
    .selectFrom("counters")
    .select(["window_start", "used"])
    .where("policy", "=", policy)
    .where("subject", "=", subject)
    .executeTakeFirst();
  const window = new CurrentWindows().later(policy, nowMs, counter?.window_start ?? null);
  const used = counter?.window_start === window.startMs ? counter.used : 0;
  return { limit, used, remaining: Math.max(limit - used, 0), resetsAtMs: window.endMs };
}

async function pruneDays({ db, now }: Session): Promise<number> {
  const before = utcDay(await now(db)).startMs - USAGE_KEPT_DAYS * DAY_MS;
  for (let pruned = 0; ; await Bun.sleep(PRUNE_PAUSE_MS)) {
    const oldest = db
      .selectFrom("daily_usage")
      .select(["key_id", "day"])
      .where("day", "<", before)
      .limit(PRUNE_STEP_ROWS);
    const { numDeletedRows } = await db
      .deleteFrom("daily_usage")
      .where(({ refTuple, eb }) => eb(refTuple("key_id", "day"), "in", oldest.$asTuple("key_id", "day")))
      .executeTakeFirst();
    if (numDeletedRows === 0n) return pruned;
    pruned += Number(numDeletedRows);
  }
}
