import { cp } from "node:fs/promises";
import { join } from "node:path";
import { scratchFolder } from "../scratch.ts";
import { writeOfficialFiles } from "./official-files.ts";
import { OREGON_BUILD } from "./oregon-build.ts";

/** Folders as `safety dataset import` takes them: the state's official files, and its reviews, each in its own folder. */
export async function oregonFolders() {
  const root = scratchFolder("oregon");
  const [sourceDir, dataDir] = [join(root, "official"), join(root, "data")];
  await writeOfficialFiles(join(sourceDir, OREGON_BUILD.folder));
  await cp(join(import.meta.dir, "data"), join(dataDir, OREGON_BUILD.folder), { recursive: true });
  return { sourceDir, dataDir };
}
