import { MAX_WORD_LENGTH } from "./search-text.ts";

/**
 * How a word of a query fits each word of all names, by the number of that word: twice the number of typing errors, one more
 * where it is only the beginning of the word; `NO_FIT` where they are different words.
 */
export type WordFits = Uint8Array;
export const NO_FIT = 255;

export function errorsOf(fit: number): number {
  return fit >> 1;
}

export function isBeginning(fit: number): boolean {
  return fit % 2 === 1;
}

/** The distinct words of all names. */
export class WordIndex {
  readonly #numbers = new Map<string, number>();
  readonly #words: string[] = [];

  /** The index of a word, which is added if it is new. */
  add(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    this.#numbers.set(word, this.#words.length);
    return this.#words.push(word) - 1;
  }

  /** Compares a word of a query with every word. */
  fits(typed: string): WordFits {
    const most = errorsAllowed(typed);
    const fits = new Uint8Array(this.#words.length);
    for (const [number, word] of this.#words.entries()) fits[number] = fitOf(typed, word, most);
    return fits;
  }
}

/** Short words tolerate no typing errors: one letter more or less makes a different word. */
function errorsAllowed({ length }: string): number {
  return length < 4 ? 0 : length < 8 ? 1 : 2;
}

function fitOf(typed: string, word: string, most: number): number {
  if (word === typed) return 0;
  if (word.startsWith(typed)) return 1;
  if (most === 0 || word.length < typed.length - most || !mayBegin(typed, word)) return NO_FIT;
  return nearFit(typed, word, most);
}

/** People rarely mistype the first letter, but may omit it or swap it with the second. */
function mayBegin(typed: string, word: string): boolean {
  return typed[0] === word[0] || typed[0] === word[1] || typed[1] === word[0];
}

const WIDTH = MAX_WORD_LENGTH + 1;
/**
 * Three rows of the distance table: for the typed letter before the previous one, the previous one, and the current
 * one.
 */
const rows = [new Uint8Array(WIDTH), new Uint8Array(WIDTH), new Uint8Array(WIDTH)] as const;
const FAR = 200;

/**
 * Damerau's distance (restricted: two neighboring letters swapped are one error) between the typed letters and the word or its
 * beginnings, within a band of `most` on either side of the diagonal (Ukkonen 1985).
 */
function nearFit(typed: string, word: string, most: number): number {
  let [before, last, row] = rows;
  const length = Math.min(word.length, typed.length + most);
  for (let column = 0; column <= length; column++) last[column] = column <= most ? column : FAR;
  for (let line = 1; line <= typed.length; line++) {
    row.fill(FAR, 0, length + 1);
    if (line <= most) row[0] = line;
    const end = Math.min(length, line + most);
    for (let column = Math.max(1, line - most); column <= end; column++) {
      const isSame = typed[line - 1] === word[column - 1];
      const swapped = typed[line - 2] === word[column - 1] && typed[line - 1] === word[column - 2];
      row[column] = Math.min(
        (last[column - 1] ?? FAR) + (isSame ? 0 : 1),
        (last[column] ?? FAR) + 1,
        (row[column - 1] ?? FAR) + 1,
        swapped && line > 1 && column > 1 ? (before[column - 2] ?? FAR) + 1 : FAR,
      );
    }
    [before, last, row] = [last, row, before];
  }
  const whole = length === word.length ? (last[length] ?? FAR) : FAR;
  if (whole <= most) return 2 * whole;
  const least = Math.min(...last.subarray(Math.max(0, typed.length - most), length + 1));
  return least <= most ? 2 * least + 1 : NO_FIT;
}
