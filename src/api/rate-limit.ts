import type { Allowance } from "../access/decision.ts";

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
