import type { Allowance } from "../access/decision.ts";

/**
 * Where the key stands: the fields of the IETF draft (draft-ietf-httpapi-ratelimit-headers) and the older ones that most
 * clients still read. `t` counts seconds from now, `X-RateLimit-Reset` is in epoch seconds, both rounded up.
 */
export function rateLimitHeaders(allowance: Allowance, nowMs: number) {
  const { policy, limit, remaining, resetsAtMs } = allowance;
  return {
    "RateLimit-Policy": `"${policy}";q=${limit}`,
    RateLimit: `"${policy}";r=${remaining};t=${wholeSeconds(resetsAtMs - nowMs)}`,
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(remaining),
    "X-RateLimit-Reset": String(wholeSeconds(resetsAtMs)),
  };
}

/** Seconds of a span or of a point in time, rounded up so that whoever waits them does not come too early. */
export function wholeSeconds(ms: number): number {
  return Math.max(0, Math.ceil(ms / 1000));
}
