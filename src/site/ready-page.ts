import { createHash } from "node:crypto";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { type Coding, codedTag, codingHeaders, EncodedBody, encode, preferredCoding } from "../api/compression.ts";
import { matchesTag } from "../api/conditional.ts";
import type { Places } from "../places/places.ts";

/**
 * A page or file rendered once and stored compressed, at a fifth of its size. Nearly every browser accepts it that way;
 * for the others it is decompressed, and compressed in a coding that they accept. A large one keeps those codings.
 */
export interface ReadyPage {
  readonly brotli: Uint8Array<ArrayBuffer>;
  /** Entity tag of the text, without quotes. */
  readonly hash: string;
  readonly contentType: string;
}

/**
 * Pages change only with the snapshot, but a release may change their design. Browsers cache them for five minutes,
 * then revalidate, which is cheap.
 */
const CACHE_CONTROL = "public, max-age=300";
/** For pages that show text that a user typed, and for the home page. */
export const NOT_STORED = "no-store";
/** Above this level brotli takes several times as long for a tenth less output. */
const BROTLI_LEVEL = 6;
/** For pages that few others will ask for. Half the time of the level above. */
const QUICK_BROTLI_LEVEL = 3;
const CONTENT_TYPES = {
  html: "text/html; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  json: "application/json",
  svg: "image/svg+xml",
} as const;

export function readyPage(html: string): ReadyPage {
  return readyFile("html", html);
}

/** A page for one filter or search. */
export function filteredPage(html: string): ReadyPage {
  return readyFile("html", html, QUICK_BROTLI_LEVEL);
}

export function readyFile(type: keyof typeof CONTENT_TYPES, text: string, level = BROTLI_LEVEL): ReadyPage {
  return {
    brotli: brotliCompressSync(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: level,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
    hash: createHash("sha256").update(text).digest("base64url").slice(0, 22),
    contentType: CONTENT_TYPES[type],
  };
}

const MAX_RECENT = 500;
/** The size of compressed pages with their keys. */
const MAX_RECENT_BYTES = 4_000_000;

/**
 * A cache of the most recent pages that clients may request in unlimited variety, such as search results. The oldest is
 * dropped first.
 */
export class RecentPages {
  readonly #pages = new Map<string, ReadyPage>();
  #bytes = 0;

  /**
   * The page for this key. The key must include everything that the page depends on besides the lifetime of this
   * object.
   */
  get(key: string): ReadyPage | undefined {
    return this.#pages.get(key);
  }

  /** Adds a page to the cache, and returns it. */
  add(key: string, page: ReadyPage): ReadyPage {
    const before = this.#pages.get(key);
    if (before !== undefined) return before;
    this.#pages.set(key, page);
    this.#bytes += sizeOf(key, page);
    for (const [oldest, dropped] of this.#pages) {
      if (this.#pages.size <= MAX_RECENT && this.#bytes <= MAX_RECENT_BYTES) break;
      this.#pages.delete(oldest);
      this.#bytes -= sizeOf(oldest, dropped);
    }
    return page;
  }
}

function sizeOf(key: string, { brotli }: ReadyPage): number {
  return key.length + brotli.length;
}

/** The page cache of one places. A new places starts with an empty cache. */
export function recentPages(): (places: Places) => RecentPages {
  const byPlaces = new WeakMap<Places, RecentPages>();
  return (places) => {
    const known = byPlaces.get(places) ?? new RecentPages();
    byPlaces.set(places, known);
    return known;
  };
}

/** Only files of the whole dataset are larger. Coding one of them again takes up to 25 ms. */
const LARGE_BROTLI_BYTES = 32_768;
const largeBodies = new WeakMap<ReadyPage, EncodedBody>();

function pageIn(coding: Coding, page: ReadyPage): ReturnType<typeof encode> {
  if (coding === "br") return page.brotli;
  if (page.brotli.length < LARGE_BROTLI_BYTES) return encode(pageText(page), coding);
  const body = largeBodies.get(page) ?? new EncodedBody(pageText(page));
  largeBodies.set(page, body);
  return body.as(coding);
}

export function pageText(page: ReadyPage): string {
  return brotliDecompressSync(page.brotli).toString();
}

/** The page, or 304 if the client already has it. */
export function pageResponse(request: Request, page: ReadyPage, cacheControl = CACHE_CONTROL): Response {
  const coding = preferredCoding(request.headers.get("accept-encoding"));
  const etag = `"${page.hash}"`;
  const headers = { ETag: codedTag(etag, coding), "Cache-Control": cacheControl, Vary: "Accept-Encoding" };
  if (matchesTag(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  return new Response(pageIn(coding, page), {
    headers: { ...headers, ...codingHeaders(coding), "Content-Type": page.contentType },
  });
}
