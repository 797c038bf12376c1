import type { Transform } from "node:stream";
import type Negotiator from "negotiator";
import { Lru } from "../base/lru.ts";
import type { PrebuiltAnswer } from "../figures/answers.ts";

/** Smaller bodies are not compressed: they fit in one packet anyway. */
const MIN_LENGTH = 1_024;

/** JSON is no larger than in gzip only from these levels on; for HTML, a fast one is enough. */
const LEVELS = {
  best: { br: 5, zstd: 6 },
  long: { br: 4, zstd: 5 },
  once: { br: 4, zstd: 1 },
  fast: { br: 2, zstd: 3 },
} as const;
type Speed = keyof typeof LEVELS;
/** From here on, the best level takes milliseconds. The longest batch of the nation is shorter: there, only the best is smaller than gzip. */
const LONG_LENGTH = 131_072;

/** In order of our preference: Brotli takes twice the time of zstd. */
const CODINGS = ["zstd", "br", "gzip"] as const;

export type Coding = (typeof CODINGS)[number] | "identity";

/** Text, or its UTF-8 bytes, which are about as long. */
type AnswerBody = string | Uint8Array<ArrayBuffer>;

export function isLong(body: AnswerBody): boolean {
  return body.length >= MIN_LENGTH;
}

/** The preferred coding of the sender of `Accept-Encoding` for a body; none for short bodies. */
export function codingFor(body: AnswerBody, acceptEncoding: string | null): Coding {
  return isLong(body) ? preferredCoding(acceptEncoding) : "identity";
}

/** A longer list of codings is not read. */
const MAX_HEADER_LENGTH = 1_000;

/** The preferred coding of the sender of `Accept-Encoding` (RFC 9110 section 12.5.3). */
export function preferredCoding(acceptEncoding: string | null): Coding {
  if (acceptEncoding === null || acceptEncoding.length > MAX_HEADER_LENGTH) return "identity";
  const known = codings.get(acceptEncoding);
  if (known !== undefined) return known;
  const coding = negotiated(acceptEncoding);
  codings.set(acceptEncoding, coding);
  return coding;
}

/** The codings of the most recent values of `Accept-Encoding`: clients send few different ones. */
const codings = new Lru<Coding>({ entries: 32 });

function negotiated(acceptEncoding: string): Coding {
  // Loaded on first use, like the compression.
  const Loaded: typeof Negotiator = require("negotiator");
  const negotiator = new Loaded({ headers: { "accept-encoding": acceptEncoding } });
  const coding = negotiator.encoding([...CODINGS, "identity"], { preferred: [...CODINGS] });
  return CODINGS.find((one) => one === coding) ?? "identity";
}

/** @param speed by default that of a body of this length */
export function encode(
  body: AnswerBody,
  coding: Coding,
  speed: Speed = body.length > LONG_LENGTH ? "long" : "best",
): AnswerBody {
  const { br, zstd } = LEVELS[speed];
  switch (coding) {
    case "identity":
      return body;
    case "gzip":
      return Bun.gzipSync(body);
    case "zstd":
      return Buffer.from(Bun.zstdCompressSync(body, { level: zstd }));
    case "br": {
      // Loaded on first use: few clients accept Brotli and not zstd.
      const zlib: typeof import("node:zlib") = require("node:zlib");
      return zlib.brotliCompressSync(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: br } });
    }
  }
}

/** A stream that compresses as `encode` does at its best, without the whole text in memory. */
export function encoderOf(coding: Exclude<Coding, "identity">): Transform {
  const zlib: typeof import("node:zlib") = require("node:zlib");
  const { BROTLI_PARAM_QUALITY, ZSTD_c_compressionLevel } = zlib.constants;
  switch (coding) {
    case "gzip":
      return zlib.createGzip();
    case "zstd":
      return zlib.createZstdCompress({ params: { [ZSTD_c_compressionLevel]: LEVELS.best.zstd } });
    case "br":
      return zlib.createBrotliCompress({ params: { [BROTLI_PARAM_QUALITY]: LEVELS.best.br } });
  }
}

/** Answers do not name `identity`. */
export function codingHeaders(coding: Coding): { readonly "Content-Encoding"?: Exclude<Coding, "identity"> } {
  return coding === "identity" ? {} : { "Content-Encoding": coding };
}

/** A strong tag identifies the bytes, so it includes the coding (RFC 9110 section 8.8.3.3). */
export function codedTag(etag: string, coding: Coding): string {
  return coding === "identity" ? etag : etag.replace(/"$/, `-${coding}"`);
}

/** The tag without the coding that `codedTag` added. */
export function uncodedTag(etag: string): string {
  return etag.replace(/-(?:br|zstd|gzip)"$/, '"');
}

/** A body with its encodings, each created once. Text is kept as bytes, so that it is not encoded for each answer. */
export class EncodedBody {
  readonly #body: Uint8Array<ArrayBuffer>;
  readonly #codings = new Map<Coding, AnswerBody>();

  constructor(body: AnswerBody) {
    this.#body = typeof body === "string" ? Buffer.from(body) : body;
  }

  codingFor(acceptEncoding: string | null): Coding {
    return codingFor(this.#body, acceptEncoding);
  }

  as(coding: Coding): AnswerBody {
    if (coding === "identity") return this.#body;
    const encoded = this.#codings.get(coding) ?? encode(this.#body, coding);
    this.#codings.set(coding, encoded);
    return encoded;
  }
}

const COMPRESSIBLE = /^text\/|[/+](?:json|xml|yaml|javascript|geo\+json)\b/;

/** The answer in the request's preferred coding, if it gets smaller and has neither a coding nor a tag, which is of its bytes. */
export async function compressed(request: Request, response: Response): Promise<Response> {
  const { headers } = response;
  if (response.body === null || headers.has("Content-Encoding") || headers.has("ETag")) return response;
  if (!COMPRESSIBLE.test(headers.get("Content-Type") ?? "")) return response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const answer = { status: response.status, headers };
  if (!isLong(bytes)) return new Response(bytes, answer);
  if (!/\baccept-encoding\b/i.test(headers.get("Vary") ?? "")) headers.append("Vary", "Accept-Encoding");
  const coding = preferredCoding(request.headers.get("accept-encoding"));
  if (coding === "identity") return new Response(bytes, answer);
  headers.set("Content-Encoding", coding);
  headers.delete("Content-Length");
  return new Response(encode(bytes, coding), answer);
}

/** Whether the client of a GET or HEAD already has this answer (RFC 9110 sections 13.1.2 and 13.1.3). */
export function isUnchanged(headers: Headers, answer: PrebuiltAnswer, lastModified: string): boolean {
  const tags = headers.get("if-none-match");
  if (tags !== null) return matchesTag(tags, answer.etag);
  const since = headers.get("if-modified-since");
  return since !== null && isHttpDate(since) && Date.parse(since) >= Date.parse(lastModified);
}

/** The only format in which dates are sent (RFC 9110 section 5.6.7). Others must be ignored; `Date` accepts many. */
function isHttpDate(text: string): boolean {
  return new Date(text).toUTCString() === text;
}

/** Compares weakly: ignores `W/` and the coding, because the content is the same. Our tags contain no commas. */
export function matchesTag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((tag) => uncodedTag(tag.trim().replace(/^W\//, "")) === etag);
}
