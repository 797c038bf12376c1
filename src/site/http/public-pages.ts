import { addressSubject } from "../../accounts/throttle.ts";
import { pathOf } from "../../api/path.ts";
import { Lru } from "../../domain/lru.ts";
import { TaskThread } from "../../threads/task-thread.ts";
import { OneAtATime } from "./one-at-a-time.ts";
import type { SiteSettings } from "./services.ts";
import type { SiteEnv } from "./session.ts";

/** How many requests may wait for a page. The last one waits less than two minutes. */
const MAX_WAITING_PAGES = 500;
/** How many may wait for a picture, which takes a tenth of a second. The last one waits half a minute. */
const MAX_WAITING_PICTURES = 100;
/** The most time for one answer, with the start of the thread on a slow machine and the drawing of a picture. */
const MAX_ANSWER_MS = 60_000;

/** Long bodies are sent from one copy each. Otherwise each connection that reads nothing holds one, of up to 3 MB. */
const SHARED = { minBytes: 50_000, entries: 500, size: 10_000_000 } as const;

/** What the thread answers until it gets other settings or another dataset. */
export interface PageSetup {
  readonly settings: SiteSettings;
  /** The providers of social sign-in, by their names. */
  readonly providers: readonly string[];
  /** The dataset file. */
  readonly dataset: Uint8Array;
}

export interface PageRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId: string;
}

export interface PageAnswer {
  readonly status: number;
  readonly headers: [string, string][];
  readonly body: Uint8Array<ArrayBuffer> | null;
  /** Why the page failed, for the log. */
  readonly failure?: string;
}

/** The thread answers a request, and a setup with null. */
export type PageQuestion = PageSetup | PageRequest;

export interface PublicPagesParts extends Omit<PageSetup, "dataset"> {
  /** The current dataset file and its version. */
  readonly dataset: () => { readonly version: string; readonly bytes: Uint8Array };
  /** Starts the thread, which answers each `PageQuestion`. */
  readonly start: () => Worker;
  readonly monotonicMs: () => number;
}

/** The headers that a public page depends on. */
const HEADERS = ["accept", "accept-encoding", "if-none-match"] as const;

/**
 * The public pages, made in a thread of their own, so that lookups do not wait for them. The thread starts with the first
 * request. It makes one page at a time, and one picture and one asset meanwhile.
 */
export class PublicPages {
  readonly #parts: PublicPagesParts;
  readonly #thread: TaskThread<PageQuestion, PageAnswer | null>;
  readonly #pages: OneAtATime;
  readonly #pictures: OneAtATime;
  /** The style and the scripts take under a millisecond each: they do not wait for pages. */
  readonly #assets: OneAtATime;
  /** By entity tag, which names the coding too. */
  readonly #bodies = new Lru<Blob>({ ...SHARED, sizeOf: (_, { size }) => size });
  /** The version of the thread's dataset. */
  #version = "";

  constructor(parts: PublicPagesParts) {
    this.#parts = parts;
    this.#thread = new TaskThread({ start: parts.start, maxWaitMs: MAX_ANSWER_MS });
    this.#pages = new OneAtATime(MAX_WAITING_PAGES, parts.monotonicMs);
    this.#pictures = new OneAtATime(MAX_WAITING_PICTURES, parts.monotonicMs);
    this.#assets = new OneAtATime(MAX_WAITING_PAGES, parts.monotonicMs);
  }

  /** @throws QueueFull while too many are waiting, ThreadUnavailable without a thread, and the reason of `signal` */
  async answer({ url, method, headers, signal }: Request, visitor: SiteEnv["Bindings"]): Promise<Response> {
    const sent = HEADERS.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const request = { url, method, headers: Object.fromEntries(sent), requestId: visitor.requestId };
    const queue = this.#queueOf(pathOf(url));
    const client = addressSubject(visitor.address() ?? null);
    const { body, failure, ...answer } = await queue.run(() => this.#ask(request), { client, signal });
    if (failure !== undefined) visitor.failed(failure);
    return new Response(body && this.#shared(body, answer.headers), answer);
  }

  #queueOf(path: string): OneAtATime {
    if (path.startsWith("/assets/")) return this.#assets;
    return path.endsWith(".png") ? this.#pictures : this.#pages;
  }

  #shared(body: Uint8Array<ArrayBuffer>, headers: PageAnswer["headers"]): Blob | Uint8Array<ArrayBuffer> {
    const tag = headers.find(([name]) => name === "etag")?.[1];
    if (tag === undefined || body.length < SHARED.minBytes) return body;
    const known = this.#bodies.get(tag);
    if (known !== undefined) return known;
    const fresh = new Blob([body]);
    this.#bodies.set(tag, fresh);
    return fresh;
  }

  /** The requests that wait are answered as fast as the thread can. */
  drain(): void {
    for (const queue of [this.#pages, this.#pictures, this.#assets]) queue.drain();
  }

  close(): void {
    this.#thread.close();
  }

  async #ask(request: PageRequest): Promise<PageAnswer> {
    await this.#setUp();
    const answer = await this.#thread.ask(request);
    if (answer === null) throw new Error("the thread gave no answer");
    return answer;
  }

  /** Gives a new thread, and the present one after the dataset was replaced, the dataset. */
  async #setUp(): Promise<void> {
    const { dataset, settings, providers } = this.#parts;
    const { version, bytes } = dataset();
    if (this.#thread.isRunning && version === this.#version) return;
    this.#version = version;
    try {
      await this.#thread.ask({ settings, providers, dataset: bytes });
    } catch (error) {
      this.#thread.close();
      throw error;
    }
  }
}
