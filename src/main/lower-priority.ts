// Starts the thread of the public pages (`site/site.ts`).
import { readlinkSync } from "node:fs";
import { getPriority, setPriority } from "node:os";

/** If pages and lookups share a core, pages get about a tenth of it. */
const NICENESS = 10;
const LOWEST_PRIORITY = 19;

lowerPriority();
// Not before: loading them is most of the start.
await import("./page-thread.ts");

/** Linux treats a thread as a process. Elsewhere the thread keeps its priority. */
function lowerPriority(): void {
  try {
    const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync("/proc/thread-self")) ?? [];
    if (thread !== undefined) setPriority(Number(thread), Math.min(getPriority() + NICENESS, LOWEST_PRIORITY));
  } catch {
    // The system has no /proc, or does not allow the change.
  }
}
