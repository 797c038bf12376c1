import type { Kysely } from "kysely";
import { type Window, type WindowPolicy, windowOf } from "../domain/window.ts";
import type { Tables } from "./tables.ts";

/** The calendar windows around the present moment, computed again only when it leaves them. */
export class CurrentWindows {
  #windows = windowsAt(0);

  at(policy: WindowPolicy, nowMs: number): Window {
    const { startMs, endMs } = this.#windows.day;
    if (nowMs < startMs || nowMs >= endMs) {
      this.#windows = windowsAt(nowMs);
    }
    return this.#windows[policy];
  }

  /**
   * The window to count in: the later one of the clock's and the newest in the store. So a clock that was stepped back
   * never opens a closed window again.
   */
  later(policy: WindowPolicy, nowMs: number, newestStartMs: number | null): Window {
    const window = this.at(policy, nowMs);
    if (newestStartMs === null || newestStartMs <= window.startMs) return window;
    return windowOf(policy, newestStartMs);
  }
}

function windowsAt(nowMs: number): Readonly<Record<WindowPolicy, Window>> {
  return { month: windowOf("month", nowMs), day: windowOf("day", nowMs) };
}

/** The window that admission counts in at `nowMs`. */
export async function currentWindow(db: Kysely<Tables>, policy: WindowPolicy, nowMs: number): Promise<Window> {
  return new CurrentWindows().later(policy, nowMs, await newestWindow(db, policy));
}

/** The start of the newest window that any counter was opened in, of one policy or of both; null before the first. */
export async function newestWindow(db: Kysely<Tables>, policy?: WindowPolicy): Promise<number | null> {
  const starts = db.selectFrom("counters").select(({ fn }) => fn.max("window_start").as("newest"));
  const row = await (policy === undefined ? starts : starts.where("policy", "=", policy)).executeTakeFirstOrThrow();
  return row.newest === null ? null : Number(row.newest);
}

/**
 * Deletes the counters of windows that have not begun at `nowMs`: requests are counted in the newest window, so one that
 * was opened while the clock was ahead holds all counts until it comes (docs/decisions/clocks.md). All accounts get back the
 * present window, with what was used in it before. Returns the number of deleted counters. Safe beside a running service.
 */
export async function deleteFutureWindows(db: Kysely<Tables>, nowMs: number): Promise<number> {
  const deleted = await db.deleteFrom("counters").where("window_start", ">", nowMs).executeTakeFirst();
  return Number(deleted.numDeletedRows);
}
