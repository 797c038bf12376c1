import { type RawBuilder, sql } from "kysely";
import { REQUEST_KINDS } from "../access/decision.ts";
import { type AccountTotal, firstKeptDay, type KeyTotal, type Period } from "../accounts/billing.ts";
import type { UsageStore, WindowUsage } from "../accounts/store.ts";
import { recordFrom } from "../base/named-table.ts";
import { DAY_MS, WINDOW_POLICIES, type WindowPolicy } from "../base/window.ts";
import { PLAN_NAMES, TEST_KEY_DAILY_REQUESTS } from "../domain/plan.ts";
import { readAccount } from "./accounts.ts";
import { pruneFormerAddresses } from "./former-addresses.ts";
import type { RepositoryContext } from "./repository-context.ts";
import { currentWindow, newestWindow } from "./windows.ts";

const ROWS_PER_STATEMENT = 500;
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

    async addRefused(counts) {
      for (let first = 0; first < counts.length; first += ROWS_PER_STATEMENT) {
        const part = counts.slice(first, first + ROWS_PER_STATEMENT);
        const digests = part.map(({ digest }) => digest);
        await db.transaction().execute(async (trx) => {
          const rows = await trx
            .selectFrom("api_keys")
            .select(["id", "digest"])
            .where("digest", "in", digests)
            .execute();
          const ids = new Map(rows.map(({ id, digest }) => [digest, id]));
          const values = part.flatMap(({ digest, dayMs: day, code, requests }) => {
            const key_id = ids.get(digest);
            return key_id === undefined ? [] : [{ day, key_id, code, requests }];
          });
          if (values.length === 0) return;
          // In one order on all nodes, so that they never wait for each other in a circle.
          values.sort(
            (one, other) => one.day - other.day || one.key_id - other.key_id || (one.code < other.code ? -1 : 1),
          );
          await trx
            .insertInto("refused_requests")
            .values(values)
            .onConflict((conflict) =>
              conflict
                .columns(["day", "key_id", "code"])
                .doUpdateSet({ requests: sql<number>`refused_requests.requests + excluded.requests` }),
            )
            .execute();
        });
      }
    },

    async refused(accountId, fromMs, toMs) {
      return await db
        .selectFrom("refused_requests")
        .innerJoin("api_keys", "api_keys.id", "refused_requests.key_id")
        .select(["day as dayMs", "key_id as keyId", "code", "requests"])
        .where("api_keys.account_id", "=", accountId)
        .where("day", ">=", fromMs)
        .where("day", "<", toMs)
        .orderBy("day")
        .orderBy("key_id")
        .orderBy("code")
        .execute();
    },

    // Each page is a few short queries, so that the memory and the locks do not grow with the store.
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
  for (let start = 0; start < keys.length; start += ROWS_PER_STATEMENT) {
    const ids = keys.slice(start, start + ROWS_PER_STATEMENT).map(({ keyId }) => keyId);
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
