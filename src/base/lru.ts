/** The limits of one generation of a cache. A cache holds at most two generations. */
export interface LruLimit<Value, Key = string> {
  readonly entries: number;
  /** Total of `sizeOf` over the entries; without it, only their number counts. */
  readonly size?: number;
  readonly sizeOf?: (key: Key, value: Value) => number;
}

/** A bounded cache. It drops the least recently used entries first, a whole generation at a time. */
export class Lru<Value, Key = string> {
  readonly #limit: LruLimit<Value, Key>;
  #recent = new Map<Key, Value>();
  #older = new Map<Key, Value>();
  #size = 0;

  constructor(limit: LruLimit<Value, Key>) {
    this.#limit = limit;
  }

  get(key: Key): Value | undefined {
    const value = this.#recent.get(key);
    if (value !== undefined) return value;
    const idle = this.#older.get(key);
    if (idle !== undefined) this.set(key, idle);
    return idle;
  }

  /** Adds or replaces an entry, even one that is larger than a whole generation. */
  set(key: Key, value: Value): void {
    const { entries, size: maxSize = Number.POSITIVE_INFINITY, sizeOf = () => 0 } = this.#limit;
    const previous = this.#recent.get(key);
    if (previous !== undefined) {
      this.#recent.delete(key);
      this.#size -= sizeOf(key, previous);
    }
    const size = sizeOf(key, value);
    if (this.#recent.size >= entries || this.#size + size > maxSize) {
      this.#older = this.#recent;
      this.#recent = new Map();
      this.#size = 0;
    }
    this.#size += size;
    this.#recent.set(key, value);
  }
}
