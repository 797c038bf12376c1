import { stat, writeFile } from "node:fs/promises";

const OWNER_ONLY = 0o600;

/** File next to the embedded store. Its modification time is the time of the last backup. */
function recordPath(storePath: string): string {
  return `${storePath}.last-backup`;
}

/** Records that the embedded store at `storePath` was backed up, for the metrics of the service. */
export async function recordBackup(storePath: string, nowMs: number): Promise<void> {
  await writeFile(recordPath(storePath), `${new Date(nowMs).toISOString()}\n`, { mode: OWNER_ONLY });
}

/** When the embedded store was last backed up, in milliseconds since the epoch; 0 if never. */
export async function lastBackupAtMs(storePath: string): Promise<number> {
  return await stat(recordPath(storePath)).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}
