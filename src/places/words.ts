import { PrefixTree } from "./prefix-tree.ts";

/**
 * How well a word of a query matches a word of a name: twice the number of typing errors, plus one if it matches only
 * the beginning of the word; `NO_FIT` if they are different words.
 */
export const NO_FIT = 255;

export function errorsOf(fit: number): number {
  return fit >> 1;
}

export function isBeginning(fit: number): boolean {
  return fit % 2 === 1;
}

/** How well a word of a query matches all words of all names. Valid until its `release`. */
export interface WordFits {
  /** The fit by word number. */
  readonly byWord: Uint8Array;
  /** Numbers of the words that match. */
  readonly matches: readonly number[];
  /** Number of prefixes that were compared. */
  readonly work: number;
}

/** All words of all names in a prefix tree, so that a common prefix is compared only once. */
export class WordIndex {
  readonly size: number;
  readonly #tree: PrefixTree;
  /** `byWord` of released fits, with `NO_FIT` everywhere: thousands of bytes each, so they are used again. */
  readonly #unused: Uint8Array[] = [];

  constructor(words: Iterable<string>) {
    const sorted = [...new Set(words)].sort();
    this.size = sorted.length;
    this.#tree = new PrefixTree(sorted);
  }

  /** The number of a word. @throws RangeError if the index does not have it */
  numberOf(word: string): number {
    const number = this.#tree.numberOf(word);
    if (number === undefined) throw new RangeError(`the index has no word "${word}"`);
    return number;
  }

  /** Compares a word of a query with every word. @param maxErrors typing errors that a long word may have */
  fits(typed: string, maxErrors: number): WordFits {
    const byWord = this.#unused.pop() ?? new Uint8Array(this.size).fill(NO_FIT);
    const matches: number[] = [];
    const take = (word: number, fit: number) => {
      byWord[word] = fit;
      matches.push(word);
    };
    const most = Math.min(maxErrors, errorsAllowed(typed));
    if (most === 0) this.#tree.takeBeginnings(typed, take);
    const work = most === 0 ? 0 : this.#tree.takeSimilar(typed, most, take);
    return { byWord, matches, work: work + matches.length };
  }

  /** Ends the use of fits, once for each. */
  release({ byWord, matches }: WordFits): void {
    for (const word of matches) byWord[word] = NO_FIT;
    this.#unused.push(byWord);
  }
}

/** Short words tolerate no typing errors: one letter more or less makes a different word. */
function errorsAllowed({ length }: string): number {
  return length < 4 ? 0 : length < 8 ? 1 : 2;
}
