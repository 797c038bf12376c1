import { sql, type Transaction } from "kysely";
import { REQUEST_KINDS } from "../access/decision.ts";
import { WINDOW_POLICIES, windowOf } from "../base/window.ts";
import type { Store } from "./store.ts";
import type { Tables } from "./tables.ts";

/**
 * Moves what was counted in windows that have not begun at `nowMs` to the current ones, and usage of later days to today.
 * A window opened while the clock was ahead takes all counts until it comes (docs/decisions/clocks.md). No request is
 * lost, so bills stay exact, and an account may have used more than its limit. Safe while the service runs. Returns what
 * was moved: counters, and the requests that they had.
 */
export async function moveFutureWindows(
  { database, dialect }: Pick<Store, "database" | "dialect">,
  nowMs: number,
): Promise<{ readonly counters: number; readonly requests: number }> {
  return await database.transaction().execute(async (trx) => {
    // A batch that has already chosen a future window would open it again. SQLite has one writer anyway.
    if (dialect === "postgres") await sql`lock table counters in share row exclusive mode`.execute(trx);
    await addToCurrent(trx, nowMs);
    const moved = await trx.deleteFrom("counters").where("window_start", ">", nowMs).returning("used").execute();
    await moveFutureDays(trx, nowMs);
    return { counters: moved.length, requests: moved.reduce((sum, { used }) => sum + used, 0) };
  });
}

async function addToCurrent(trx: Transaction<Tables>, nowMs: number): Promise<void> {
  for (const policy of WINDOW_POLICIES) {
    const { startMs } = windowOf(policy, nowMs);
    await sql`
      insert into counters (policy, subject, window_start, used)
      select policy, subject, cast(${startMs} as bigint), sum(used) from counters
      where policy = ${policy} and window_start > ${nowMs} group by policy, subject
      on conflict (policy, window_start, subject) do update set used = counters.used + excluded.used`.execute(trx);
  }
}

/** Adds the usage and the refusals of later days to those of the day of `nowMs`. */
async function moveFutureDays(trx: Transaction<Tables>, nowMs: number): Promise<void> {
  const { startMs: today } = windowOf("day", nowMs);
  const kinds = REQUEST_KINDS.map((kind) => sql.ref(kind));
  const added = kinds.map((kind) => sql`${kind} = daily_usage.${kind} + excluded.${kind}`);
  await sql`
    insert into daily_usage (key_id, day, last_used_at, ${sql.join(kinds)})
    select key_id, cast(${today} as bigint), cast(${nowMs} as bigint), ${sql.join(kinds.map((kind) => sql`sum(${kind})`))}
    from daily_usage where day > ${today} group by key_id
    on conflict (day, key_id) do update set ${sql.join(added)}, last_used_at = excluded.last_used_at`.execute(trx);
  await trx.deleteFrom("daily_usage").where("day", ">", today).execute();
  await sql`
    insert into refused_requests (day, key_id, code, requests)
    select cast(${today} as bigint), key_id, code, sum(requests) from refused_requests
    where day > ${today} group by key_id, code order by key_id, code
    on conflict (day, key_id, code) do update set requests = refused_requests.requests + excluded.requests`.execute(
    trx,
  );
  await trx.deleteFrom("refused_requests").where("day", ">", today).execute();
}
