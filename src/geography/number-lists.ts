/** Many short lists of small whole numbers, stored in one array. */
export class NumberLists {
  readonly #starts: Uint32Array;
  /** The numbers of all lists, up to 65,535 each. List n is from `startOf(n)` to before `endOf(n)`. */
  readonly numbers: Uint16Array;

  constructor(lists: readonly (readonly number[])[]) {
    this.#starts = new Uint32Array(lists.length + 1);
    let end = 0;
    for (const [list, { length }] of lists.entries()) {
      end += length;
      this.#starts[list + 1] = end;
    }
    this.numbers = Uint16Array.from(lists.flat());
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
