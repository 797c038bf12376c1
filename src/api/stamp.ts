import type { Allowance } from "../access/decision.ts";

/** Headers that every answer gets from its request. */
export interface Stamp {
  readonly requestId: string;
  /** Headers for an admitted request, or for one over its limit. */
  readonly allowance?: Allowance | undefined;
  readonly nowMs: number;
}

/** Headers for an admitted request. */
export interface AdmittedStamp extends Stamp {
  readonly allowance: Allowance;
}

/**
 * Writes the request's id and its key's limits into the headers of its answer: the fields of the IETF draft
 * (draft-ietf-httpapi-ratelimit-headers) and the older ones that most clients still read. `t` counts seconds from now,
 * `X-RateLimit-Reset` is in epoch seconds, both rounded up.
 */
export function stamp(headers: Headers, { requestId, allowance, nowMs }: Stamp): Headers {
  headers.set("X-Request-Id", requestId);
  if (allowance === undefined) return headers;
  const { policy, limit, remaining, resetsAtMs } = allowance;
  headers.set("RateLimit-Policy", `"${policy}";q=${limit}`);
  headers.set("RateLimit", `"${policy}";r=${remaining};t=${wholeSeconds(resetsAtMs - nowMs)}`);
  headers.set("X-RateLimit-Limit", String(limit));
  headers.set("X-RateLimit-Remaining", String(remaining));
  headers.set("X-RateLimit-Reset", String(wholeSeconds(resetsAtMs)));
  return headers;
}

/**
 * Seconds of a duration or a point in time, rounded up so that a client that waits this long does not retry too early.
 */
export function wholeSeconds(ms: number): number {
  return Math.max(0, Math.ceil(ms / 1000));
}
