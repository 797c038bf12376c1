import { SQLiteError } from "bun:sqlite";

/** How long a single statement waits, on the event loop, for another process that is writing. */
export const STATEMENT_WAIT_MS = 100;
/** How long a transaction waits to start, off the event loop. */
const TRANSACTION_WAIT_MS = 5_000;
const RETRY_EVERY_MS = 10;

/** Whether another connection holds the write lock: nothing was done, and the same call may succeed later. */
export function isBusy(error: unknown): boolean {
  return error instanceof SQLiteError && (error.code?.startsWith("SQLITE_BUSY") ?? false);
}

/** Begins a transaction that needs the write lock, and retries while another connection holds it. */
export async function beginWhenFree(begin: () => unknown): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += STATEMENT_WAIT_MS + RETRY_EVERY_MS) {
    try {
      await begin();
      return;
    } catch (error) {
      if (!isBusy(error) || waitedMs >= TRANSACTION_WAIT_MS) throw error;
      await Bun.sleep(RETRY_EVERY_MS);
    }
  }
}
