import { isTooLong } from "../domain/name.ts";
import type { BatchData, CityRecord } from "../domain/record.ts";
import type { SnapshotCity } from "../domain/snapshot.ts";
import { namesOf } from "./names.ts";
import { hashOf, KEY_BYTES, type NameKey, PlainBody } from "./plain-body.ts";

/** A range of bytes from `start` to before `end`. */
interface Span {
  readonly start: number;
  readonly end: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
/** A slot of the hash table: a name's key and length in bytes, and where its item starts and ends; all zero if unused. */
const SLOT = { first: 0, second: 1, third: 2, length: 3, start: 4, end: 5, size: 8 } as const;
const NAME_BEGINS = '{"city":"'.length;
const OPENING = '{"results":[';
const CLOSING = "]}";
/** Initial buffer for the answer to about 500 names; a longer answer enlarges it. */
const ROOM_BYTES = 65_536;

/**
 * Builds answers to batches (contract 2.3) from prepared items. The items are at the start of one buffer and an answer
 * is written after them, so each item is a single copy within the buffer. This is faster than concatenating strings,
 * which must also be garbage-collected.
 */
export class BatchAnswers {
  readonly #find: (name: string) => SnapshotCity | undefined;
  /** Items by requested name, each with a comma after it. */
  readonly #items = new Map<string, Span>();
  readonly #body = new PlainBody();
  /** The items by names that are read in place: a hash table with open addressing. */
  readonly #slots: Int32Array;
  /** The part of a city's item after the name; under undefined, the part for a name that is not found. */
  readonly #rests = new Map<SnapshotCity | undefined, Span>();
  /** Where an answer begins, and where its first item does. The text between them is always there. */
  readonly #start: number;
  readonly #firstItem: number;
  readonly #closing: Span;
  #memory: Buffer<ArrayBuffer> = Buffer.alloc(0);

  /** `find` returns the city for a name in any spelling. */
  constructor(cities: readonly SnapshotCity[], find: (name: string) => SnapshotCity | undefined) {
    this.#find = find;
    let end = this.#add(undefined, '"found":false,"data":null},', 0);
    for (const city of cities) {
      const rest = `"found":true,"data":${JSON.stringify(dataOf(city.record))}},`;
      for (const name of namesOf(city)) {
        const start = end;
        end = this.#add(city, rest, this.#write(beginningOf(name), end));
        this.#items.set(name, { start, end });
      }
    }
    this.#slots = slotsOf(this.#items, this.#body);
    this.#start = this.#write(CLOSING, end);
    this.#closing = { start: end, end: this.#start };
    this.#firstItem = this.#write(OPENING, this.#start);
    this.#reserve(this.#firstItem + ROOM_BYTES);
  }

  /** Each `city` is the string of the request. The next call overwrites the answer. */
  answer(names: readonly string[]): Buffer<ArrayBuffer> {
    let end = this.#firstItem;
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
    const { bytes } = this.#body;
    const slots = this.#slots;
    let end = this.#firstItem;
    let left = most;
    let at = this.#body.open(body);
    if (at === null) return null;
    do {
      at = this.#body.skipSpace(at);
      if (bytes[at++] !== QUOTE || left-- === 0) return null;
      const key = this.#body.keyAt(at);
      let slot = firstSlotOf(key, slots.length);
      while (isUsed(slots, slot) && !(hasKey(slots, slot, key) && this.#hasName(slot, at))) {
        slot = slotAfter(slot, slots.length);
      }
      if (isUsed(slots, slot)) {
        end = this.#copy(slots[slot + SLOT.start] ?? 0, slots[slot + SLOT.end] ?? 0, end);
        at += slots[slot + SLOT.length] ?? 0;
      } else {
        const name = this.#body.nameAt(at);
        if (name === null || !isPlain(name.text) || isTooLong(name.text)) return null;
        end = this.#append(name.text, end);
        at = name.end;
      }
      at = this.#body.skipSpace(at + 1);
    } while (bytes[at++] === COMMA);
    return this.#body.isEndOfNames(at - 1) ? this.#whole(end) : null;
  }

  /** Whether the name that begins there in the body is the slot's, which has the same key. */
  #hasName(slot: number, at: number): boolean {
    const length = this.#slots[slot + SLOT.length] ?? 0;
    return this.#body.bytes[at + length] === QUOTE && (length <= KEY_BYTES || this.#hasRest(slot, at, length));
  }

  /** Whether the bytes after the key are the same. */
  #hasRest(slot: number, at: number, length: number): boolean {
    const { bytes } = this.#body;
    const text = (this.#slots[slot + SLOT.start] ?? 0) + NAME_BEGINS;
    for (let next = KEY_BYTES; next < length; next++) if (bytes[at + next] !== this.#memory[text + next]) return false;
    return true;
  }

  /** The answer whose items end at `end`. Its end overwrites the comma of the last item, if there is one. */
  #whole(end: number): Buffer<ArrayBuffer> {
    const closed = this.#copy(this.#closing.start, this.#closing.end, Math.max(end - 1, this.#firstItem));
    return this.#memory.subarray(this.#start, closed);
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
 * The items whose names need no escapes in JSON. At most half of the slots are used, so that a search is short, whatever
 * names are requested: only published names are in the table.
 */
function slotsOf(items: ReadonlyMap<string, Span>, body: PlainBody): Int32Array {
  const slots = new Int32Array(SLOT.size * 2 ** (33 - Math.clz32(items.size)));
  for (const [name, { start, end }] of items) {
    const at = isPlain(name) ? body.open(Buffer.from(`{"cities":["${name}"`)) : null;
    if (at === null) continue;
    const key = body.keyAt(at + 1);
    let slot = firstSlotOf(key, slots.length);
    while (isUsed(slots, slot)) slot = slotAfter(slot, slots.length);
    slots.set([key.first, key.second, key.third, Buffer.byteLength(name), start, end], slot);
  }
  return slots;
}

/** `length` is that of all slots, a power of two. */
function firstSlotOf(key: NameKey, length: number): number {
  return Math.imul(hashOf(key), SLOT.size) & (length - 1);
}

function slotAfter(slot: number, length: number): number {
  return (slot + SLOT.size) & (length - 1);
}

function isUsed(slots: Int32Array, slot: number): boolean {
  return slots[slot + SLOT.end] !== 0;
}

function hasKey(slots: Int32Array, slot: number, { first, second, third }: NameKey): boolean {
  return (
    slots[slot + SLOT.first] === first && slots[slot + SLOT.second] === second && slots[slot + SLOT.third] === third
  );
}

/** Whether the JSON of a name has no escapes. */
function isPlain(name: string): boolean {
  return JSON.stringify(name) === `"${name}"`;
}

function beginningOf(name: string): string {
  return `{"city":${JSON.stringify(name)},`;
}

function dataOf({ safety_score, grade, grade_label, crime_rate_per_1k }: CityRecord): BatchData {
  return { safety_score, grade, grade_label, crime_rate_per_1k };
}
