import type { ReadyAnswer } from "../snapshot/atlas.ts";
import { codingFor, codingHeaders, encode } from "./compression.ts";
import { isUnchanged } from "./conditional.ts";
import { type AdmittedStamp, stamp } from "./stamp.ts";

/**
 * Headers of ready answers, made once an answer. Each request writes its stamp over that of the one before, and the
 * response takes a copy: that is half the time of making headers anew.
 */
const readyHeaders = new WeakMap<ReadyAnswer, Headers>();

/** Answer to a GET or HEAD; the runtime leaves out the body of the latter. */
export function readyResponse(
  request: Request,
  answer: ReadyAnswer,
  lastModified: string,
  admitted: AdmittedStamp,
): Response {
  const headers = stamp(headersOf(answer, lastModified), admitted);
  if (!isUnchanged(request.headers, answer, lastModified)) return new Response(answer.body, { headers });
  const unchanged = new Response(null, { status: 304, headers });
  unchanged.headers.delete("Content-Type");
  return unchanged;
}

/** Answer to a batch, which nobody may keep: its content hangs on the body of the request. */
export function batchResponse(request: Request, json: string, admitted: AdmittedStamp): Response {
  const coding = codingFor(json, request.headers.get("accept-encoding"));
  const headers = new Headers({
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    Vary: "X-API-Key, Accept-Encoding",
    "X-Content-Type-Options": "nosniff",
    ...codingHeaders(coding),
  });
  return new Response(encode(json, coding), { headers: stamp(headers, admitted) });
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
