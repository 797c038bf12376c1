import type { Node } from "@takumi-rs/wasm";
import { TaskThread } from "../../../threads/task-thread.ts";

/** The thread uses about 50 MB, so it ends when it has been idle for a while. */
const IDLE_MS = 60_000;
/** Longer than the thread takes to start on a slow machine. */
const MAX_WAIT_MS = 30_000;

/** Draws a card as a PNG of 1200 by 630, in a thread that starts with the first card. */
export function createCardThread(): TaskThread<Node, Uint8Array<ArrayBuffer>> {
  const start = () => new Worker(new URL("./card-thread.ts", import.meta.url), { ref: false, smol: true });
  return new TaskThread({ start, idleMs: IDLE_MS, maxWaitMs: MAX_WAIT_MS });
}
