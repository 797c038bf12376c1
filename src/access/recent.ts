/** The size of entries, and the maximum size of a generation. */
export interface SizeLimit<Value> {
  readonly sizeOf: (key: string, value: Value) => number;
  readonly generation: number;
}

/** A bounded cache with string keys. It drops the least recently used entries first, a whole generation at a time. */
export class RecentMap<Value> {
  readonly #generationCount: number;
  readonly #sizeLimit: SizeLimit<Value> | null;
  #recent = new Map<string, Value>();
  #older = new Map<string, Value>();
  #size = 0;

  /** The cache has two generations of at most `generationCount` entries. */
  constructor(generationCount: number, sizeLimit: SizeLimit<Value> | null = null) {
    this.#generationCount = generationCount;
    this.#sizeLimit = sizeLimit;
  }

  get(key: string): Value | undefined {
    const value = this.#recent.get(key);
    if (value !== undefined) return value;
    const idle = this.#older.get(key);
    if (idle !== undefined) this.set(key, idle);
    return idle;
  }

  set(key: string, value: Value): void {
    const size = this.#sizeLimit?.sizeOf(key, value) ?? 0;
    const isTooLarge = this.#sizeLimit !== null && this.#size + size > this.#sizeLimit.generation;
    if (isTooLarge || this.#recent.size >= this.#generationCount) {
      this.#older = this.#recent;
      this.#recent = new Map();
      this.#size = 0;
    }
    this.#size += size;
    this.#recent.set(key, value);
  }
}
