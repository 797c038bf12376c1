import { readdirSync, readFileSync } from "node:fs";

/** The number of open file descriptors of this process; null where the system does not say. */
export function openDescriptors(): number | null {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return null;
  }
}

let max: number | null | undefined;

/** How many file descriptors this process may open; null where the system does not say. */
export function maxDescriptors(): number | null {
  max ??= readMax();
  return max;
}

function readMax(): number | null {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null;
  }
}
