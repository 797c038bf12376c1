import { stat, writeFile } from "node:fs/promises";

const OWNER_ONLY = 0o600;

/** Beside the embedded store, by whoever backed it up last; its time of change is the time of that backup. */
function recordPath(storePath: string): string {
  return `${storePath}.last-backup`;
}

/** Notes that the embedded store at `storePath` was backed up, for the metrics of the service. */
export async function recordBackup(storePath: string, nowMs: number): Promise<void> {
  await writeFile(recordPath(storePath), `${new Date(nowMs).toISOString()}\n`, { mode: OWNER_ONLY });
}

/** When the embedded store was last backed up, in milliseconds since the epoch; 0 where it never was. */
export async function lastBackupAtMs(storePath: string): Promise<number> {
  return await stat(recordPath(storePath)).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}
