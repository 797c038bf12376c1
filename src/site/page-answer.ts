import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompressSync, constants } from "node:zlib";
import type { Hono } from "hono";
import { addressSubject } from "../accounts/throttle.ts";
import { BROTLI_LEVEL, type Coding, codedTag, codingHeaders, encode, preferredCoding } from "../api/compression.ts";
import { matchesTag } from "../api/conditional.ts";
import { searchOf } from "../api/path.ts";
import { Lru } from "../domain/lru.ts";
import { oncePer } from "../domain/once-per.ts";
import { OneAtATime } from "../domain/one-at-a-time.ts";
import type { Places } from "../places/places.ts";
import { type Address, CACHE_CONTROL, CONTENT_TYPES, type Page, type RawQuery } from "./page.ts";
import type { Reading } from "./services.ts";
import type { SiteContext, SiteEnv } from "./session.ts";

/** Text is kept compressed, to a fifth of its size: nearly every browser accepts it that way. */
interface KeptPage {
  readonly body: Uint8Array<ArrayBuffer>;
  /** Entity tag of the content, with quotes. */
  readonly etag: string;
  readonly isText: boolean;
}

/** A page takes 5 to 10 milliseconds, so a flood of pages takes at most a third of the event loop. */
export const PAGE_PAUSE_MS = 20;
/** How many requests may wait for a page. The last one waits about 15 seconds, half of what a connection may be idle. */
const MAX_WAITING_PAGES = 600;
/** How many may wait for a picture. It takes a tenth of a second in a thread, so the last one waits about ten. */
const MAX_WAITING_PICTURES = 100;
/** A generation of the cache of a dataset: the pages of all cities and counties, and the most recent searches. */
const KEPT = { entries: 2_000, size: 8_000_000 } as const;

export function answerPages(app: Hono<SiteEnv>, pages: readonly Page[], reading: Reading): void {
  const answers = new PageAnswers(reading);
  for (const page of pages) {
    app.get(page.path, async (context) => (await answers.answer(page, context)) ?? context.notFound());
  }
}

/**
 * Answers the pages of the table. The pages of a dataset are kept with it, most recently used first. The others are
 * made one at a time with pauses, so that a flood of pages takes a small part of the event loop and of the memory.
 */
class PageAnswers {
  readonly #reading: Reading;
  readonly #pages = new OneAtATime({ maxWaiting: MAX_WAITING_PAGES, pauseMs: PAGE_PAUSE_MS });
  /** A picture's chart is made when its turn to be drawn comes. Pages do not wait for pictures. */
  readonly #pictures = new OneAtATime({ maxWaiting: MAX_WAITING_PICTURES });
  readonly #cacheOf = oncePer(
    (_places: Places) => new Lru<KeptPage>({ ...KEPT, sizeOf: (key, { body }) => key.length + body.length }),
  );

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** null if there is no such page. @throws QueueFull while too many are waiting */
  async answer(page: Page, context: SiteContext): Promise<Response | null> {
    const reading = this.#reading;
    const request = context.req.raw;
    const params = context.req.param();
    const at: Address = { places: reading.places(), params, reading };
    const cache = this.#cacheOf(at.places);
    const asked = page.ask(queryOf(request.url));
    const key = `${page.path} ${JSON.stringify(params)} ${asked.key}`;
    const known = cache.get(key);
    if (known !== undefined) return responseOf(request, page, known, { cache, key });
    const make = async () => {
      const made = cache.get(key) ?? (await asked.make(at));
      if (made === null || "moved" in made || "body" in made) return made;
      const kept = await keptPage(made.content);
      cache.set(key, kept);
      return kept;
    };
    const queue = page.type === "png" ? this.#pictures : this.#pages;
    const client = addressSubject(context.env.address() ?? null);
    const made = await queue.run(make, { client, signal: request.signal });
    if (made === null) return null;
    if ("moved" in made) return new Response(null, { status: made.status, headers: { Location: made.moved } });
    return responseOf(request, page, made, { cache, key });
  }
}

function queryOf(url: string): RawQuery {
  const parameters = [...new URLSearchParams(searchOf(url))];
  const byName = Map.groupBy(parameters, ([name]) => name);
  return Object.fromEntries([...byName].map(([name, values]) => [name, values.map(([, value]) => value)]));
}

const compress = promisify(brotliCompress);

/** Text is compressed outside the event loop. */
async function keptPage(content: string | Uint8Array<ArrayBuffer>): Promise<KeptPage> {
  const etag = `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
  if (typeof content !== "string") return { body: content, etag, isText: false };
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  return { body: await compress(content, { params }), etag, isText: true };
}

/** Where the other codings of a page are kept. */
interface Place {
  readonly cache: Lru<KeptPage>;
  readonly key: string;
}

/** The page in the coding that the client prefers, or 304 if the client has it. */
function responseOf(request: Request, { type, cache: caching }: Page, kept: KeptPage, place: Place): Response {
  const { etag, isText } = kept;
  const coding = isText ? preferredCoding(request.headers.get("accept-encoding")) : "identity";
  const headers = {
    ETag: codedTag(etag, coding),
    "Cache-Control": CACHE_CONTROL[caching],
    ...(isText ? { Vary: "Accept-Encoding" } : {}),
    ...(caching === "embedded" ? { "Cross-Origin-Resource-Policy": "cross-origin" } : {}),
  };
  if (matchesTag(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  return new Response(isText ? bodyIn(coding, kept, place) : kept.body, {
    headers: { ...headers, ...codingHeaders(coding), "Content-Type": CONTENT_TYPES[type] },
  });
}

/** Each coding is made once and kept like a page: coding a large file takes up to 25 ms. */
function bodyIn(coding: Coding, kept: KeptPage, { cache, key }: Place): Uint8Array<ArrayBuffer> {
  if (coding === "br") return kept.body;
  const text = () => brotliDecompressSync(kept.body);
  if (coding === "identity") return text();
  const codedKey = `${key} ${coding}`;
  const known = cache.get(codedKey);
  if (known !== undefined) return known.body;
  const body = Buffer.from(encode(text(), coding));
  cache.set(codedKey, { ...kept, body });
  return body;
}
