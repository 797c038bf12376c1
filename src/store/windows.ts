import type { Kysely } from "kysely";
import { laterWindow } from "../access/counting.ts";
import type { Window, WindowPolicy } from "../base/window.ts";
import type { Tables } from "./tables.ts";

/** The window that admission counts in at `nowMs`. */
export async function currentWindow(db: Kysely<Tables>, policy: WindowPolicy, nowMs: number): Promise<Window> {
  return laterWindow(policy, nowMs, await newestWindow(db, policy));
}

/** The start of the newest window with a counter, of one policy or of both; null if there is none. */
export async function newestWindow(db: Kysely<Tables>, policy?: WindowPolicy): Promise<number | null> {
  const starts = db.selectFrom("counters").select(({ fn }) => fn.max("window_start").as("newest"));
  const row = await (policy === undefined ? starts : starts.where("policy", "=", policy)).executeTakeFirstOrThrow();
  return row.newest === null ? null : Number(row.newest);
}

/**
 * Deletes the counters of windows that have not begun at `nowMs`. One opened while the clock was ahead takes all counts
 * until it comes (docs/decisions/clocks.md). Accounts return to the current window and its counts. Safe while the
 * service runs. Returns what was deleted: counters, and the requests that they had.
 */
export async function deleteFutureWindows(
  db: Kysely<Tables>,
  nowMs: number,
): Promise<{ readonly counters: number; readonly requests: number }> {
  const deleted = await db.deleteFrom("counters").where("window_start", ">", nowMs).returning("used").execute();
  return { counters: deleted.length, requests: deleted.reduce((sum, { used }) => sum + used, 0) };
}
