import { isTooLong } from "../domain/name.ts";
import type { BatchData, CityRecord } from "../domain/record.ts";
import type { SnapshotCity } from "../domain/snapshot.ts";
import { namesOf } from "./names.ts";
import { FNV_OFFSET, hashOf, hashWith, isEndOfNames, skipSpace, startOfNames } from "./plain-names.ts";

/** A range of bytes from `start` to before `end`. */
interface Span {
  readonly start: number;
  readonly end: number;
}

const NAME_BEGINS = ',{"city":"'.length;
const OPENING = '{"results":[';
const CLOSING = "]}";
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const FIRST_PRINTABLE = 0x20;
/** Initial buffer for the answer to about 500 names; a longer answer enlarges it. */
const ROOM_BYTES = 65_536;

/**
 * Builds answers to batches (contract 2.3) from prepared items. The items are at the start of one buffer and an answer
 * is written after them, so each item is a single copy within the buffer. This is faster than concatenating strings,
 * which must also be garbage-collected.
 */
export class BatchAnswers {
  readonly #find: (name: string) => SnapshotCity | undefined;
  /** Items by requested name, each with a leading comma. */
  readonly #items = new Map<string, Span>();
  /** The same for names that are read in place. */
  readonly #slots: Int32Array;
  /** The part of a city's item after the name; under undefined, the part for a name that is not found. */
  readonly #rests = new Map<SnapshotCity | undefined, Span>();
  readonly #start: number;
  #memory: Buffer<ArrayBuffer> = Buffer.alloc(0);

  /** `find` returns the city for a name in any spelling. */
  constructor(cities: readonly SnapshotCity[], find: (name: string) => SnapshotCity | undefined) {
    this.#find = find;
    let end = this.#add(undefined, '"found":false,"data":null}', 0);
    for (const city of cities) {
      const rest = `"found":true,"data":${JSON.stringify(dataOf(city.record))}}`;
      for (const name of namesOf(city)) {
        const start = end;
        end = this.#add(city, rest, this.#write(beginningOf(name), end));
        this.#items.set(name, { start, end });
      }
    }
    this.#slots = slotsOf(this.#items);
    this.#start = end;
    this.#reserve(end + ROOM_BYTES);
  }

  /** Each `city` is the string of the request. The next call overwrites the answer. */
  answer(names: readonly string[]): Buffer<ArrayBuffer> {
    let end = this.#start + OPENING.length - 1;
    for (const name of names) end = this.#append(name, end);
    return this.#whole(end);
  }

  /**
   * The answer to a body in the form that clients usually send, with at most `most` names, none of them too long or
   * malformed: an object whose only member is `cities`, an array of one or more strings without escapes. Such a body is
   * read in place, without parsing JSON and creating strings, which takes longer than the answer itself. Null for
   * everything else, which may still be a valid body.
   */
  plainAnswer(body: Uint8Array, most: number): Buffer<ArrayBuffer> | null {
    let end = this.#start + OPENING.length - 1;
    let left = most;
    let at = startOfNames(body);
    do {
      at = skipSpace(body, at);
      if (body[at] !== QUOTE || left-- === 0) return null;
      const start = ++at;
      let hash = FNV_OFFSET;
      let byte = body[at] ?? 0;
      while (byte !== QUOTE) {
        if (byte < FIRST_PRINTABLE || byte === BACKSLASH) return null;
        hash = hashWith(hash, byte);
        byte = body[++at] ?? 0;
      }
      const appended = this.#appendPlain(body, start, at, hash, end);
      if (appended === null) return null;
      end = appended;
      at = skipSpace(body, at + 1);
    } while (body[at++] === COMMA);
    return isEndOfNames(body, at - 1) ? this.#whole(end) : null;
  }

  /** Appends the item for the name between two positions of the body. Null if it is too long or malformed. */
  #appendPlain(body: Uint8Array, from: number, to: number, hash: number, at: number): number | null {
    const slots = this.#slots;
    const mask = slots.length / 2 - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const start = slots[2 * slot] ?? 0;
      const end = slots[2 * slot + 1] ?? 0;
      if (end === 0) break;
      if (hasName(this.#memory, start + NAME_BEGINS, body, from, to)) return this.#copy(start, end, at);
    }
    const name = decoded(body.subarray(from, to));
    return name === null || isTooLong(name) ? null : this.#append(name, at);
  }

  /** The answer whose items end at `end`. */
  #whole(end: number): Buffer<ArrayBuffer> {
    const opened = this.#start + OPENING.length;
    // Overwrites the comma of the first item, if there is one.
    this.#write(OPENING, this.#start);
    return this.#memory.subarray(this.#start, this.#write(CLOSING, Math.max(end, opened)));
  }

  #append(name: string, at: number): number {
    const ready = this.#items.get(name);
    if (ready !== undefined) return this.#copy(ready.start, ready.end, at);
    const rest = this.#rests.get(this.#find(name));
    if (rest === undefined) throw new RangeError("a city was found that is not in the batch answers");
    return this.#copy(rest.start, rest.end, this.#write(beginningOf(name), at));
  }

  #add(city: SnapshotCity | undefined, rest: string, at: number): number {
    const end = this.#write(rest, at);
    this.#rests.set(city, { start: at, end });
    return end;
  }

  #copy(start: number, end: number, at: number): number {
    const copied = at + end - start;
    this.#reserve(copied);
    this.#memory.copyWithin(at, start, end);
    return copied;
  }

  #write(text: string, at: number): number {
    this.#reserve(at + Buffer.byteLength(text));
    return at + this.#memory.write(text, at);
  }

  #reserve(bytes: number): void {
    if (bytes <= this.#memory.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(bytes, 2 * this.#memory.length));
    this.#memory.copy(larger);
    this.#memory = larger;
  }
}

/**
 * A hash table of items by the bytes of their names, with open addressing. A slot holds where an item starts and ends, or
 * two zeros. At most half of the slots are used, so that a search is short.
 */
function slotsOf(items: ReadonlyMap<string, Span>): Int32Array {
  const count = 2 ** (33 - Math.clz32(items.size));
  const slots = new Int32Array(2 * count);
  for (const [name, { start, end }] of items) {
    let slot = hashOf(Buffer.from(name)) & (count - 1);
    while (slots[2 * slot + 1] !== 0) slot = (slot + 1) & (count - 1);
    slots[2 * slot] = start;
    slots[2 * slot + 1] = end;
  }
  return slots;
}

/**
 * Whether the item whose name begins at `at` in the memory has the name between two positions of the body. An item whose
 * name has JSON escapes never has it, because the body's name has no backslash.
 */
function hasName(memory: Uint8Array, at: number, body: Uint8Array, from: number, to: number): boolean {
  let position = at;
  for (let next = from; next < to; next++) if (memory[position++] !== body[next]) return false;
  return memory[position] === QUOTE;
}

function beginningOf(name: string): string {
  return `,{"city":${JSON.stringify(name)},`;
}

function dataOf({ safety_score, grade, grade_label, crime_rate_per_1k }: CityRecord): BatchData {
  return { safety_score, grade, grade_label, crime_rate_per_1k };
}

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Null if it is not UTF-8. */
function decoded(bytes: Uint8Array): string | null {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return null;
  }
}
