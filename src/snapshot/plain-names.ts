const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const FIRST_PRINTABLE = 0x20;
const BEGINNING = ["{", '"cities"', ":", "["].map((text) => Buffer.from(text));
const END = ["]", "}"].map((text) => Buffer.from(text));

/** Receives a name in the body from `start` to before `end`; returns false to stop. */
export type TakeName = (start: number, end: number, hash: number) => boolean;

/**
 * Reads the names of a batch's body in place, without allocating. It accepts only the form that clients usually send:
 * an object whose only member is `cities`, an array of one or more strings without escapes. Anything else may still be
 * JSON, and the names may not be UTF-8; this does not check either. Returns false if the form is different or `take`
 * returned false; by then it may have passed some names to `take`.
 */
export function readPlainNames(body: Uint8Array, take: TakeName): boolean {
  let at = skipAll(body, BEGINNING, 0);
  do {
    at = skipSpace(body, at);
    if (body[at] !== QUOTE) return false;
    const start = at + 1;
    let hash = FNV_OFFSET;
    let byte = body[start] ?? 0;
    for (at = start; byte !== QUOTE; byte = body[++at] ?? 0) {
      if (byte < FIRST_PRINTABLE || byte === BACKSLASH) return false;
      hash = Math.imul(hash ^ byte, FNV_PRIME);
    }
    if (!take(start, at, hash)) return false;
    at = skipSpace(body, at + 1);
  } while (body[at++] === COMMA);
  return skipSpace(body, skipAll(body, END, at - 1)) === body.length;
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** The hash that `readPlainNames` computes for a name, whose UTF-8 is the first `length` bytes: 32-bit FNV-1a. */
export function hashOf(name: Uint8Array, length = name.length): number {
  let hash = FNV_OFFSET;
  for (let at = 0; at < length; at++) hash = Math.imul(hash ^ (name[at] ?? 0), FNV_PRIME);
  return hash;
}

/** The position after the tokens and any space before them; past the end of the body if one is missing. */
function skipAll(body: Uint8Array, tokens: readonly Uint8Array[], from: number): number {
  let at = from;
  for (const token of tokens) {
    at = skipSpace(body, at);
    for (const byte of token) if (body[at++] !== byte) return body.length + 1;
  }
  return at;
}

/** JSON white space (RFC 8259 section 2). */
function skipSpace(body: Uint8Array, from: number): number {
  let at = from;
  while (body[at] === 0x20 || body[at] === 0x0a || body[at] === 0x0d || body[at] === 0x09) at++;
  return at;
}
