import { readdirSync, readFileSync } from "node:fs";

/** The number of open file descriptors of this process; null where the system does not say. */
export function openDescriptors(): number | null {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return null;
  }
}

/** How many this process may open. Read at the start: at the limit, nothing can be read. */
export const MAX_DESCRIPTORS = readMax();

function readMax(): number | null {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null;
  }
}
