import type { Node } from "@takumi-rs/wasm";
import type { CardAnswer, CardRequest } from "./card-thread.ts";

/** The thread takes about 50 MB, so it ends after a while without requests. */
const IDLE_MS = 60_000;
/** Longer than the thread takes to start on a slow machine. */
const MAX_WAIT_MS = 30_000;

interface Waiting {
  readonly resolve: (png: Uint8Array<ArrayBuffer>) => void;
  readonly reject: (error: Error) => void;
}

/** Draws cards in a worker thread that starts with the first card. */
export class CardRenderer {
  #thread: Worker | undefined;
  #idle: Timer | undefined;
  #last = 0;
  readonly #waiting = new Map<number, Waiting>();

  /** A PNG of 1200 by 630 pixels. @throws if the card cannot be drawn. */
  async render(node: Node): Promise<Uint8Array<ArrayBuffer>> {
    const thread = this.#running();
    const id = ++this.#last;
    const drawn = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
    });
    thread.postMessage({ id, node } satisfies CardRequest);
    const timer = setTimeout(() => this.close(), MAX_WAIT_MS);
    return drawn.finally(() => clearTimeout(timer));
  }

  /** Ends the thread. A later card starts a new one. */
  close(): void {
    clearTimeout(this.#idle);
    this.#thread?.terminate();
    this.#thread = undefined;
    this.#fail(new Error("the renderer was closed"));
  }

  #running(): Worker {
    clearTimeout(this.#idle);
    if (this.#thread) return this.#thread;
    const thread = new Worker(new URL("./card-thread.ts", import.meta.url), { ref: false, smol: true });
    thread.onmessage = ({ data }: MessageEvent<CardAnswer>) => this.#settle(data);
    thread.onerror = ({ message }) => {
      this.#thread = undefined;
      this.#fail(new Error(message));
    };
    this.#thread = thread;
    return thread;
  }

  #settle(answer: CardAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ("png" in answer) waiting?.resolve(answer.png);
    else waiting?.reject(new Error(answer.error));
    if (this.#waiting.size > 0) return;
    this.#idle = setTimeout(() => this.close(), IDLE_MS);
    this.#idle.unref();
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
