import type { ReadyAnswer } from "./ready-answer.ts";

/** A name begins with the start of its answer (4 bytes) and its length in bytes (2). Its UTF-8 follows. */
const NAME = { answer: 0, length: 4, text: 6 } as const;
/**
 * An answer begins with the place's position (4 bytes), the body's length in bytes (4), whether it is ASCII (1), and the
 * tag (24). The body follows.
 */
const ANSWER = { position: 0, length: 4, isAscii: 8, etag: 9, body: 33 } as const;
const ETAG_BYTES = ANSWER.body - ANSWER.etag;
const MAX_NAME_BYTES = 0xffff;
const INITIAL_BYTES = 65_536;
const WORD_BYTES = 4;
/** Enough for the included snapshot. */
const MAX_KEPT = 1_024;

/**
 * The answers of one kind of place by name. All names and answers are in one buffer, and the first name of a place is
 * directly before its answer:
 *
 *     … | name "Irvine" | its answer | an alias | … | name "Tustin" | its answer | …
 *
 * A hash table holds the starts of the published names. If there are many places, a rarely requested one is in no cache
 * of the processor. Its lookup then reads one slot of the table and a run of adjacent bytes, and decodes them. The object
 * and the strings of its answer would be several places in memory, which takes longer.
 */
export class PlaceTable {
  readonly #published = new NameSlots();
  /** Starts of answers by normalized name. */
  readonly #normalized = new Map<string, number>();
  #memory = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  #numbers = viewOf(this.#memory);
  /** The answers of the first `MAX_KEPT` places: so few stay in the caches of the processor, and need no decoding. */
  readonly #kept: ReadyAnswer[] = [];
  #end = 0;
  #size = 0;

  /** The number of places. */
  get size(): number {
    return this.#size;
  }

  /**
   * Adds the next place. Its normalized names are those of the published ones, and more. @throws RangeError if another
   * place has one of them.
   */
  add(ready: ReadyAnswer, published: readonly string[], normalized: readonly string[]): void {
    const [first = "", ...aliases] = published;
    const name = Buffer.from(first);
    const answer = this.#end + NAME.text + name.length;
    const start = this.#writeName(name, answer);
    this.#writeAnswer(ready);
    if (this.#kept.length < MAX_KEPT) this.#kept.push(ready);
    for (const key of normalized) {
      const holder = this.#normalized.get(key) ?? answer;
      if (holder !== answer) throw new RangeError(`two places have the name "${key}"`);
      this.#normalized.set(key, answer);
    }
    this.#published.add(start, hashOf(viewOf(name), name.length));
    for (const alias of aliases) this.#addAlias(Buffer.from(alias), answer);
  }

  /** The answer for a published name, whose UTF-8 is the first `length` bytes of `name`. */
  publishedAnswer(name: DataView, length: number): ReadyAnswer | undefined {
    const found = this.#published.find(this.#numbers, name, length);
    return found === null ? undefined : this.#answerAt(this.#numbers.getUint32(found + NAME.answer));
  }

  /** The answer for a normalized name. */
  answer(key: string): ReadyAnswer | undefined {
    const answer = this.#normalized.get(key);
    return answer === undefined ? undefined : this.#answerAt(answer);
  }

  /** The position for a normalized name: how many places were added before. */
  position(key: string): number | undefined {
    const answer = this.#normalized.get(key);
    return answer === undefined ? undefined : this.#numbers.getUint32(answer + ANSWER.position);
  }

  #answerAt(start: number): ReadyAnswer {
    const numbers = this.#numbers;
    const kept = this.#kept[numbers.getUint32(start + ANSWER.position)];
    if (kept !== undefined) return kept;
    const text = start + ANSWER.etag;
    const end = start + ANSWER.body + numbers.getUint32(start + ANSWER.length);
    // ASCII is the same in Latin-1, which takes less time to decode than UTF-8.
    const encoding = numbers.getUint8(start + ANSWER.isAscii) === 1 ? "latin1" : "utf8";
    const decoded = this.#memory.toString(encoding, text, end);
    return { etag: decoded.slice(0, ETAG_BYTES), body: decoded.slice(ETAG_BYTES) };
  }

  /** An alias may be the same as another name of its place. */
  #addAlias(alias: Buffer, answer: number): void {
    const view = viewOf(alias);
    const hash = hashOf(view, alias.length);
    if (this.#published.find(this.#numbers, view, alias.length, hash) !== null) return;
    this.#published.add(this.#writeName(alias, answer), hash);
  }

  #writeName(name: Uint8Array, answer: number): number {
    if (name.length > MAX_NAME_BYTES) throw new RangeError(`a place has a name of ${name.length} bytes`);
    const start = this.#reserve(NAME.text + name.length);
    this.#numbers.setUint32(start + NAME.answer, answer);
    this.#numbers.setUint16(start + NAME.length, name.length);
    this.#memory.set(name, start + NAME.text);
    return start;
  }

  #writeAnswer({ body, etag }: ReadyAnswer): void {
    const length = Buffer.byteLength(body);
    const start = this.#reserve(ANSWER.body + length);
    this.#numbers.setUint32(start + ANSWER.position, this.#size++);
    this.#numbers.setUint32(start + ANSWER.length, length);
    this.#numbers.setUint8(start + ANSWER.isAscii, length === body.length ? 1 : 0);
    this.#memory.write(etag, start + ANSWER.etag, "latin1");
    this.#memory.write(body, start + ANSWER.body);
  }

  /** The start of as many bytes at the end of the buffer. */
  #reserve(bytes: number): number {
    const start = this.#end;
    this.#end += bytes;
    if (this.#end > this.#memory.length) {
      const larger = Buffer.allocUnsafeSlow(2 * this.#end);
      this.#memory.copy(larger, 0, 0, start);
      this.#memory = larger;
      this.#numbers = viewOf(larger);
    }
    return start;
  }
}

/** A hash table of names with open addressing: a slot is a name's hash, and its start in the buffer plus one, or 0. */
class NameSlots {
  /** Enough for the names of the included snapshot. */
  #slots = new Int32Array(2 * 4_096);
  #used = 0;

  /** The start of the name in the buffer; null if it is not in the table. */
  find(memory: DataView, name: DataView, length: number, hash = hashOf(name, length)): number | null {
    const slots = this.#slots;
    const mask = slots.length - 1;
    // A product, unlike a shift, would be a floating-point number.
    for (let slot = (hash << 1) & mask; ; slot = (slot + 2) & mask) {
      const start = (slots[slot + 1] ?? 0) - 1;
      if (start === -1) return null;
      // The buffer is much larger than this table, and slower to read, so nearly all other names are excluded here.
      if (slots[slot] === hash && isNamed(memory, start, name, length)) return start;
    }
  }

  /** Adds a name that starts there in the buffer and is not yet in the table. `hash` is the name's. */
  add(start: number, hash: number): void {
    // At least half of the slots stay empty, so that a search is short.
    if (4 * ++this.#used > this.#slots.length) {
      const before = this.#slots;
      this.#slots = new Int32Array(2 * before.length);
      for (let slot = 0; slot < before.length; slot += 2) {
        const [ofOther = 0, next = 0] = before.subarray(slot, slot + 2);
        if (next !== 0) this.#place(next - 1, ofOther);
      }
    }
    this.#place(start, hash);
  }

  #place(start: number, hash: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = (hash << 1) & mask;
    while (slots[slot + 1] !== 0) slot = (slot + 2) & mask;
    slots[slot] = hash;
    slots[slot + 1] = start + 1;
  }
}

/**
 * A hash of a name, whose UTF-8 is the first `length` bytes. It is read in words. The last one may overlap the one before
 * it, because a loop over the remaining bytes would take longer.
 */
function hashOf(name: DataView, length: number): number {
  let hash = length;
  const last = length - WORD_BYTES;
  if (last < 0) {
    for (let at = 0; at < length; at++) hash = mixed(hash, name.getUint8(at));
  } else {
    for (let at = 0; at < last; at += WORD_BYTES) hash = mixed(hash, name.getInt32(at));
    hash = mixed(hash, name.getInt32(last));
  }
  return hash ^ (hash >>> 15);
}

function mixed(hash: number, word: number): number {
  return Math.imul(((hash << 5) | (hash >>> 27)) ^ word, 0x9e3779b1);
}

function isNamed(memory: DataView, start: number, name: DataView, length: number): boolean {
  if (memory.getUint16(start + NAME.length) !== length) return false;
  const text = start + NAME.text;
  const last = length - WORD_BYTES;
  if (last < 0) {
    for (let at = 0; at < length; at++) if (memory.getUint8(text + at) !== name.getUint8(at)) return false;
    return true;
  }
  for (let at = 0; at < last; at += WORD_BYTES) if (memory.getInt32(text + at) !== name.getInt32(at)) return false;
  return memory.getInt32(text + last) === name.getInt32(last);
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
