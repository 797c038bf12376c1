const MAX_NUMBER = 0xffff;

/** Many short lists of small whole numbers, stored in one array. */
export class NumberLists {
  readonly #starts: Uint32Array;
  /** The numbers of all lists. List n is from `startOf(n)` to before `endOf(n)`. */
  readonly numbers: Uint16Array;

  /** @throws RangeError if a number is more than 65,535 */
  constructor(lists: readonly (readonly number[])[]) {
    this.#starts = new Uint32Array(lists.length + 1);
    let end = 0;
    for (const [list, { length }] of lists.entries()) {
      end += length;
      this.#starts[list + 1] = end;
    }
    const numbers = lists.flat();
    if (numbers.some((number) => number > MAX_NUMBER)) throw new RangeError(`a list has a number above ${MAX_NUMBER}`);
    this.numbers = Uint16Array.from(numbers);
  }

  startOf(list: number): number {
    return this.#starts[list] ?? 0;
  }

  endOf(list: number): number {
    return this.#starts[list + 1] ?? 0;
  }

  lengthOf(list: number): number {
    return this.endOf(list) - this.startOf(list);
  }
}
