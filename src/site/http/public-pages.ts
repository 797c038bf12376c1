import { setImmediate } from "node:timers/promises";
import { addressSubject } from "../../accounts/throttle.ts";
import { type Caller, FairQueue } from "../../base/fair-queue.ts";
import { Lru } from "../../base/lru.ts";
import { TaskThread } from "../../base/task-thread.ts";
import type { EditionName } from "../../editions/table.ts";
import { pageCoding } from "../../http/compression.ts";
import { pathOf, searchOf } from "../../http/path.ts";
import { URLS } from "../ui/urls.ts";
import { fileBody, isThere, type KeptAnswer, memoryOf, responseOf, sharedBody } from "./kept-answer.ts";
import type { PageFacts } from "./page.ts";
import type { SiteSettings } from "./services.ts";
import type { SiteEnv } from "./session.ts";

/** How many requests may wait for a page. The last one waits some seconds. */
const MAX_WAITING_PAGES = 500;
/** How many may wait for a picture, which takes a tenth of a second. The last one waits three seconds. */
const MAX_WAITING_PICTURES = 25;
/** The most time for one answer, with the start of the thread on a slow machine, or for the making of a download. */
const MAX_ANSWER_MS = 60_000;

/** A generation of the answers that need no thread. */
const KEPT = { entries: 2_000, size: 10_000_000 } as const;
/** A longer query is read only when the request has its turn. */
const MAX_QUERY_BEFORE_TURN = 1_000;

/** What the thread answers until it gets other settings or other datasets. */
export interface PageSetup {
  readonly settings: SiteSettings;
  readonly providerOrigins: readonly string[];
  readonly files: Readonly<Record<EditionName, Uint8Array>>;
  /** Where to keep downloads. It does not exist before the first one. */
  readonly folder: string;
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
  /** Missing if there is no page. */
  readonly page?: PageFacts;
  /** Why the page failed, for the log. */
  readonly failure?: string;
}

/** The thread answers a request, and a setup with null. */
export type PageQuestion = PageSetup | PageRequest;

/** Folders for the downloads of one dataset after the other. */
export interface DownloadFolders {
  /** The path of a new one. Those before the former one are deleted; whoever reads a file of theirs reads it to its end. */
  next(): string;
  close(): void;
}

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
  /** The version of the thread's datasets. */
  #version = "";

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
    return `${version} ${pageCoding(headers.get("accept-encoding"))} ${method} ${path}?${query}`;
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

  async #ask(request: PageRequest): Promise<PageAnswer> {
    await this.#setUp();
    const answer = await this.#thread.ask(request);
    if (answer === null) throw new Error("the thread gave no answer");
    return answer;
  }

  /** Gives a new thread, and the present one after the dataset was replaced, the dataset. */
  async #setUp(): Promise<void> {
    const { datasets, settings, providerOrigins, folders } = this.#parts;
    const { version, files } = datasets();
    if (this.#thread.isRunning && version === this.#version) return;
    this.#version = version;
    try {
      await this.#thread.ask({ settings, providerOrigins, files, folder: folders.next() });
    } catch (error) {
      this.#thread.close();
      throw error;
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
