import { readdirSync } from "node:fs";
import { getPriority } from "node:os";

/** How much lower the priority of a process's lowest thread is than its own: 10 unless it is near the lowest that there is. */
export function loweredBy(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => getPriority(Number(thread)));
  return Math.max(...threads) - getPriority(pid);
}

/** What `loweredBy` is with a thread of the public pages. */
export function loweredForPages(pid: number): number {
  return Math.min(10, 19 - getPriority(pid));
}
