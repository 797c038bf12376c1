import { randomUUID } from "node:crypto";
import { readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorCode } from "../base/error-text.ts";
import type { DownloadFolders } from "../site/http/made-files.ts";

/** The process that made a folder. */
const NAME = /^safety-downloads-(\d+)-/;

/**
 * Folders for downloads in the system's folder for temporary files. The first start deletes those that killed processes
 * left behind.
 */
export function downloadFolders(parent = tmpdir()): DownloadFolders {
  for (const left of leftBehind(parent)) remove(left);
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

function leftBehind(parent: string): readonly string[] {
  return namesIn(parent).flatMap((name) => {
    const [, pid] = NAME.exec(name) ?? [];
    const path = join(parent, name);
    return pid !== undefined && hasEnded(Number(pid), path) ? [path] : [];
  });
}

/** None if there is no such folder: only the downloads need it. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A container's process has the same id after each start, so a folder of our own id may be from before. */
function hasEnded(pid: number, path: string): boolean {
  if (pid === process.pid) return (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < performance.timeOrigin;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return errorCode(error) === "ESRCH";
  }
}

/** Without an error: another user's folder cannot be deleted. */
function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {}
}
