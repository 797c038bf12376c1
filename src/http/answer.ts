import type { Allowance } from "../access/decision.ts";
import type { ByteParts } from "../base/byte-parts.ts";
import { oncePer } from "../base/once-per.ts";
import type { PrebuiltAnswer } from "../figures/answers.ts";
import {
  type Coding,
  codedTag,
  codingFor,
  codingHeaders,
  encode,
  isLong,
  isUnchanged,
  preferredCoding,
} from "./compression.ts";

/** Headers that every answer gets from its request. */
export interface Stamp {
  readonly requestId: string;
  /** Headers for an admitted request, or for one over its limit. */
  readonly allowance?: Allowance | undefined;
  readonly nowMs: number;
}

export interface AdmittedStamp extends Stamp {
  readonly allowance: Allowance;
}

/**
 * Writes the request's id and its key's limits: the fields of draft-ietf-httpapi-ratelimit-headers, and the older ones
 * that most clients still read. `t` counts seconds from now; `X-RateLimit-Reset` is in epoch seconds, rounded up.
 */
export function stamp(headers: Headers, { requestId, allowance, nowMs }: Stamp): Headers {
  headers.set("X-Request-Id", requestId);
  if (allowance === undefined) return headers;
  stampLimit(headers, allowance);
  stampRest(headers, allowance, nowMs);
  return headers;
}

/** Shared headers, of which each stamp overwrites only values that changed. A response copies them. */
export class RateLimitHeaders {
  readonly #headers: Headers;
  #last: Allowance | undefined;

  constructor(fixed: Readonly<Record<string, string>>) {
    this.#headers = new Headers(fixed);
  }

  /** Copy it before the next call. */
  stamp({ requestId, allowance, nowMs }: AdmittedStamp): Headers {
    this.#headers.set("X-Request-Id", requestId);
    if (this.#last === undefined || !isSameLimit(this.#last, allowance)) stampLimit(this.#headers, allowance);
    stampRest(this.#headers, allowance, nowMs);
    this.#last = allowance;
    return this.#headers;
  }
}

function isSameLimit(one: Allowance, other: Allowance): boolean {
  return one.limit === other.limit && one.resetsAtMs === other.resetsAtMs && one.policy === other.policy;
}

/** Values that stay the same within a window. */
function stampLimit(headers: Headers, { policy, limit, resetsAtMs }: Allowance): void {
  headers.set("RateLimit-Policy", `"${policy}";q=${limit}`);
  headers.set("X-RateLimit-Limit", String(limit));
  headers.set("X-RateLimit-Reset", String(wholeSeconds(resetsAtMs)));
}

function stampRest(headers: Headers, { policy, remaining, resetsAtMs }: Allowance, nowMs: number): void {
  const left = String(remaining);
  headers.set("RateLimit", `"${policy}";r=${left};t=${wholeSeconds(resetsAtMs - nowMs)}`);
  headers.set("X-RateLimit-Remaining", left);
}

/** Rounded up, so that a client that waits this long does not retry too early. */
export function wholeSeconds(ms: number): number {
  return Math.max(0, Math.ceil(ms / 1000));
}

/** Datasets whose headers are kept: one of each edition, and the next ones while they replace them. */
const MOST_DATASETS = 8;

/**
 * Most headers are the same for every answer, so one object is reused and only the others are overwritten.
 * @param baseUrl Public base URL of the service, without a trailing slash
 */
export function createAnswers(baseUrl: string) {
  const readyOf = new Map<string, ReturnType<typeof datasetHeaders>>();
  const batches = headersByCoding(batchHeaders);

  function headersOf(lastModified: string) {
    const known = readyOf.get(lastModified);
    if (known !== undefined) return known;
    const made = datasetHeaders(lastModified);
    if (readyOf.size >= MOST_DATASETS) readyOf.clear();
    readyOf.set(lastModified, made);
    return made;
  }

  /** Absolute, because many clients do not resolve links (RFC 8288). */
  function nextLink({ url }: Request, query: string): string {
    return `<${baseUrl}${new URL(url, baseUrl).pathname}?${query}>; rel="next"`;
  }

  return {
    /** Answer to a GET or HEAD; the runtime omits the body for HEAD. `lastModified` is the dataset's. */
    ready(request: Request, answer: PrebuiltAnswer, lastModified: string, admitted: AdmittedStamp): Response {
      const ready = headersOf(lastModified);
      const isShort = !isLong(answer.body);
      const coding = isShort ? "identity" : preferredCoding(request.headers.get("accept-encoding"));
      const stamped = (isShort ? ready.short : ready.long[coding]).stamp(admitted);
      const headers = answer.headers === undefined ? stamped : withOwn(stamped, answer.headers);
      if (answer.next !== undefined) headers.set("Link", nextLink(request, answer.next));
      const { body, etag } = isShort ? answer : codedAs(answer, coding);
      headers.set("ETag", etag);
      if (isUnchanged(request.headers, answer, lastModified)) return unchanged(headers);
      return new Response(body, { headers });
    },
    /** Answer to a batch, which must not be cached: its content depends on the request's body. */
    batch(request: Request, json: string | ByteParts, admitted: AdmittedStamp): Response {
      const body = typeof json === "string" ? json : json.joined();
      const coding = codingFor(body, request.headers.get("accept-encoding"));
      return new Response(encode(body, coding), { headers: batches[coding].stamp(admitted) });
    },
  };
}

/** What is sent of an answer in a coding. */
interface Coded {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

/** The codings of each long answer that were asked for. */
const codingsOf = oncePer((_answer: PrebuiltAnswer): Partial<Record<Coding, Coded>> => ({}));

/** Drops them. Each is made again when it is asked for. */
export const forgetCodings = codingsOf.forget;

function codedAs(answer: PrebuiltAnswer, coding: Coding): Coded {
  const { body, isOnce } = answer;
  if (isOnce === true) return { body: encode(body, coding, "once"), etag: codedTag(answer.etag, coding) };
  const kept = codingsOf(answer);
  // Text is kept as bytes, so that it is not encoded for each answer.
  kept[coding] ??= { body: encode(Buffer.from(body), coding), etag: codedTag(answer.etag, coding) };
  return kept[coding];
}

/** A copy, because the next answer has the same object. */
function withOwn(stamped: Headers, own: Readonly<Record<string, string>>): Headers {
  const headers = new Headers(stamped);
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  return headers;
}

function unchanged(headers: Headers): Response {
  const response = new Response(null, { status: 304, headers });
  for (const name of ["Content-Type", "Content-Encoding"]) response.headers.delete(name);
  return response;
}

function headersByCoding(make: (coding: Coding) => RateLimitHeaders): Readonly<Record<Coding, RateLimitHeaders>> {
  return { identity: make("identity"), gzip: make("gzip"), zstd: make("zstd"), br: make("br") };
}

/** Long answers, such as explanations, are worth compressing. */
function datasetHeaders(lastModified: string) {
  const long = headersByCoding((coding) => readyHeaders(lastModified, coding));
  return { short: readyHeaders(lastModified), long };
}

/** `coding` if the answer depends on what the client accepts. */
function readyHeaders(lastModified: string, coding?: Coding): RateLimitHeaders {
  return new RateLimitHeaders({
    "Content-Type": "application/json",
    "Last-Modified": lastModified,
    "Cache-Control": "private, max-age=300",
    Vary: coding === undefined ? "X-API-Key" : "X-API-Key, Accept-Encoding",
    "X-Content-Type-Options": "nosniff",
    ...codingHeaders(coding ?? "identity"),
  });
}

function batchHeaders(coding: Coding): RateLimitHeaders {
  return new RateLimitHeaders({
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    Vary: "X-API-Key, Accept-Encoding",
    "X-Content-Type-Options": "nosniff",
    ...codingHeaders(coding),
  });
}
