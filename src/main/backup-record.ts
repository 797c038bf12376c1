import { stat, writeFile } from "node:fs/promises";
import type { StoreAddress } from "../store/address.ts";

const OWNER_ONLY = 0o600;

/** File next to the embedded store. Its modification time is the time of the last backup. */
function recordPath(storePath: string): string {
  return `${storePath}.last-backup`;
}

/** Records that the embedded store at `storePath` has just been backed up. Works on a full disk: the file is empty. */
export async function recordBackup(storePath: string): Promise<void> {
  await writeFile(recordPath(storePath), "", { mode: OWNER_ONLY });
}

/** Reads the last backup's time, in milliseconds; 0 if never. null for PostgreSQL, which has its own tools. */
export function backupTime(address: StoreAddress): (() => Promise<number>) | null {
  if (address.dialect !== "sqlite") return null;
  return async () => (await stat(recordPath(address.path)).catch(() => null))?.mtimeMs ?? 0;
}
