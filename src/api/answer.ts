import type { ReadyAnswer } from "../snapshot/atlas.ts";
import { codingFor, codingHeaders, encode } from "./compression.ts";
import { isUnchanged } from "./conditional.ts";

/**
 * Headers of ready answers. Made once an answer, since a copy of ready ones takes half the time of making them: 1.9
 * instead of 3.1 µs for the whole response.
 */
const readyHeaders = new WeakMap<ReadyAnswer, Headers>();

/** Answer to a GET or HEAD; the runtime leaves out the body of the latter. */
export function readyResponse(request: Request, answer: ReadyAnswer, lastModified: string): Response {
  const headers = headersOf(answer, lastModified);
  if (!isUnchanged(request.headers, answer, lastModified)) return new Response(answer.body, { headers });
  const unchanged = new Response(null, { status: 304, headers });
  unchanged.headers.delete("Content-Type");
  return unchanged;
}

/** Answer to a batch, which nobody may keep: its content hangs on the body of the request. */
export function batchResponse(request: Request, json: string): Response {
  const coding = codingFor(json, request.headers.get("accept-encoding"));
  return new Response(encode(json, coding), {
    headers: {
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
      Vary: "X-API-Key, Accept-Encoding",
      "X-Content-Type-Options": "nosniff",
      ...codingHeaders(coding),
    },
  });
}

function headersOf(answer: ReadyAnswer, lastModified: string): Headers {
  const known = readyHeaders.get(answer);
  if (known !== undefined) return known;
  const headers = new Headers({
    "Content-Type": "application/json",
    ETag: answer.etag,
    "Last-Modified": lastModified,
    "Cache-Control": "private, max-age=300",
    Vary: "X-API-Key",
    "X-Content-Type-Options": "nosniff",
  });
  readyHeaders.set(answer, headers);
  return headers;
}
