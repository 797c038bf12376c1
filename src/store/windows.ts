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
