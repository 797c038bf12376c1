import { isTooLong, MAX_NAME_LENGTH } from "../domain/name.ts";
import type { Refusal } from "./problem-answer.ts";

export type NameInPath =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly refusal: Refusal };

/** In a name, line ends and tabs count as white space, as in a batch. */
const CONTROL_CHARACTER = /(?![\t-\r\u0085])\p{Cc}/u;

/**
 * Path and query of a request's URL, still encoded. The runtime gives an absolute URL, or the bare target if there is no
 * Host header.
 */
export function requestTextOf(url: string): string {
  return url.slice(pathStartOf(url));
}

export function pathStartOf(url: string): number {
  return url.startsWith("/") ? 0 : url.indexOf("/", "https://".length);
}

/** The path of a path and query, still encoded. Without a query it is the same string, which is then hashed only once. */
export function pathOf(requestText: string): string {
  const end = requestText.indexOf("?");
  return end === -1 ? requestText : requestText.slice(0, end);
}

/** The query of a path and query, still encoded, without `?`; "" if there is none. */
export function searchOf(requestText: string): string {
  const start = requestText.indexOf("?");
  return start === -1 ? "" : requestText.slice(start + 1);
}

/** Enough for every published name. */
const SEGMENT_BYTES = 255;
/** The bytes of the segment that `readSegment` read last. */
export const segmentBytes = new DataView(new ArrayBuffer(SEGMENT_BYTES));

/**
 * Decodes the last segment of a URL's path, from `start`, into `segmentBytes`, with `+` as a space (contract 4.1).
 * Returns the number of bytes, which need not be UTF-8. Returns -1 if it is not the last segment, is malformed or longer,
 * or has characters that should be encoded. It allocates nothing, so it is much faster than decoding into a string.
 */
export function readSegment(url: string, start: number): number {
  let length = 0;
  for (let at = start; at < url.length; at++) {
    let byte = url.charCodeAt(at);
    if (byte === QUESTION_MARK) return length;
    if (byte === SLASH || byte > LAST_ASCII || length === SEGMENT_BYTES) return -1;
    if (byte === PLUS) byte = SPACE;
    else if (byte === PERCENT) {
      byte = 16 * hexDigit(url.charCodeAt(++at)) + hexDigit(url.charCodeAt(++at));
      if (!(byte >= 0)) return -1;
    }
    segmentBytes.setUint8(length++, byte);
  }
  return length;
}

const SPACE = 0x20;
const PERCENT = 0x25;
const PLUS = 0x2b;
const SLASH = 0x2f;
const QUESTION_MARK = 0x3f;
const LAST_ASCII = 0x7f;

/** NaN if the character is not a hexadecimal digit. */
function hexDigit(character: number): number {
  if (character >= 0x30 && character <= 0x39) return character - 0x30;
  const letter = character | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN;
}

/** Decodes a path segment exactly once, with `+` as a space (contract 4.1). */
export function nameInPath(segment: string): NameInPath {
  const name = decodedOnce(segment);
  if (name === undefined) {
    return invalidPath("The name in the path is not UTF-8 in percent-encoding. Encode it as encodeURIComponent does.");
  }
  if (CONTROL_CHARACTER.test(name)) {
    return invalidPath("The name in the path contains a control character. Remove it.");
  }
  if (isTooLong(name)) {
    const detail = `The name in the path has more than ${MAX_NAME_LENGTH} characters. No place has such a name.`;
    return { ok: false, refusal: { code: "name_too_long", detail } };
  }
  return { ok: true, name };
}

const ENCODED = /[%+]/;

/**
 * Decodes a part of a URL, with `+` as a space; undefined for a lone `%`, overlong forms, surrogates, and anything else
 * that is not UTF-8.
 */
export function decodedOnce(segment: string): string | undefined {
  if (!ENCODED.test(segment)) return segment;
  try {
    return decodeURIComponent(segment.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

function invalidPath(detail: string): NameInPath {
  return { ok: false, refusal: { code: "invalid_path", detail } };
}
