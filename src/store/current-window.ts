import type { Kysely } from "kysely";
import type { Window, WindowPolicy } from "../domain/window.ts";
import type { Tables } from "./tables.ts";
import { CurrentWindows } from "./verdict.ts";

/** The window that admission counts in at `nowMs`. */
export async function currentWindow(db: Kysely<Tables>, policy: WindowPolicy, nowMs: number): Promise<Window> {
  return new CurrentWindows().later(policy, nowMs, await newestWindow(db, policy));
}

/** The start of the newest window that any counter was opened in; null before the first. */
export async function newestWindow(db: Kysely<Tables>, policy: WindowPolicy): Promise<number | null> {
  const row = await db
    .selectFrom("counters")
    .select(({ fn }) => fn.max("window_start").as("newest"))
    .where("policy", "=", policy)
    .executeTakeFirst();
  return row?.newest ?? null;
}
