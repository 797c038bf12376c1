import { existsSync, statSync } from "node:fs";
import { matchesTag, uncodedTag } from "../../http/compression.ts";

/** An answer that can be sent any number of times. */
export interface KeptAnswer {
  readonly headers: readonly (readonly [string, string])[];
  readonly etag: string;
  readonly body: KeptBody;
}

/** Bytes, or a file, which every reader opens anew. */
export type KeptBody = Uint8Array<ArrayBuffer> | Blob | { readonly path: string; readonly size: number };

/** From here on, a body is sent from one copy. Otherwise each connection that reads nothing holds one, of up to 3 MB. */
const MIN_SHARED_BYTES = 50_000;

export function sharedBody(bytes: Uint8Array<ArrayBuffer>): KeptBody {
  return bytes.length < MIN_SHARED_BYTES ? bytes : new Blob([bytes]);
}

/** @param path of a complete file */
export function fileBody(path: string): KeptBody {
  return { path, size: statSync(path).size };
}

/** How much memory a body takes. */
export function memoryOf(body: KeptBody): number {
  return "path" in body ? 0 : sizeOf(body);
}

/** False if the file of an answer was deleted, as programs do with old temporary files. */
export function isThere({ body }: KeptAnswer): boolean {
  return !("path" in body) || existsSync(body.path);
}

/** The answer, the range of a file that the client asks for, or 304 if the client has it. */
export function responseOf({ headers, etag, body }: KeptAnswer, asked: Headers): Response {
  const whole = headers.map(([name, value]): [string, string] => [name, value]);
  const bare = whole.filter(([name]) => !name.startsWith("content-") || name === "content-security-policy");
  if (matchesTag(asked.get("if-none-match"), uncodedTag(etag))) {
    return new Response(null, { status: 304, headers: bare });
  }
  const length = sizeOf(body);
  const range = headers.some(([name]) => name === "accept-ranges") ? rangeOf(asked, length, etag) : null;
  if (range === null) return new Response(wholeOf(body, asked), { headers: whole });
  if (range === "unsatisfiable") {
    return new Response(null, { status: 416, headers: [...bare, ["Content-Range", `bytes */${length}`]] });
  }
  const { first, last } = range;
  const content = "path" in body ? Bun.file(body.path) : body;
  return new Response(content.slice(first, last + 1), {
    status: 206,
    headers: [...whole, ["Content-Range", `bytes ${first}-${last}/${length}`]],
  });
}

function sizeOf(body: KeptBody): number {
  return body instanceof Uint8Array ? body.length : body.size;
}

function wholeOf(body: KeptBody, asked: Headers) {
  if (!("path" in body)) return body;
  const file = Bun.file(body.path);
  // The runtime answers a range of any file by itself, also one that must be ignored. It cannot look into a stream.
  return asked.has("range") ? file.stream().pipeThrough(new TransformStream()) : file;
}

/** A part of a body, both ends included. */
interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The part of a body of `length` bytes that a request asks for (RFC 9110 section 14): null for the whole body, also for
 * several parts, which may be answered so; "unsatisfiable" beyond its end. `etag` is that of the bytes.
 */
function rangeOf(headers: Headers, length: number, etag: string): ByteRange | "unsatisfiable" | null {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.get("range") ?? "") ?? [];
  if (from === "" && to === "") return null;
  const condition = headers.get("if-range");
  if (condition !== null && condition !== etag) return null;
  const first = from === "" ? Math.max(length - Number(to), 0) : Number(from);
  const last = from === "" || to === "" ? length - 1 : Math.min(Number(to), length - 1);
  if (from !== "" && to !== "" && Number(to) < Number(from)) return null;
  return first > last ? "unsatisfiable" : { first, last };
}
