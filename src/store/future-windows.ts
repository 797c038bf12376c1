import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** First millisecond of the newest window that anything was counted in; null where nothing was. */
export async function newestWindowMs(db: Kysely<Tables>): Promise<number | null> {
  const newest = await db
    .selectFrom("counters")
    .select(({ fn }) => fn.max("window_start").as("start"))
    .executeTakeFirst();
  return newest?.start == null ? null : Number(newest.start);
}

/**
 * Deletes the counters of windows that have not begun at `nowMs`: requests are counted in the newest window, so one that
 * was opened while the clock was ahead holds all counts until it comes (docs/decisions/clocks.md). Everybody gets back the
 * present window, with what was used in it before. Answers how many counters went. Works beside a running service.
 */
export async function deleteFutureWindows(db: Kysely<Tables>, nowMs: number): Promise<number> {
  const deleted = await db.deleteFrom("counters").where("window_start", ">", nowMs).executeTakeFirst();
  return Number(deleted.numDeletedRows);
}
