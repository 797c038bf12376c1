const BEGINNING = ["{", '"cities"', ":", "["].map((text) => Buffer.from(text));
const END = ["]", "}"].map((text) => Buffer.from(text));

/**
 * The position of the first name in a batch's body; past the end of the body if it does not begin as clients usually
 * write it: an object whose first member is `cities`, an array.
 */
export function startOfNames(body: Uint8Array): number {
  return skipSpace(body, skipAll(body, BEGINNING, 0));
}

/** Whether only the ends of the array and the object follow. */
export function isEndOfNames(body: Uint8Array, at: number): boolean {
  return skipSpace(body, skipAll(body, END, at)) === body.length;
}

export const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** 32-bit FNV-1a of some bytes and one more. The hash of no bytes is `FNV_OFFSET`. */
export function hashWith(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, FNV_PRIME);
}

/** The hash of a name, whose UTF-8 is the first `length` bytes. */
export function hashOf(name: Uint8Array, length = name.length): number {
  let hash = FNV_OFFSET;
  for (let at = 0; at < length; at++) hash = hashWith(hash, name[at] ?? 0);
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

/** The position after any JSON white space (RFC 8259 section 2). */
export function skipSpace(body: Uint8Array, from: number): number {
  let at = from;
  while (isSpace(body[at])) at++;
  return at;
}

function isSpace(byte = 0): boolean {
  return byte <= 0x20 && (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09);
}
