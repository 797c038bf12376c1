import { createHash } from "node:crypto";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { codedTag, codingHeaders, encode, preferredCoding } from "../api/compression.ts";
import { matchesTag } from "../api/conditional.ts";

/**
 * A page made once and kept compressed, a fifth of its size: nearly every browser takes it as it is, and for the others
 * it is unpacked, and packed in the coding that they take.
 */
export interface ReadyPage {
  readonly brotli: Uint8Array<ArrayBuffer>;
  /** Of the page's text, without quotes. */
  readonly hash: string;
}

/** Pages change with the snapshot alone, but a release may change their look: five minutes, then a question that costs little. */
const CACHE_CONTROL = "public, max-age=300";
/** Above this level brotli takes several times as long for a tenth less. */
const BROTLI_LEVEL = 6;

export function readyPage(html: string): ReadyPage {
  return {
    brotli: brotliCompressSync(html, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
    hash: createHash("sha256").update(html).digest("base64url").slice(0, 22),
  };
}

export function pageText(page: ReadyPage): string {
  return brotliDecompressSync(page.brotli).toString();
}

/** The page, or 304 for who holds it. */
export function pageResponse(request: Request, page: ReadyPage): Response {
  const coding = preferredCoding(request.headers.get("accept-encoding"));
  const etag = `"${page.hash}"`;
  const headers = { ETag: codedTag(etag, coding), "Cache-Control": CACHE_CONTROL, Vary: "Accept-Encoding" };
  if (matchesTag(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  return new Response(coding === "br" ? page.brotli : encode(pageText(page), coding), {
    headers: { ...headers, ...codingHeaders(coding), "Content-Type": "text/html; charset=utf-8" },
  });
}
