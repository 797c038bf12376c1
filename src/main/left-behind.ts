import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../base/error-text.ts";

/** The folders that processes made and did not remove before they ended. The name's first group is the process's id. */
export function leftBehind(parent: string, name: RegExp): readonly string[] {
  return namesIn(parent).flatMap((entry) => {
    const [, pid] = name.exec(entry) ?? [];
    const path = join(parent, entry);
    return pid !== undefined && hasEnded(Number(pid), path) ? [path] : [];
  });
}

/** None if the folder is missing or closed to this user. */
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
