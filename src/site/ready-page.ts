import { createHash } from "node:crypto";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { codedTag, codingHeaders, encode, preferredCoding } from "../api/compression.ts";
import { matchesTag } from "../api/conditional.ts";
import type { Atlas } from "../snapshot/atlas.ts";

/**
 * A page or file made once and kept compressed, a fifth of its size: nearly every browser takes it as it is, and for the
 * others it is unpacked, and packed in the coding that they take.
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
/** Of pages that show what somebody typed, and of the home page. */
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
/** Of compressed pages with their keys. */
const MAX_RECENT_BYTES = 4_000_000;

/** The pages made last that anybody may ask for in any number, such as results of a search: the oldest goes first. */
export class RecentPages {
  readonly #pages = new Map<string, ReadyPage>();
  #bytes = 0;

  /** The page of this key, which says all that the page depends on besides what lasts as long as this object. */
  get(key: string): ReadyPage | undefined {
    return this.#pages.get(key);
  }

  /** Keeps a page, and answers it. */
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

/** The pages made last over one atlas: another one begins anew. */
export function recentPages(): (atlas: Atlas) => RecentPages {
  const byAtlas = new WeakMap<Atlas, RecentPages>();
  return (atlas) => {
    const known = byAtlas.get(atlas) ?? new RecentPages();
    byAtlas.set(atlas, known);
    return known;
  };
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
  return new Response(coding === "br" ? page.brotli : encode(pageText(page), coding), {
    headers: { ...headers, ...codingHeaders(coding), "Content-Type": page.contentType },
  });
}
