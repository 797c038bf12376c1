/** The format of request ids: UUIDs of version 4, in lower case. */
const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** W3C Trace Context, section 3.2: version, trace, parent, flags. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The id of a request: the one that a proxy set in `X-Request-Id` if it has our format, otherwise a new one. */
export function requestIdOf(headers: Headers): string {
  const given = headers.get("x-request-id");
  return given !== null && REQUEST_ID.test(given) ? given : crypto.randomUUID();
}

/** The trace of a request from its `traceparent`; null if that is missing or malformed. */
export function traceparentOf(headers: Headers): string | null {
  const given = headers.get("traceparent");
  return given !== null && TRACEPARENT.test(given) ? given : null;
}
