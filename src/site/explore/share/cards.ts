import type { Node } from "@takumi-rs/wasm";
import { OneAtATime } from "../../../domain/one-at-a-time.ts";
import type { SnapshotPlace } from "../../../domain/snapshot.ts";
import { TaskThread } from "../../../threads/task-thread.ts";
import { cardNode } from "./card.ts";

/** The thread uses about 50 MB, so it ends when it has been idle for a while. */
const IDLE_MS = 60_000;
/** The most time for one card. Longer than the thread takes to start on a slow machine. */
const MAX_CARD_MS = 30_000;
/** A card takes a tenth of a second, so the last one waits about ten. */
const MAX_WAITING = 100;

type Png = Uint8Array<ArrayBuffer>;

/** Draws cards as PNGs of 1200 by 630, one at a time, in a thread that starts with the first one. */
export class Cards {
  readonly #thread: Pick<TaskThread<Node, Png>, "ask" | "close">;
  readonly #queue = new OneAtATime({ maxWaiting: MAX_WAITING });
  readonly #waiting = new Map<SnapshotPlace, Promise<Png>>();

  constructor(thread: Pick<TaskThread<Node, Png>, "ask" | "close"> = cardThread()) {
    this.#thread = thread;
  }

  /** Rejects if the card cannot be drawn, with `QueueFull` while too many are waiting. */
  draw(place: SnapshotPlace): Promise<Png> {
    const known = this.#waiting.get(place);
    if (known !== undefined) return known;
    const card = this.#queue.run(() => this.#thread.ask(cardNode(place))).finally(() => this.#waiting.delete(place));
    this.#waiting.set(place, card);
    return card;
  }

  close(): void {
    this.#thread.close();
  }
}

function cardThread(): TaskThread<Node, Png> {
  const start = () => new Worker(new URL("./card-thread.ts", import.meta.url), { ref: false, smol: true });
  return new TaskThread({ start, idleMs: IDLE_MS, maxWaitMs: MAX_CARD_MS });
}
