import { errorsOf, fitOf, isBeginning, NO_FIT, type TypedWord, Words } from "./words.ts";

/** How a name matches: as a whole, from its beginning, inside, or with words around it, such as its county. */
export const FITS = { whole: 0, beginning: 1, inside: 2, around: 3 } as const;
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
  spellings(place: number): readonly { readonly words: readonly string[]; readonly cost: number }[];
  /** The words of its county, city, and state. A query may have them, too. */
  around(place: number): readonly string[];
}

export type SearchForms = ReturnType<typeof packForms>;

/**
 * The spellings of all names as numbers of words, in columns: as objects, those of the country would take ten times the
 * memory.
 */
export function packForms(source: FormSource) {
  const seen = new Map<string, number>();
  const idOf = (word: string) => {
    const known = seen.get(word);
    if (known !== undefined) return known;
    seen.set(word, seen.size);
    return seen.size - 1;
  };
  const places: number[] = [];
  const costs: number[] = [];
  const starts: number[] = [0];
  const ids: number[] = [];
  const aroundStarts: number[] = [0];
  const aroundIds: number[] = [];
  for (let place = 0; place < source.size; place++) {
    for (const { words: own, cost } of source.spellings(place)) {
      for (const word of own.slice(0, MAX_WORDS)) ids.push(idOf(word));
      starts.push(ids.length);
      places.push(place);
      costs.push(cost);
    }
    for (const id of new Set(source.around(place).map(idOf))) aroundIds.push(id);
    aroundStarts.push(aroundIds.length);
  }
  const words = new Words(seen.keys());
  const numbers = Uint32Array.from(seen.keys(), (word) => words.numberOf(word));
  const formPlaces = Uint32Array.from(places);
  const formCosts = Uint8Array.from(costs);
  const formStarts = Uint32Array.from(starts);
  const formWords = Uint32Array.from(ids, (id) => numbers[id] ?? 0);
  const placeStarts = Uint32Array.from(aroundStarts);
  const placeWords = Uint32Array.from(aroundIds, (id) => numbers[id] ?? 0);
  const byWord = listsByWord(words.size, formPlaces.length, (form) => [
    ...new Set(formWords.subarray(formStarts[form], formStarts[form + 1])),
  ]);
  const nearWord = listsByWord(words.size, formPlaces.length, (form) => {
    const place = formPlaces[form] ?? 0;
    return placeWords.subarray(placeStarts[place], placeStarts[place + 1]);
  });

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

  function isAround(place: number, word: TypedWord): boolean {
    for (let at = placeStarts[place] ?? 0; at < (placeStarts[place + 1] ?? 0); at++) {
      const number = placeWords[at] ?? 0;
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
  function fewestForms(typed: readonly TypedWord[]): readonly Uint32Array[] {
    const own = typed.map((word) => [
      byWord(word.first, word.end),
      ...[...word.misspelled.keys()].map((number) => byWord(number, number + 1)),
    ]);
    const choices = typed.map((word, at) => [...(own[at] ?? []), nearWord(word.first, word.end)]);
    return choices.reduce((fewest, lists) => (sizeOf(lists) < sizeOf(fewest) ? lists : fewest), own.flat());
  }

  return {
    words,
    /** Lowers the costs of the places that match. Returns the number of forms that were compared. */
    addCosts(typed: readonly TypedWord[], found: Map<number, number>, isHere: (place: number) => boolean): number {
      let compared = 0;
      for (const list of fewestForms(typed)) {
        compared += list.length;
        for (const form of list) {
          const place = formPlaces[form] ?? 0;
          const cost = costOf(form, typed);
          if (cost < (found.get(place) ?? NO_MATCH) && isHere(place)) found.set(place, cost);
        }
      }
      return compared;
    },
  };
}

/** The forms of each word, one list after the other: those of words with consecutive numbers are one list. */
function listsByWord(size: number, forms: number, wordsOf: (form: number) => ArrayLike<number>) {
  const starts = new Uint32Array(size + 1);
  for (let form = 0; form < forms; form++) {
    const words = wordsOf(form);
    for (let at = 0; at < words.length; at++) starts[(words[at] ?? 0) + 1] = (starts[(words[at] ?? 0) + 1] ?? 0) + 1;
  }
  for (let word = 0; word < size; word++) starts[word + 1] = (starts[word + 1] ?? 0) + (starts[word] ?? 0);
  const lists = new Uint32Array(starts[size] ?? 0);
  const ends = starts.slice();
  for (let form = 0; form < forms; form++) {
    const words = wordsOf(form);
    for (let at = 0; at < words.length; at++) {
      const word = words[at] ?? 0;
      const end = ends[word] ?? 0;
      lists[end] = form;
      ends[word] = end + 1;
    }
  }
  return (first: number, end: number): Uint32Array => lists.subarray(starts[first], starts[end]);
}

function sizeOf(lists: readonly Uint32Array[]): number {
  return lists.reduce((sum, { length }) => sum + length, 0);
}
