import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DownloadFolders } from "../site/http/made-files.ts";
import { leftBehind } from "./left-behind.ts";

/** The process that made a folder. */
const NAME = /^safety-downloads-(\d+)-/;

/**
 * Folders for downloads in the system's folder for temporary files. The first start deletes those that killed processes
 * left behind.
 */
export function downloadFolders(parent = tmpdir()): DownloadFolders {
  for (const left of leftBehind(parent, NAME)) remove(left);
  const own = join(parent, `safety-downloads-${process.pid}-${randomUUID()}`);
  const used: string[] = [];
  let count = 0;
  return {
    next() {
      count += 1;
      used.push(join(own, String(count)));
      // The former one stays until then, because a download may still be in the making there.
      for (const old of used.splice(0, used.length - 2)) remove(old);
      return join(own, String(count));
    },
    close: () => remove(own),
  };
}

/** Without an error: another user's folder cannot be deleted. */
function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {}
}
