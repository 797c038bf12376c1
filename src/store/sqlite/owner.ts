import { existsSync } from "node:fs";
import { chown, stat } from "node:fs/promises";

const ROOT = 0;

/** Gives a file that root wrote the owner of another one, because the service runs as another user. */
export async function takeOwner(path: string, model: string): Promise<void> {
  if (!existsSync(path)) return;
  const [present, wanted] = [await stat(path), await stat(model)];
  if (present.uid !== ROOT || present.uid === wanted.uid) return;
  await chown(path, wanted.uid, wanted.gid);
}
