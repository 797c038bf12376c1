import type { BatchData } from "../domain/record.ts";

/** A city as its batch items show it, under each of its names. */
export interface BatchPlace {
  readonly names: readonly string[];
  readonly data: BatchData;
}

/** Bytes of the memory, from `start` to before `end`. */
interface Span {
  readonly start: number;
  readonly end: number;
}

const OPENING = '{"results":[';
const CLOSING = "]}";
/** Room for the answer to some 400 names; a longer one makes more, up to a megabyte for the largest body. */
const ROOM_BYTES = 65_536;

/**
 * Answers to batches (interface 2.3), put together from ready items. The items lie at the start of one piece of memory and
 * an answer is written behind them, so that an item is one copy within it and no answer leaves garbage: as strings that
 * are added up, a batch of 100 takes a fifth more.
 */
export class BatchAnswers<Place extends BatchPlace> {
  readonly #find: (name: string) => Place | undefined;
  /** Items by the name that was asked for, each with the comma that parts it from the one before. */
  readonly #items = new Map<string, Span>();
  /** What follows the name in the items of a place; of undefined where a name is absent. */
  readonly #rests = new Map<Place | undefined, Span>();
  readonly #start: number;
  #memory: Buffer<ArrayBuffer> = Buffer.alloc(0);

  /** `find` answers the place behind a name in any spelling. */
  constructor(places: Iterable<Place>, find: (name: string) => Place | undefined) {
    this.#find = find;
    let end = this.#add(undefined, '"found":false,"data":null}', 0);
    for (const place of places) {
      const rest = `"found":true,"data":${JSON.stringify(place.data)}}`;
      for (const name of place.names) {
        const start = end;
        end = this.#add(place, rest, this.#write(beginningOf(name), end));
        this.#items.set(name, { start, end });
      }
    }
    this.#start = end;
    this.#reserve(end + ROOM_BYTES);
  }

  /** JSON in UTF-8; each `city` is the very string that was asked for. To be copied before the next call. */
  answer(names: readonly string[]): Buffer<ArrayBuffer> {
    const opened = this.#start + OPENING.length;
    let end = opened - 1;
    for (const name of names) end = this.#append(name, end);
    // Over the comma of the first item, if there is one.
    this.#write(OPENING, this.#start);
    end = this.#write(CLOSING, Math.max(end, opened));
    return this.#memory.subarray(this.#start, end);
  }

  #append(name: string, at: number): number {
    const ready = this.#items.get(name);
    if (ready !== undefined) return this.#copy(ready, at);
    const place = this.#find(name);
    const rest = this.#rests.get(place);
    if (rest === undefined) throw new RangeError("a place was found that the batch answers do not know");
    return this.#copy(rest, this.#write(beginningOf(name), at));
  }

  #add(place: Place | undefined, rest: string, at: number): number {
    const end = this.#write(rest, at);
    this.#rests.set(place, { start: at, end });
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
