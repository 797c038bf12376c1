import { isTooLong } from "../domain/name.ts";
import type { BatchData, CityRecord } from "../domain/record.ts";
import type { SnapshotCity } from "../domain/snapshot.ts";
import { namesOf } from "./names.ts";
import { hashOf, readPlainNames } from "./plain-names.ts";

/** A range of bytes from `start` to before `end`. */
interface Span {
  readonly start: number;
  readonly end: number;
}

const NAME_BEGINS = ',{"city":"'.length;
const OPENING = '{"results":[';
const CLOSING = "]}";
const QUOTE = 0x22;
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
  /**
   * The same by the hash of the name's bytes, for names that are read in place. If two have the same hash, the latter
   * wins.
   */
  readonly #byHash = new Map<number, Span>();
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
        const item = { start, end };
        this.#items.set(name, item);
        this.#byHash.set(hashOf(Buffer.from(name)), item);
      }
    }
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
   * The answer to a body that `readPlainNames` can read, with at most `most` names, none of them too long or malformed.
   * It skips JSON parsing and strings, so it is much faster. Null for everything else, which may still be a valid body.
   */
  plainAnswer(body: Uint8Array, most: number): Buffer<ArrayBuffer> | null {
    let end = this.#start + OPENING.length - 1;
    let left = most;
    const isPlain = readPlainNames(body, (start, stop, hash) => {
      const ready = this.#byHash.get(hash);
      if (ready !== undefined && this.#isNamed(ready, body, start, stop)) {
        end = this.#copy(ready, end);
      } else {
        const name = decoded(body.subarray(start, stop));
        if (name === null || isTooLong(name)) return false;
        end = this.#append(name, end);
      }
      return left-- > 0;
    });
    return isPlain ? this.#whole(end) : null;
  }

  /**
   * Whether an item has the name at this position of the body. Names with JSON escapes never match, because their items
   * have a backslash.
   */
  #isNamed(item: Span, body: Uint8Array, start: number, stop: number): boolean {
    const memory = this.#memory;
    let at = item.start + NAME_BEGINS;
    for (let from = start; from < stop; from++) if (memory[at++] !== body[from]) return false;
    return memory[at] === QUOTE;
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
    if (ready !== undefined) return this.#copy(ready, at);
    const rest = this.#rests.get(this.#find(name));
    if (rest === undefined) throw new RangeError("a city was found that is not in the batch answers");
    return this.#copy(rest, this.#write(beginningOf(name), at));
  }

  #add(city: SnapshotCity | undefined, rest: string, at: number): number {
    const end = this.#write(rest, at);
    this.#rests.set(city, { start: at, end });
    return end;
  }

  #copy({ start, end }: Span, at: number): number {
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
