/** A bounded cache with string keys. It drops the least recently used entries first, a whole generation at a time. */
export class RecentMap<Value> {
  readonly #generationSize: number;
  #recent = new Map<string, Value>();
  #older = new Map<string, Value>();

  /** The cache has at most twice `generationSize` entries. */
  constructor(generationSize: number) {
    this.#generationSize = generationSize;
  }

  get(key: string): Value | undefined {
    const value = this.#recent.get(key);
    if (value !== undefined) return value;
    const idle = this.#older.get(key);
    if (idle !== undefined) this.set(key, idle);
    return idle;
  }

  set(key: string, value: Value): void {
    if (this.#recent.size >= this.#generationSize) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(key, value);
  }
}
