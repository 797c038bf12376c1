import { TaskThread } from "../../base/task-thread.ts";
import type { Picture } from "../http/services.ts";

/** The thread uses about 50 MB, so it ends when it has been idle for a while. */
const IDLE_MS = 60_000;
/** The most time for one picture. Longer than the thread takes to start on a slow machine. */
const MAX_DRAW_MS = 30_000;

/** Draws pictures as PNGs, in a thread that starts with the first one. */
export function pictureThread(): TaskThread<Picture, Uint8Array<ArrayBuffer>> {
  const start = () => new Worker(new URL("./picture-thread.ts", import.meta.url), { ref: false, smol: true });
  return new TaskThread({ start, idleMs: IDLE_MS, maxWaitMs: MAX_DRAW_MS });
}
