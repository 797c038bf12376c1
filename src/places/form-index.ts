import { NumberLists } from "./number-lists.ts";
import { errorsOf, isBeginning, NO_FIT, type WordFits, WordIndex } from "./words.ts";

/** Cost of each kind of match; a typing error costs more than a weaker kind of match. */
export const FITS = { whole: 0, shortForm: 2, beginning: 4, inside: 6, around: 8 } as const;
const ERROR = 5;
/** With more errors than this in all words together, it is a different name. */
export const MAX_ERRORS = 2;

/** Fits below this have no typing error. */
const ERRORLESS = 2;
const NONE = -1;
const NO_MATCH = Number.POSITIVE_INFINITY;

/** A spelling of a place's name. */
export interface Form {
  readonly words: readonly string[];
  /** Index of the place. */
  readonly place: number;
  /** Whether a query must have all of its words exactly. */
  readonly isWhole: boolean;
  /** Cost if it matches as a whole. */
  readonly cost: number;
}

/** All spellings of all names, by their words. */
export class FormIndex {
  readonly words: WordIndex;
  /** `place`, `isWhole`, and `cost` of each form. */
  readonly #places: Uint16Array;
  readonly #areWhole: Uint8Array;
  readonly #costs: Uint8Array;
  /** The words of each form. */
  readonly #own: NumberLists;
  /** The words around each place. */
  readonly #around: NumberLists;
  /** The forms that have each word. */
  readonly #withWord: NumberLists;
  /** The forms that have each word around them. */
  readonly #nearWord: NumberLists;
  /** The last search in which each form was compared. */
  readonly #seen: Uint32Array;
  #search = 0;

  /** @param around the words around each place, which a query may have after its name */
  constructor(forms: readonly Form[], around: readonly (readonly string[])[]) {
    this.words = new WordIndex([...forms.flatMap(({ words }) => words), ...around.flat()]);
    const numbersOf = (words: readonly string[]) => words.map((word) => this.words.numberOf(word));
    const own = forms.map(({ words }) => numbersOf(words));
    const near = around.map(numbersOf);
    this.#places = Uint16Array.from(forms, ({ place }) => place);
    this.#areWhole = Uint8Array.from(forms, ({ isWhole }) => (isWhole ? 1 : 0));
    this.#costs = Uint8Array.from(forms, ({ cost }) => cost);
    this.#own = new NumberLists(own);
    this.#around = new NumberLists(near);
    this.#withWord = this.#listsByWord(own);
    this.#nearWord = this.#listsByWord(forms.map(({ place }) => near[place] ?? []));
    this.#seen = new Uint32Array(forms.length);
  }

  /** Lowers the costs of the places that match the words of a query. Returns the number of forms that were compared. */
  addCosts(fits: readonly WordFits[], costs: Map<number, number>): number {
    this.#search++;
    let compared = 0;
    const compareAll = (lists: NumberLists, list: number) => {
      const end = lists.endOf(list);
      for (let at = lists.startOf(list); at < end; at++) {
        const number = lists.numbers[at] ?? 0;
        if (this.#seen[number] === this.#search) continue;
        this.#seen[number] = this.#search;
        compared++;
        const cost = this.#costOf(number, fits);
        const place = this.#places[number] ?? 0;
        if (cost < (costs.get(place) ?? NO_MATCH)) costs.set(place, cost);
      }
    };
    const rarest = this.#rarestOf(fits);
    for (const { byWord, matches } of rarest === null ? fits : [rarest]) {
      for (const word of matches) {
        compareAll(this.#withWord, word);
        if (rarest !== null && isErrorless(byWord, word)) compareAll(this.#nearWord, word);
      }
    }
    return compared;
  }

  /**
   * A form matches only if it has one word of the query itself, and every other word in or around it. So it is enough to
   * compare the forms that have any of the words, or those that have a certain word in or around them: this returns the
   * word with the fewest, null if the former are fewer still.
   */
  #rarestOf(typed: readonly WordFits[]): WordFits | null {
    let rarest: WordFits | null = null;
    let fewest = 0;
    for (const { matches } of typed) for (const word of matches) fewest += this.#withWord.lengthOf(word);
    for (const fits of typed) {
      let count = 0;
      for (const word of fits.matches) {
        count += this.#withWord.lengthOf(word);
        if (isErrorless(fits.byWord, word)) count += this.#nearWord.lengthOf(word);
      }
      if (count >= fewest) continue;
      fewest = count;
      rarest = fits;
    }
    return rarest;
  }

  /** Cost of a form for the words of a query; `NO_MATCH` if it does not match. */
  #costOf(number: number, typed: readonly WordFits[]): number {
    const place = this.#places[number] ?? 0;
    const isWhole = this.#areWhole[number] === 1;
    const start = this.#own.startOf(number);
    const end = this.#own.endOf(number);
    if (isWhole && typed.length !== end - start) return NO_MATCH;
    for (const fits of typed) {
      const isOwn = hasOne(this.#own, number, fits, NO_FIT);
      if (!isOwn && (isWhole || !hasOne(this.#around, place, fits, ERRORLESS))) return NO_MATCH;
    }
    let errors = 0;
    let taken = 0;
    let isInOrder = true;
    let isComplete = typed.length === end - start;
    let isAround = false;
    let position = 0;
    for (const fits of typed) {
      const best = this.#bestWord(start, end, fits, taken);
      if (best === NONE) {
        if (isWhole || !hasOne(this.#around, place, fits, ERRORLESS)) return NO_MATCH;
        isAround = true;
      } else {
        const fit = fits.byWord[this.#own.numbers[best] ?? 0] ?? NO_FIT;
        taken |= 1 << (best - start);
        errors += errorsOf(fit);
        if (errors > MAX_ERRORS) return NO_MATCH;
        isInOrder &&= best - start === position;
        isComplete &&= !isBeginning(fit);
      }
      position++;
    }
    if (taken === 0 || (isWhole && (errors > 0 || !isComplete || !isInOrder))) return NO_MATCH;
    if (isAround) return FITS.around + errors * ERROR;
    const fit = isInOrder ? (isComplete ? (this.#costs[number] ?? 0) : FITS.beginning) : FITS.inside;
    return fit + errors * ERROR;
  }

  /** The best matching word among those of a form: fewest errors, then whole words, then the first. */
  #bestWord(start: number, end: number, { byWord }: WordFits, taken: number): number {
    let best = NONE;
    let bestFit = NO_FIT;
    for (let at = start; at < end; at++) {
      const fit = byWord[this.#own.numbers[at] ?? 0] ?? NO_FIT;
      if (fit < bestFit && (taken & (1 << (at - start))) === 0) {
        best = at;
        bestFit = fit;
      }
    }
    return best;
  }

  #listsByWord(wordsOfForms: readonly (readonly number[])[]): NumberLists {
    const lists = Array.from({ length: this.words.size }, (): number[] => []);
    for (const [form, words] of wordsOfForms.entries()) for (const word of new Set(words)) lists[word]?.push(form);
    return new NumberLists(lists);
  }
}

function isErrorless(byWord: Uint8Array, word: number): boolean {
  return (byWord[word] ?? NO_FIT) < ERRORLESS;
}

/** Whether a word of a query resembles a word of a list. */
function hasOne(lists: NumberLists, list: number, { byWord }: WordFits, below: number): boolean {
  const end = lists.endOf(list);
  for (let at = lists.startOf(list); at < end; at++) {
    if ((byWord[lists.numbers[at] ?? 0] ?? NO_FIT) < below) return true;
  }
  return false;
}
