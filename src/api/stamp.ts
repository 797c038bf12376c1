import type { Allowance } from "../access/decision.ts";

/** What an answer carries of its request, whatever it says. */
export interface Stamp {
  readonly requestId: string;
  /** Of a request that was admitted, or that found its limit used up. */
  readonly allowance?: Allowance | undefined;
  readonly nowMs: number;
}

/** That of a request which was admitted. */
export interface AdmittedStamp extends Stamp {
  readonly allowance: Allowance;
}

/**
 * Writes the request's id and where its key stands into the headers of its answer: the fields of the IETF draft
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

/** Seconds of a span or of a point in time, rounded up so that whoever waits them does not come too early. */
export function wholeSeconds(ms: number): number {
  return Math.max(0, Math.ceil(ms / 1000));
}
