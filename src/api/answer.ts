import type { ReadyAnswer } from "../snapshot/atlas.ts";
import { type Coding, codingFor, codingHeaders, encode } from "./compression.ts";
import { isUnchanged } from "./conditional.ts";
import { type AdmittedStamp, StampedHeaders } from "./stamp.ts";

/** Answers to admitted requests. */
export interface Answers {
  /** Answer to a GET or HEAD; the runtime leaves out the body of the latter. `lastModified` is that of the dataset. */
  ready(request: Request, answer: ReadyAnswer, lastModified: string, admitted: AdmittedStamp): Response;
  /** Answer to a batch, which nobody may keep: its content hangs on the body of the request. It takes a copy of `json`. */
  batch(request: Request, json: Uint8Array<ArrayBuffer>, admitted: AdmittedStamp): Response;
}

/** The headers of one answer are those of the next but for a few, so they are made once and written over. */
export function createAnswers(): Answers {
  let dataset = { lastModified: "", headers: readyHeaders("") };
  const batches = { identity: batchHeaders("identity"), gzip: batchHeaders("gzip"), br: batchHeaders("br") };

  function readyOf(lastModified: string): StampedHeaders {
    if (dataset.lastModified !== lastModified) dataset = { lastModified, headers: readyHeaders(lastModified) };
    return dataset.headers;
  }

  return {
    ready(request, answer, lastModified, admitted) {
      const headers = readyOf(lastModified).stamp(admitted);
      headers.set("ETag", answer.etag);
      if (!isUnchanged(request.headers, answer, lastModified)) return new Response(answer.body, { headers });
      const unchanged = new Response(null, { status: 304, headers });
      unchanged.headers.delete("Content-Type");
      return unchanged;
    },
    batch(request, json, admitted) {
      const coding = codingFor(json, request.headers.get("accept-encoding"));
      return new Response(encode(json, coding), { headers: batches[coding].stamp(admitted) });
    },
  };
}

function readyHeaders(lastModified: string): StampedHeaders {
  return new StampedHeaders({
    "Content-Type": "application/json",
    "Last-Modified": lastModified,
    "Cache-Control": "private, max-age=300",
    Vary: "X-API-Key",
    "X-Content-Type-Options": "nosniff",
  });
}

function batchHeaders(coding: Coding): StampedHeaders {
  return new StampedHeaders({
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    Vary: "X-API-Key, Accept-Encoding",
    "X-Content-Type-Options": "nosniff",
    ...codingHeaders(coding),
  });
}
