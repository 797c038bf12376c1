import { errorsOf, fitOf, isBeginning, NO_FIT, type TypedWord, Words } from "./words.ts";

/** How a name matches: as a whole, from its beginning, inside, or with words around it, such as its county. */
const FITS = { whole: 0, beginning: 1, inside: 2, around: 3 } as const;
/** Costs without errors: `exact`, `alias`, and the three other fits. With errors, all four fits follow for each error. */
export const COSTS = {
  exact: 0,
  alias: 1,
  beginning: 1 + FITS.beginning,
  around: 1 + FITS.around,
  approximate: 5,
} as const;
export const FITS_PER_ERROR = 4;
/** With more errors than this in all words together, it is a different name. */
const MAX_ERRORS = 2;
export const MOST_COST = COSTS.approximate + FITS_PER_ERROR * MAX_ERRORS;
const NO_MATCH = MOST_COST + 1;

/** Words of a spelling that are compared: one bit for each. */
const MAX_WORDS = 31;

/** The names of places, which are numbered. */
export interface FormSource {
  readonly size: number;
  /** The spellings of a place's names, and the cost of a query that is the whole spelling. */
  spellings(place: number): readonly Spelling[];
  /** The words of its county, city, and state. A query may have them, too. */
  around(place: number): readonly string[];
}

export interface Spelling {
  readonly words: readonly string[];
  readonly cost: number;
}

/** The spellings of all places in columns: as objects, those of the country would take ten times the memory. */
export interface FormFile {
  readonly format: 1;
  /** In alphabetical order, in lines. */
  readonly words: string;
  /** How many spellings each place has, and how many words each of these. */
  readonly formCounts: readonly number[];
  readonly wordCounts: readonly number[];
  /** A digit for each spelling. */
  readonly costs: string;
  /** The words of each spelling by their numbers. */
  readonly formWords: readonly number[];
  /** Words that several places have around them, by their numbers, and the index of those of each place. */
  readonly around: readonly (readonly number[])[];
  readonly placeAround: readonly number[];
}

export type SearchForms = ReturnType<typeof openForms>;

/** The spellings of all names as numbers of words. */
export function packForms(source: FormSource): FormFile {
  const formCounts: number[] = [];
  const spellings: Spelling[] = [];
  const arounds = new Map<string, number>();
  const placeAround: number[] = [];
  for (let place = 0; place < source.size; place++) {
    const own = source.spellings(place);
    formCounts.push(own.length);
    spellings.push(...own);
    const key = [...new Set(source.around(place))].join(" ");
    const known = arounds.get(key) ?? arounds.size;
    arounds.set(key, known);
    placeAround.push(known);
  }
  const around = [...arounds.keys()].map((key) => key.split(" ").filter((word) => word !== ""));
  const words = new Words([...spellings.flatMap((own) => own.words.slice(0, MAX_WORDS)), ...around.flat()]);
  return {
    format: 1,
    words: words.lines,
    formCounts,
    wordCounts: spellings.map((own) => Math.min(own.words.length, MAX_WORDS)),
    costs: spellings.map(({ cost }) => cost).join(""),
    formWords: spellings.flatMap((own) => own.words.slice(0, MAX_WORDS).map((word) => words.numberOf(word))),
    around: around.map((own) => own.map((word) => words.numberOf(word))),
    placeAround,
  };
}

export function openForms(file: FormFile) {
  const words = new Words(file.words === "" ? [] : file.words.split("\n"));
  const size = file.formCounts.length;
  const placeForms = startsOf(file.formCounts);
  const formStarts = startsOf(file.wordCounts);
  const formWords = Uint32Array.from(file.formWords);
  const formCosts = Uint8Array.from(file.costs, Number);
  const formPlaces = new Uint32Array(formCosts.length);
  for (let place = 0; place < size; place++) formPlaces.fill(place, placeForms[place], placeForms[place + 1]);
  const placeAround = Uint32Array.from(file.placeAround);
  const aroundStarts = startsOf(file.around.map(({ length }) => length));
  const aroundWords = Uint32Array.from(file.around.flat());
  const byWord = listsByWord(words.size, formStarts, formWords);
  const nearWord = listsByWord(words.size, aroundStarts, aroundWords);
  const aroundPlaces = listsByWord(file.around.length, startsOf(file.placeAround.map(() => 1)), placeAround);
  const formsAround = file.around.map((_, own) =>
    aroundPlaces.of(own, own + 1).reduce((sum, place) => sum + formsOf(place), 0),
  );
  /** Up to each entry of `nearWord.lists`: the number of forms of the places with those words around them. */
  const formsNear = startsOf(Array.from(nearWord.lists, (own) => formsAround[own] ?? 0));

  /** Cost of a form for the words of a query; `NO_MATCH` if it does not match. */
  function costOf(form: number, typed: readonly TypedWord[]): number {
    const first = formStarts[form] ?? 0;
    const length = (formStarts[form + 1] ?? 0) - first;
    let errors = 0;
    let taken = 0;
    let fit: number = typed.length === length ? FITS.whole : FITS.beginning;
    let position = 0;
    for (const word of typed) {
      const best = bestWord(first, length, word, taken);
      if (best < 0) {
        if (!isAround(formPlaces[form] ?? 0, word)) return NO_MATCH;
        fit = FITS.around;
        continue;
      }
      const own = fitOf(word, formWords[first + best] ?? 0);
      taken |= 1 << best;
      errors += errorsOf(own);
      if (errors > MAX_ERRORS) return NO_MATCH;
      if (best !== position++) fit = Math.max(fit, FITS.inside);
      else if (isBeginning(own)) fit = Math.max(fit, FITS.beginning);
    }
    if (taken === 0) return NO_MATCH;
    if (errors > 0) return COSTS.approximate + FITS_PER_ERROR * (errors - 1) + fit;
    return fit === FITS.whole ? (formCosts[form] ?? 0) : COSTS.alias + fit;
  }

  function formsOf(place: number): number {
    return (placeForms[place + 1] ?? 0) - (placeForms[place] ?? 0);
  }

  function isAround(place: number, word: TypedWord): boolean {
    const own = placeAround[place] ?? 0;
    for (let at = aroundStarts[own] ?? 0; at < (aroundStarts[own + 1] ?? 0); at++) {
      const number = aroundWords[at] ?? 0;
      if (number >= word.first && number < word.end) return true;
    }
    return false;
  }

  /** The index of the best word that is not taken: fewest errors, then whole words, then the first; -1 if none fits. */
  function bestWord(first: number, length: number, typed: TypedWord, taken: number): number {
    let best = -1;
    let bestFit = NO_FIT;
    for (let index = 0; index < length; index++) {
      const fit = fitOf(typed, formWords[first + index] ?? 0);
      if (fit >= bestFit || (taken & (1 << index)) !== 0) continue;
      best = index;
      bestFit = fit;
    }
    return best;
  }

  /**
   * A form matches only if it has one word of the query itself, and every other word in or around it. So it is enough
   * to compare the forms that have any of the words, or those that have a certain word in or around them.
   */
  function fewestForms(typed: readonly TypedWord[]): Choice {
    const own = typed.map((word): readonly Uint32Array[] => [
      byWord.of(word.first, word.end),
      ...[...word.misspelled.keys()].map((number) => byWord.of(number, number + 1)),
    ]);
    const choices = typed.map(({ first, end }, at): Choice => {
      const [from, to] = [nearWord.starts[first] ?? 0, nearWord.starts[end] ?? 0];
      const near = (formsNear[to] ?? 0) - (formsNear[from] ?? 0);
      const lists = own[at] ?? [];
      return { lists, near: nearWord.lists.subarray(from, to), size: sizeOf(lists) + near };
    });
    const all = own.flat();
    const any: Choice = { lists: all, near: new Uint32Array(), size: sizeOf(all) };
    return choices.reduce((fewest, choice) => (choice.size < fewest.size ? choice : fewest), any);
  }

  return {
    size,
    words,
    /**
     * Lowers the costs of the places that match. @param firstNumber that of the first place here, for the costs
     * @returns the number of forms that were compared
     */
    addCosts(
      typed: readonly TypedWord[],
      found: Map<number, number>,
      isHere: (place: number) => boolean,
      firstNumber = 0,
    ): number {
      const compare = (form: number, own: number) => {
        const cost = costOf(form, typed);
        const place = firstNumber + own;
        if (cost < (found.get(place) ?? NO_MATCH) && isHere(place)) found.set(place, cost);
      };
      const { lists, near, size: compared } = fewestForms(typed);
      for (const list of lists) for (const form of list) compare(form, formPlaces[form] ?? 0);
      for (const own of near) {
        for (const place of aroundPlaces.of(own, own + 1)) {
          for (let form = placeForms[place] ?? 0; form < (placeForms[place + 1] ?? 0); form++) compare(form, place);
        }
      }
      return compared;
    },
  };
}

/** Forms to compare: those in lists, and those of the places with certain words around them. */
interface Choice {
  readonly lists: readonly Uint32Array[];
  readonly near: Uint32Array;
  readonly size: number;
}

/** The sums of all numbers before each, and of all. */
function startsOf(counts: readonly number[]): Uint32Array {
  const starts = new Uint32Array(counts.length + 1);
  for (const [index, count] of counts.entries()) starts[index + 1] = (starts[index] ?? 0) + count;
  return starts;
}

/** What has each word, one list after the other: those of words with consecutive numbers are one list. */
function listsByWord(size: number, wordStarts: Uint32Array, words: Uint32Array) {
  const isFirst = (at: number, from: number) => {
    for (let before = from; before < at; before++) if (words[before] === words[at]) return false;
    return true;
  };
  const starts = new Uint32Array(size + 1);
  const owners = wordStarts.length - 1;
  for (let owner = 0; owner < owners; owner++) {
    const from = wordStarts[owner] ?? 0;
    for (let at = from; at < (wordStarts[owner + 1] ?? 0); at++) {
      if (isFirst(at, from)) starts[(words[at] ?? 0) + 1] = (starts[(words[at] ?? 0) + 1] ?? 0) + 1;
    }
  }
  for (let word = 0; word < size; word++) starts[word + 1] = (starts[word + 1] ?? 0) + (starts[word] ?? 0);
  const lists = new Uint32Array(starts[size] ?? 0);
  const ends = starts.slice();
  for (let owner = 0; owner < owners; owner++) {
    const from = wordStarts[owner] ?? 0;
    for (let at = from; at < (wordStarts[owner + 1] ?? 0); at++) {
      const word = words[at] ?? 0;
      if (!isFirst(at, from)) continue;
      lists[ends[word] ?? 0] = owner;
      ends[word] = (ends[word] ?? 0) + 1;
    }
  }
  return { starts, lists, of: (first: number, end: number) => lists.subarray(starts[first], starts[end]) };
}

function sizeOf(lists: readonly Uint32Array[]): number {
  return lists.reduce((sum, { length }) => sum + length, 0);
}
