import { OneAtATime } from "../../domain/one-at-a-time.ts";
import { TaskThread } from "../../threads/task-thread.ts";
import type { Picture } from "../services.ts";

/** The thread uses about 50 MB, so it ends when it has been idle for a while. */
const IDLE_MS = 60_000;
/** The most time for one picture. Longer than the thread takes to start on a slow machine. */
const MAX_DRAW_MS = 30_000;
/** A picture takes a tenth of a second, so the last one waits about ten. */
const MAX_WAITING = 100;

type Png = Uint8Array<ArrayBuffer>;
type Thread = Pick<TaskThread<Picture, Png>, "ask" | "close">;

/** Draws pictures as PNGs, one at a time, in a thread that starts with the first one. */
export class Pictures {
  readonly #thread: Thread;
  readonly #waiting = new Map<string, Promise<Png>>();
  readonly #queue = new OneAtATime({ maxWaiting: MAX_WAITING });

  constructor(thread: Thread = pictureThread()) {
    this.#thread = thread;
  }

  /** Rejects if the picture cannot be drawn, with `QueueFull` while too many are waiting. */
  draw(picture: Picture): Promise<Png> {
    const { svg } = picture;
    const known = this.#waiting.get(svg);
    if (known !== undefined) return known;
    const drawn = this.#queue.run(() => this.#thread.ask(picture)).finally(() => this.#waiting.delete(svg));
    this.#waiting.set(svg, drawn);
    return drawn;
  }

  close(): void {
    this.#thread.close();
  }
}

function pictureThread(): TaskThread<Picture, Png> {
  const start = () => new Worker(new URL("./picture-thread.ts", import.meta.url), { ref: false, smol: true });
  return new TaskThread({ start, idleMs: IDLE_MS, maxWaitMs: MAX_DRAW_MS });
}
