import { SQLiteError } from "bun:sqlite";

/** Whether another connection holds the write lock: nothing was done, and the same call may go through later. */
export function isBusy(error: unknown): boolean {
  return error instanceof SQLiteError && (error.code?.startsWith("SQLITE_BUSY") ?? false);
}
