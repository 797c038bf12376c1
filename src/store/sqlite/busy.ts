import { SQLiteError } from "bun:sqlite";

/** Waits between tries, off the event loop: two seconds in total. */
const WAITS_MS = [1, 2, 4, 8, 15, 25, 50, 50, 100, 100, 150, 250, 250, 500, 500];

/** Whether another connection holds the write lock: nothing was done, and the same call may succeed later. */
export function isBusy(error: unknown): boolean {
  return error instanceof SQLiteError && (error.code?.startsWith("SQLITE_BUSY") ?? false);
}

/** Runs `work`, which needs the write lock, and retries while another connection holds it. */
export async function whenFree<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  for (const waitMs of WAITS_MS) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error)) throw error;
      await Bun.sleep(waitMs);
    }
  }
  return await work();
}
