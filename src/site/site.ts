import { setImmediate } from "node:timers/promises";
import { getPath } from "hono/utils/url";
import type { AuthSettings } from "../accounts/auth.ts";
import { providersOf } from "../accounts/provider.ts";
import { addressSubject } from "../accounts/throttle.ts";
import type { Clock } from "../base/clock.ts";
import { type Caller, FairQueue, QueueFull } from "../base/fair-queue.ts";
import { Idle } from "../base/idle.ts";
import { Lazy } from "../base/lazy.ts";
import { Lru } from "../base/lru.ts";
import { TaskThread } from "../base/task-thread.ts";
import { preferredCoding } from "../http/compression.ts";
import { pathOf, searchOf } from "../http/path.ts";
import type { AccountParts } from "./account-pages.ts";
import type { AppParts } from "./http/app.ts";
import { fileBody, isThere, type KeptAnswer, memoryOf, responseOf, sharedBody } from "./http/kept-answer.ts";
import type { DownloadFolders } from "./http/made-files.ts";
import type { PageFacts } from "./http/page.ts";
import type { PageAnswer, PageQuestion, PageRequest, PageSetup } from "./http/page-question.ts";
import type { ServiceStatus, SiteSettings } from "./http/services.ts";
import type { SiteEnv } from "./http/session.ts";
import { isOfAccount, URLS } from "./ui/urls.ts";

interface SiteParts {
  readonly settings: SiteSettings;
  readonly auth: AuthSettings;
  readonly clock: Clock;
  /** Where the public pages are made. */
  readonly thread: Pick<PublicPagesParts, "start" | "datasets" | "folders">;
  /** The state of this process. Answers within about a second, also without a store. */
  readonly status: () => Promise<ServiceStatus>;
  /** Shares the event loop with searches, batches, and assistants' messages. */
  readonly turns: FairQueue;
  /** The other pages do not wait for it. */
  readonly account: () => Promise<AccountParts>;
  /** The store's error that made a page fail; undefined if the store was not the cause. */
  readonly storeFaultBehind: (error: unknown) => unknown;
}

export interface Site {
  /** Answers a request for a page or a form post. */
  fetch(request: Request, visitor: SiteEnv["Bindings"]): Promise<Response>;
  /** Waits for work that was started after an answer. */
  close(): Promise<void>;
}

/** For a client that disconnected while it waited, as in the metrics of nginx. Nobody receives it. */
const CLIENT_CLOSED_REQUEST = 499;

/** For a page that finds its queue full. In a flood these are most answers, and a whole page takes longer than a lookup. */
const BUSY = "The service is busy. Nothing was changed. Try again in some seconds.";
const BUSY_HEADERS = {
  "Content-Type": "text/plain; charset=utf-8",
  "Cache-Control": "no-store",
  "Retry-After": "5",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
} as const;

/**
 * Public pages come from their own thread. The pages of accounts and the status need this process; their modules are
 * loaded with the first of them, and they start one per turn of the event loop.
 */
export function createSite({ settings, auth, clock, thread, storeFaultBehind, ...parts }: SiteParts): Site {
  const { baseUrl } = settings;
  const appParts: AppParts = {
    baseUrl,
    providerOrigins: providersOf(auth).map(({ origin }) => origin),
    clock,
    storeFaultBehind,
  };
  const publicPages = new PublicPages({ ...thread, settings, providerOrigins: appParts.providerOrigins });
  const status = new Lazy(async () => {
    const { statusApp } = await import("./status-page.tsx");
    return statusApp(appParts, settings, parts.status);
  });
  const account = new Lazy(async () => {
    const [{ siteApp }, { createAccountPages }] = await Promise.all([
      import("./http/app.ts"),
      import("./account-pages.ts"),
    ]);
    return createAccountPages(siteApp(appParts), settings, auth, await parts.account());
  });
  async function answer(request: Request, visitor: SiteEnv["Bindings"]): Promise<Response> {
    const path = getPath(request);
    const isStatus = path === URLS.status;
    if (!isStatus && !isOfAccount(path)) return publicPages.answer(request, visitor);
    const make = async () => (isStatus ? await status.get() : (await account.get()).app).fetch(request, visitor);
    return parts.turns.run(make, { client: addressSubject(visitor.address() ?? null), signal: request.signal });
  }

  return {
    async fetch(received, visitor) {
      const request = readable(received, baseUrl);
      try {
        return await answer(request, visitor);
      } catch (error) {
        if (received.signal.aborted) return new Response(null, { status: CLIENT_CLOSED_REQUEST });
        if (error instanceof QueueFull) {
          visitor.failed(error);
          return new Response(BUSY, { status: 503, headers: BUSY_HEADERS });
        }
        const { failingApp } = await import("./http/app.ts");
        return failingApp(appParts, error).fetch(request, visitor);
      }
    },
    async close() {
      publicPages.close();
      await (await account.loaded)?.close();
    },
  };
}

/** The request as the framework can answer it. */
function readable(request: Request, baseUrl: string): Request {
  // A request of HTTP/1.0 without a Host has a bare path as its URL.
  const absolute = request.url.startsWith("/") ? new Request(baseUrl + request.url, request) : request;
  if (absolute.method !== "HEAD") return absolute;
  // The framework would drop the length of the answer to HEAD. The server leaves out the body.
  const whole = new Request(absolute, { method: "GET" });
  whole.headers.delete("range");
  return whole;
}

/** How many requests may wait for a page. The last one waits some seconds. */
const MAX_WAITING_PAGES = 500;
/** How many may wait for a picture, which takes a tenth of a second. The last one waits three seconds. */
const MAX_WAITING_PICTURES = 25;
/** The most time for one answer, with the start of the thread on a slow machine, or for the making of a download. */
const MAX_ANSWER_MS = 60_000;

/** After so many answers, the thread is replaced in a pause, and in a crawl between two pages: it would take 400 MB more. */
const MANY_ANSWERS = 1_000;
const IDLE_MS = 5_000;

/** A generation of the answers that need no thread. */
const KEPT = { entries: 2_000, size: 10_000_000 } as const;
/** A longer query is read only when the request has its turn. */
const MAX_QUERY_BEFORE_TURN = 1_000;

export interface PublicPagesParts extends Omit<PageSetup, "files" | "folder"> {
  /** The current dataset files, and their version together. */
  readonly datasets: () => { readonly version: string } & Pick<PageSetup, "files">;
  /** Starts the thread, which answers each `PageQuestion`. */
  readonly start: () => Worker;
  readonly folders: DownloadFolders;
}

/** The headers that a public page depends on. Conditions and ranges are of its answer. */
const HEADERS = ["accept", "accept-encoding"] as const;

/**
 * The public pages, made in a thread of their own, so that lookups do not wait for them. The thread starts with the first
 * request. It makes one page at a time, and meanwhile one page with a query, one picture, one download, and one asset. What
 * was made before needs no thread, also if others made it while a request waited for its turn.
 */
export class PublicPages {
  readonly #parts: PublicPagesParts;
  readonly #thread: TaskThread<PageQuestion, PageAnswer | null>;
  readonly #pages = new FairQueue({ maxWaiting: MAX_WAITING_PAGES });
  /** Pages with a query, such as searches: there are any number of them. */
  readonly #queries = new FairQueue({ maxWaiting: MAX_WAITING_PAGES });
  readonly #pictures = new FairQueue({ maxWaiting: MAX_WAITING_PICTURES });
  readonly #downloads = new FairQueue({ maxWaiting: MAX_WAITING_PAGES });
  readonly #beginnings = new FairQueue();
  /** The style and the scripts take under a millisecond each: they do not wait for pages. */
  readonly #assets = new FairQueue({ maxWaiting: MAX_WAITING_PAGES });
  readonly #kept = new Lru<KeptAnswer>({ ...KEPT, sizeOf: (key, { body }) => key.length + memoryOf(body) });
  /** The parameters that the page of a path reads. */
  readonly #parameters = new Lru<PageFacts["parameters"]>({ ...KEPT, sizeOf: (path) => path.length });
  /** The version of the thread's datasets, and the folder of their downloads. */
  #version = "";
  #folder = "";
  /** Of the present thread, and since it was last replaced in a pause. */
  #answers = 0;
  #answersSincePause = 0;
  #last: PageRequest | undefined;
  readonly #idle = new Idle(IDLE_MS, () => void this.#replaceThread());

  constructor(parts: PublicPagesParts) {
    this.#parts = parts;
    this.#thread = new TaskThread({ start: parts.start, maxWaitMs: MAX_ANSWER_MS });
  }

  /** @throws QueueFull while too many are waiting, ThreadUnavailable without a thread, and the reason of `signal` */
  async answer(request: Request, visitor: SiteEnv["Bindings"]): Promise<Response> {
    const { url, headers, signal } = request;
    const kept = searchOf(url).length > MAX_QUERY_BEFORE_TURN ? undefined : this.#find(request);
    const caller = { client: addressSubject(visitor.address() ?? null), signal };
    if (kept !== undefined) return this.#send(kept, headers, caller);
    const findOrMake = () => this.#find(request) ?? this.#make(request, visitor);
    const answer = await this.#queueOf(request).run(findOrMake, caller);
    return answer instanceof Response ? answer : this.#send(answer, headers, caller);
  }

  /** The system takes the first megabytes of a file at once, so one is begun in each turn of the event loop. */
  async #send(answer: KeptAnswer, headers: Headers, caller: Caller): Promise<Response> {
    if ("path" in answer.body) await this.#beginnings.run(() => setImmediate(), caller);
    return responseOf(answer, headers);
  }

  #queueOf({ url, method }: Request): FairQueue {
    const path = pathOf(url);
    if (path.startsWith("/assets/") || method === "OPTIONS") return this.#assets;
    if (path.startsWith(`${URLS.downloads}/`)) return this.#downloads;
    if (path.endsWith(".png")) return this.#pictures;
    return searchOf(url) === "" ? this.#pages : this.#queries;
  }

  close(): void {
    this.#idle.close();
    this.#thread.close();
    this.#parts.folders.close();
  }

  #find(request: Request): KeptAnswer | undefined {
    const kept = this.#kept.get(this.#keyOf(request, this.#parts.datasets().version));
    return kept !== undefined && isThere(kept) ? kept : undefined;
  }

  /** Equal for requests of the same answer. */
  #keyOf({ url, method, headers }: Request, version: string): string {
    const path = pathOf(url);
    const query = knownQuery(searchOf(url), this.#parameters.get(path));
    return `${version} ${preferredCoding(headers.get("accept-encoding"))} ${method} ${path}?${query}`;
  }

  /** Asks the thread, and keeps what can be sent again. */
  async #make(asked: Request, visitor: SiteEnv["Bindings"]): Promise<KeptAnswer | Response> {
    const { url, method } = asked;
    const { version } = this.#parts.datasets();
    const sent = HEADERS.flatMap((name) => {
      const value = asked.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const request = { url, method, headers: Object.fromEntries(sent), requestId: visitor.requestId };
    const { status, headers, body, page, failure } = await this.#ask(request);
    if (failure !== undefined) visitor.failed(failure);
    if (page !== undefined) this.#parameters.set(pathOf(url), page.parameters);
    const etag = headers.find(([name]) => name === "etag")?.[1];
    const content = page?.file === undefined ? body && sharedBody(body) : fileBody(page.file);
    if (status !== 200 || content === null || etag === undefined) return new Response(body, { status, headers });
    const answer = { headers, etag, body: content };
    if (!isNeverKept(headers)) this.#kept.set(this.#keyOf(asked, version), answer);
    return answer;
  }

  #ask(request: PageRequest): Promise<PageAnswer> {
    return this.#idle.during(async () => {
      const { version } = this.#parts.datasets();
      if (!this.#thread.isRunning || version !== this.#version) await this.#setUp(this.#parts.folders.next());
      else if (this.#answers >= MANY_ANSWERS && !this.#thread.isBusy) await this.#renewThread();
      this.#answers += 1;
      this.#answersSincePause += 1;
      this.#last = request;
      const answer = await this.#thread.ask(request);
      if (answer === null) throw new Error("the thread gave no answer");
      return answer;
    });
  }

  /** Gives a new thread, or the present one after the dataset was replaced, the dataset. */
  async #setUp(folder: string): Promise<void> {
    const { datasets, settings, providerOrigins } = this.#parts;
    const { version, files } = datasets();
    this.#version = version;
    this.#folder = folder;
    try {
      await this.#thread.ask({ settings, providerOrigins, files, folder });
    } catch (error) {
      this.#thread.close();
      throw error;
    }
  }

  /** The memory that thousands of pages took is given back only with their thread. */
  async #renewThread(): Promise<void> {
    this.#answers = 0;
    this.#thread.close();
    await this.#setUp(this.#folder);
  }

  /** Nobody waits for the new one. */
  async #replaceThread(): Promise<void> {
    if (this.#answersSincePause < MANY_ANSWERS) return;
    this.#answersSincePause = 0;
    try {
      await this.#renewThread();
      // What the first page would wait for is loaded by then.
      if (this.#last !== undefined) await this.#thread.ask(this.#last);
    } catch {
      // The next page starts a thread.
    }
  }
}

/** The query without what its page does not read, in one order. Without a known page, the query as it is. */
function knownQuery(search: string, parameters: PageFacts["parameters"] | undefined): string {
  if (search === "" || parameters === undefined) return search;
  if (parameters.length === 0) return "";
  const given = new URLSearchParams(search);
  const known = parameters.flatMap((name) => given.getAll(name).map((value): [string, string] => [name, value]));
  return new URLSearchParams(known).toString();
}

/** Pages that show what a visitor typed. */
function isNeverKept(headers: PageAnswer["headers"]): boolean {
  return headers.some(([name, value]) => name === "cache-control" && value === "no-store");
}
