import { SQLiteError } from "bun:sqlite";

/** A statement of its own waits this long, on the event loop, for another process that is writing. */
export const STATEMENT_WAIT_MS = 100;
/** A transaction waits for its start beside the event loop, at most about this long. */
const TRANSACTION_WAIT_MS = 5_000;
const RETRY_EVERY_MS = 10;

/** Whether another connection holds the write lock: nothing was done, and the same call may go through later. */
export function isBusy(error: unknown): boolean {
  return error instanceof SQLiteError && (error.code?.startsWith("SQLITE_BUSY") ?? false);
}

/** Begins a transaction that needs the write lock, again and again while another connection holds it. */
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
