import type { ReadyAnswer } from "./ready-answer.ts";

/** A name begins with the start of its answer (4 bytes) and its length in bytes (2). Its UTF-8 follows. */
const NAME = { answer: 0, length: 4, text: 6 } as const;
/** An answer begins with the place's position (4 bytes), the body's length in bytes (4), and the tag (24). The body follows. */
const ANSWER = { position: 0, length: 4, etag: 8, body: 32 } as const;
const MAX_NAME_BYTES = 0xffff;
const INITIAL_BYTES = 65_536;
/** Enough for the included snapshot. The strings of all places of a much larger one would slow down garbage collection. */
const MAX_DECODED = 1_024;

/** An answer that was read from the buffer at `start`. */
interface DecodedAnswer {
  readonly start: number;
  readonly answer: ReadyAnswer;
}

/**
 * The answers of one kind of place by name. All names and answers are in one buffer, and the first name of a place is
 * directly before its answer:
 *
 *     … | name "Irvine" | its answer | an alias | … | name "Tustin" | its answer | …
 *
 * A hash table holds the starts of the published names. If there are many places, a rarely requested one is in no cache
 * of the processor. Its lookup then reads one slot of the table and a run of adjacent bytes. Objects and strings would be
 * about ten places in memory, and more work for the garbage collector.
 */
export class PlaceTable {
  readonly #published = new NameSlots();
  /** Starts of answers by normalized name. */
  readonly #normalized = new Map<string, number>();
  #memory = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  #numbers = numbersIn(this.#memory);
  /** The last answers, by position modulo `MAX_DECODED`. */
  readonly #decoded: DecodedAnswer[] = [];
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
  add({ body, etag }: ReadyAnswer, published: readonly string[], normalized: readonly string[]): void {
    const [first = "", ...aliases] = published;
    const name = Buffer.from(first);
    const answer = this.#end + NAME.text + name.length;
    const start = this.#writeName(name, answer);
    this.#writeAnswer(body, etag);
    for (const key of normalized) {
      const holder = this.#normalized.get(key) ?? answer;
      if (holder !== answer) throw new RangeError(`two places have the name "${key}"`);
      this.#normalized.set(key, answer);
    }
    this.#published.add(this.#memory, start, hashOf(name));
    for (const alias of aliases) this.#addAlias(Buffer.from(alias), answer);
  }

  /** The answer for a published name, whose UTF-8 is the first `length` bytes of `name`. */
  publishedAnswer(name: Uint8Array, length: number): ReadyAnswer | undefined {
    const found = this.#published.find(this.#memory, name, length);
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
    const place = this.#numbers.getUint32(start + ANSWER.position) % MAX_DECODED;
    const known = this.#decoded[place];
    if (known?.start === start) return known.answer;
    const body = start + ANSWER.body;
    const answer = {
      body: this.#memory.toString("utf8", body, body + this.#numbers.getUint32(start + ANSWER.length)),
      etag: this.#memory.toString("latin1", start + ANSWER.etag, body),
    };
    this.#decoded[place] = { start, answer };
    return answer;
  }

  /** An alias may be the same as another name of its place. */
  #addAlias(alias: Uint8Array, answer: number): void {
    const hash = hashOf(alias);
    if (this.#published.find(this.#memory, alias, alias.length, hash) !== null) return;
    const start = this.#writeName(alias, answer);
    this.#published.add(this.#memory, start, hash);
  }

  #writeName(name: Uint8Array, answer: number): number {
    if (name.length > MAX_NAME_BYTES) throw new RangeError(`a place has a name of ${name.length} bytes`);
    const start = this.#reserve(NAME.text + name.length);
    this.#numbers.setUint32(start + NAME.answer, answer);
    this.#numbers.setUint16(start + NAME.length, name.length);
    this.#memory.set(name, start + NAME.text);
    return start;
  }

  #writeAnswer(body: string, etag: string): void {
    const length = Buffer.byteLength(body);
    const start = this.#reserve(ANSWER.body + length);
    this.#numbers.setUint32(start + ANSWER.position, this.#size++);
    this.#numbers.setUint32(start + ANSWER.length, length);
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
      this.#numbers = numbersIn(larger);
    }
    return start;
  }
}

/** A hash table of names with open addressing: a slot holds the start of a name in the buffer plus one, or 0. */
class NameSlots {
  /** Enough for the names of the included snapshot. */
  #slots = new Uint32Array(4_096);
  #used = 0;

  /** The start of the name in the buffer; null if it is not in the table. */
  find(memory: Uint8Array, name: Uint8Array, length: number, hash = hashOf(name, length)): number | null {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const start = (slots[slot] ?? 0) - 1;
      if (start === -1) return null;
      if (isNamed(memory, start, name, length)) return start;
    }
  }

  /** Adds a name that is in the buffer and not yet in the table. `hash` is the name's. */
  add(memory: Uint8Array, start: number, hash: number): void {
    // At least half of the slots stay empty, so that a search is short.
    if (2 * ++this.#used > this.#slots.length) {
      const before = this.#slots;
      this.#slots = new Uint32Array(2 * before.length);
      for (const slot of before) if (slot !== 0) this.#place(slot - 1, hashAt(memory, slot - 1));
    }
    this.#place(start, hash);
  }

  #place(start: number, hash: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = hash & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = start + 1;
  }
}

/** The hash of the name that starts there. */
function hashAt(memory: Uint8Array, start: number): number {
  const text = start + NAME.text;
  return hashOf(memory.subarray(text, text + lengthOf(memory, start)));
}

/** 32-bit FNV-1a of a name, whose UTF-8 is the first `length` bytes. */
function hashOf(name: Uint8Array, length = name.length): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < length; at++) hash = Math.imul(hash ^ (name[at] ?? 0), 0x01000193);
  return hash;
}

function isNamed(memory: Uint8Array, start: number, name: Uint8Array, length: number): boolean {
  if (lengthOf(memory, start) !== length) return false;
  const text = start + NAME.text;
  for (let at = 0; at < length; at++) if (memory[text + at] !== name[at]) return false;
  return true;
}

function lengthOf(memory: Uint8Array, start: number): number {
  return ((memory[start + NAME.length] ?? 0) << 8) | (memory[start + NAME.length + 1] ?? 0);
}

function numbersIn({ buffer, byteOffset, byteLength }: Buffer<ArrayBuffer>): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
