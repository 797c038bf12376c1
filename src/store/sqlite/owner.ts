import { existsSync } from "node:fs";
import { chown, stat } from "node:fs/promises";
import { dirname } from "node:path";

const ROOT = 0;

/** Gives a file the owner of another one: a restore run as root must leave the store to the user of the service. */
export async function copyOwner(path: string, model: string): Promise<void> {
  const [present, wanted] = [await stat(path), await stat(model)];
  if (present.uid === wanted.uid && present.gid === wanted.gid) return;
  await chown(path, wanted.uid, wanted.gid);
}

/** Gives a new store that root created, with its log, to the owner of its folder, as whom the service runs. */
export async function leaveToFolderOwner(path: string): Promise<void> {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    if (existsSync(file) && (await stat(file)).uid === ROOT) await copyOwner(file, dirname(path));
  }
}
