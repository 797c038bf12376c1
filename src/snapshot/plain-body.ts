const QUOTE = 0x22;
const BEGINNING = ["{", '"cities"', ":", "["].map((text) => Buffer.from(text));
const END = ["]", "}"].map((text) => Buffer.from(text));
/** All that the API accepts. */
const MAX_BODY_BYTES = 65_536;
const WORD_BYTES = 4;
/** How many of a name's first bytes are in its key. */
export const KEY_BYTES = 3 * WORD_BYTES;

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The first bytes of a name, as little-endian words. Zeros follow the end of a shorter name. */
export interface NameKey {
  readonly first: number;
  readonly second: number;
  readonly third: number;
}

/**
 * A batch's body, if it has the form that clients usually write: an object whose first member is `cities`, an array. It
 * is copied, so that names can be read in words to the end.
 */
export class PlainBody {
  /** The body, a zero, and what is left of earlier bodies. */
  readonly bytes = new Uint8Array(MAX_BODY_BYTES + KEY_BYTES);
  readonly #words = new DataView(this.bytes.buffer);
  #length = 0;

  /** The position of the first name; null if the body does not begin in this form. */
  open(body: Uint8Array): number | null {
    if (body.length > MAX_BODY_BYTES) return null;
    this.bytes.set(body);
    this.bytes[body.length] = 0;
    this.#length = body.length;
    const at = this.#skipAll(BEGINNING, 0);
    return at === null ? null : this.skipSpace(at);
  }

  /** The key of the string that begins there. It is found without branches, because their mispredictions take longer. */
  keyAt(at: number): NameKey {
    const first = this.#words.getInt32(at, true);
    const second = this.#words.getInt32(at + WORD_BYTES, true);
    const third = this.#words.getInt32(at + 2 * WORD_BYTES, true);
    const inFirst = bitsBeforeQuote(first);
    // The highest bit is set if all four bytes are before the quote.
    const inSecond = bitsBeforeQuote(second) & (inFirst >> 31);
    const inThird = bitsBeforeQuote(third) & (inSecond >> 31);
    return { first: first & inFirst, second: second & inSecond, third: third & inThird };
  }

  /** The text of the string that begins there, as far as the first quote; null if it has no end or is not UTF-8. */
  nameAt(at: number): { readonly text: string; readonly end: number } | null {
    const end = this.bytes.indexOf(QUOTE, at);
    if (end === -1 || end >= this.#length) return null;
    try {
      return { text: strictUtf8.decode(this.bytes.subarray(at, end)), end };
    } catch {
      return null;
    }
  }

  /** Whether only the ends of the array and the object follow. */
  isEndOfNames(from: number): boolean {
    const at = this.#skipAll(END, from);
    return at !== null && this.skipSpace(at) === this.#length;
  }

  /** The position after any JSON white space (RFC 8259 section 2). */
  skipSpace(from: number): number {
    let at = from;
    while (isSpace(this.bytes[at])) at++;
    return at;
  }

  /** The position after the tokens and any space before them; null if one is missing. */
  #skipAll(tokens: readonly Uint8Array[], from: number): number | null {
    let at = from;
    for (const token of tokens) {
      at = this.skipSpace(at);
      for (let next = 0; next < token.length; next++) if (this.bytes[at++] !== token[next]) return null;
    }
    return at;
  }
}

export function hashOf({ first, second, third }: NameKey): number {
  const hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b) ^ Math.imul(third, 0xc2b2ae35);
  return hash ^ (hash >>> 15);
}

/** The bits of those of four bytes that are before the first quote; all bits if there is no quote. */
function bitsBeforeQuote(word: number): number {
  const others = word ^ (QUOTE * 0x01010101);
  // Its lowest bit that is set is the highest of the first quote's byte.
  const quotes = (others - 0x01010101) & ~others & 0x80808080;
  return ((quotes & -quotes) >>> 7) - 1;
}

function isSpace(byte = 0): boolean {
  return byte <= 0x20 && (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09);
}
