import { addressSubject } from "../../accounts/throttle.ts";
import { FairQueue } from "../../base/fair-queue.ts";
import { Lru } from "../../base/lru.ts";
import { TaskThread } from "../../base/task-thread.ts";
import type { EditionName } from "../../editions/table.ts";
import { matchesTag, pageCoding, uncodedTag } from "../../http/compression.ts";
import { pathOf, requestTextOf, searchOf } from "../../http/path.ts";
import type { SiteSettings } from "./services.ts";
import type { SiteEnv } from "./session.ts";

/** How many requests may wait for a page. The last one waits some seconds. */
const MAX_WAITING_PAGES = 500;
/** How many may wait for a picture, which takes a tenth of a second. The last one waits half a minute. */
const MAX_WAITING_PICTURES = 100;
/** The most time for one answer, with the start of the thread on a slow machine and the drawing of a picture. */
const MAX_ANSWER_MS = 60_000;

/** A generation of the answers that need no thread. */
const KEPT = { entries: 2_000, size: 10_000_000 } as const;
/** Long bodies are sent from one copy each. Otherwise each connection that reads nothing holds one, of up to 3 MB. */
const MIN_SHARED_BYTES = 50_000;

interface KeptAnswer {
  readonly headers: readonly (readonly [string, string])[];
  readonly etag: string;
  readonly body: Blob | Uint8Array<ArrayBuffer>;
}

/** What the thread answers until it gets other settings or other datasets. */
export interface PageSetup {
  readonly settings: SiteSettings;
  /** The providers of social sign-in, by their names. */
  readonly providers: readonly string[];
  readonly files: Readonly<Record<EditionName, Uint8Array>>;
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

export interface PublicPagesParts extends Omit<PageSetup, "files"> {
  /** The current dataset files, and their version together. */
  readonly datasets: () => { readonly version: string } & Pick<PageSetup, "files">;
  /** Starts the thread, which answers each `PageQuestion`. */
  readonly start: () => Worker;
}

/** The headers that a public page depends on. Conditions and ranges are of its answer. */
const HEADERS = ["accept", "accept-encoding"] as const;

/**
 * The public pages, made in a thread of their own, so that lookups do not wait for them. The thread starts with the first
 * request. It makes one page at a time, and meanwhile one page with a query, one picture, and one asset. A page that was
 * made before needs no thread.
 */
export class PublicPages {
  readonly #parts: PublicPagesParts;
  readonly #thread: TaskThread<PageQuestion, PageAnswer | null>;
  readonly #pages = new FairQueue({ maxWaiting: MAX_WAITING_PAGES });
  /** Pages with a query, such as searches: there are any number of them. */
  readonly #queries = new FairQueue({ maxWaiting: MAX_WAITING_PAGES });
  readonly #pictures = new FairQueue({ maxWaiting: MAX_WAITING_PICTURES });
  /** The style and the scripts take under a millisecond each: they do not wait for pages. */
  readonly #assets = new FairQueue({ maxWaiting: MAX_WAITING_PAGES });
  /** By version of the datasets, coding, and request. */
  readonly #kept = new Lru<KeptAnswer>({ ...KEPT, sizeOf: (key, { body }) => key.length + sizeOf(body) });
  /** The version of the thread's datasets. */
  #version = "";

  constructor(parts: PublicPagesParts) {
    this.#parts = parts;
    this.#thread = new TaskThread({ start: parts.start, maxWaitMs: MAX_ANSWER_MS });
  }

  /** @throws QueueFull while too many are waiting, ThreadUnavailable without a thread, and the reason of `signal` */
  async answer({ url, method, headers, signal }: Request, visitor: SiteEnv["Bindings"]): Promise<Response> {
    const coding = pageCoding(headers.get("accept-encoding"));
    const key = `${this.#parts.datasets().version} ${coding} ${method} ${requestTextOf(url)}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined) return responseOf(kept, headers);
    const sent = HEADERS.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const request = { url, method, headers: Object.fromEntries(sent), requestId: visitor.requestId };
    const queue = this.#queueOf(url);
    const client = addressSubject(visitor.address() ?? null);
    const { body, failure, ...answer } = await queue.run(() => this.#ask(request), { client, signal });
    if (failure !== undefined) visitor.failed(failure);
    const etag = answer.headers.find(([name]) => name === "etag")?.[1];
    if (answer.status !== 200 || body === null || etag === undefined) return new Response(body, answer);
    const same = this.#kept.get(key);
    if (same?.etag === etag) return responseOf(same, headers);
    const fresh = { ...answer, etag, body: body.length < MIN_SHARED_BYTES ? body : new Blob([body]) };
    if (!isNeverKept(answer)) this.#kept.set(key, fresh);
    return responseOf(fresh, headers);
  }

  #queueOf(url: string): FairQueue {
    const path = pathOf(url);
    if (path.startsWith("/assets/")) return this.#assets;
    if (path.endsWith(".png")) return this.#pictures;
    return searchOf(url) === "" ? this.#pages : this.#queries;
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
    const { datasets, settings, providers } = this.#parts;
    const { version, files } = datasets();
    if (this.#thread.isRunning && version === this.#version) return;
    this.#version = version;
    try {
      await this.#thread.ask({ settings, providers, files });
    } catch (error) {
      this.#thread.close();
      throw error;
    }
  }
}

/** The answer, the range of a file that the client asks for, or 304 if the client has it. */
function responseOf({ headers, etag, body }: KeptAnswer, asked: Headers): Response {
  const whole = headers.map(([name, value]): [string, string] => [name, value]);
  const bare = whole.filter(([name]) => !name.startsWith("content-") || name === "content-security-policy");
  if (matchesTag(asked.get("if-none-match"), uncodedTag(etag))) {
    return new Response(null, { status: 304, headers: bare });
  }
  const length = sizeOf(body);
  const range = headers.some(([name]) => name === "accept-ranges") ? rangeOf(asked, length, etag) : null;
  if (range === null) return new Response(body, { headers: whole });
  if (range === "unsatisfiable") {
    return new Response(null, { status: 416, headers: [...bare, ["Content-Range", `bytes */${length}`]] });
  }
  const { first, last } = range;
  return new Response(body.slice(first, last + 1), {
    status: 206,
    headers: [...whole, ["Content-Range", `bytes ${first}-${last}/${length}`]],
  });
}

/** Pages that show what a visitor typed. */
function isNeverKept({ headers }: Pick<PageAnswer, "headers">): boolean {
  return headers.some(([name, value]) => name === "cache-control" && value === "no-store");
}

function sizeOf(body: KeptAnswer["body"]): number {
  return body instanceof Blob ? body.size : body.length;
}

/** A part of a body, both ends included. */
interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The part of a body of `length` bytes that a request asks for (RFC 9110 section 14): null for the whole body, also for
 * several parts, which may be answered so; "unsatisfiable" beyond its end. `etag` is that of the bytes.
 */
function rangeOf(headers: Headers, length: number, etag: string): ByteRange | "unsatisfiable" | null {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.get("range") ?? "") ?? [];
  if (from === "" && to === "") return null;
  const condition = headers.get("if-range");
  if (condition !== null && condition !== etag) return null;
  const first = from === "" ? Math.max(length - Number(to), 0) : Number(from);
  const last = from === "" || to === "" ? length - 1 : Math.min(Number(to), length - 1);
  if (from !== "" && to !== "" && Number(to) < Number(from)) return null;
  return first > last ? "unsatisfiable" : { first, last };
}
