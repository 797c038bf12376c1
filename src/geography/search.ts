import type { PlaceKind } from "../domain/place.ts";
import { longFormOf, queryWords, spellingsOf, wordsOf } from "./search-text.ts";
import { errorsOf, isBeginning, NO_FIT, type WordFits, WordIndex } from "./word-index.ts";

/** A place in the search index. */
export interface Searchable {
  readonly kind: PlaceKind;
  readonly names: readonly string[];
  /** Short names, matched only as a whole. */
  readonly aliases: readonly string[];
  /** Names of its city and county, which a query may have after its name. */
  readonly around: readonly string[];
  readonly residents: number;
}

export interface SearchResult {
  /** Indexes of the matching places, best first. */
  readonly matches: readonly number[];
  /** Number of prefixes and names that were compared with the query. Tests bound it for any query. */
  readonly work: number;
}

export type Search = (query: string) => SearchResult;

/** Cost of each kind of match; a typing error costs more than a weaker kind of match. */
const FITS = { whole: 0, shortForm: 2, beginning: 4, inside: 6, around: 8 } as const;
const ERROR = 5;
/** With more errors than this in all words together, it is a different name. */
const MAX_ERRORS = 2;
/** In a query of more words, each may have one error only, because comparing many long words takes long. */
const FEW_WORDS = 2;

/** Users mean a county less often than a city of similar size, and a part of a city less often than the city. */
const WEIGHTS = { city: 1, county: 0.04, unincorporated: 1, neighborhood: 0.5 } as const satisfies Record<
  PlaceKind,
  number
>;

interface Form {
  readonly place: number;
  /** Indexes of its words, and of the words of the surrounding places. */
  readonly words: Uint16Array;
  readonly around: Uint16Array;
  /** Whether a query must have all of its words exactly. */
  readonly isWhole: boolean;
  /** Cost if it matches as a whole. */
  readonly cost: number;
}

export function createSearch(places: readonly Searchable[]): Search {
  const index = new WordIndex();
  const forms = places.flatMap((place, number) => formsOf(place, number, index));
  const inside = postings(forms, index.size, ({ words }) => words);
  const around = postings(forms, index.size, (form) => form.around);
  const byProminence = places
    .map(({ kind, residents }, number) => ({ number, prominence: residents * WEIGHTS[kind] }))
    .toSorted((a, b) => b.prominence - a.prominence || a.number - b.number);
  const ranks = new Uint32Array(places.length);
  for (const [rank, { number }] of byProminence.entries()) ranks[number] = rank;
  const seen = new Uint32Array(forms.length);
  let turn = 0;

  /** Adds the costs of the matching places, and returns the number of names compared. */
  function addCosts(fits: readonly WordFits[], costs: Map<number, number>): number {
    let compared = 0;
    turn++;
    for (const numbers of candidatesOf(fits)) {
      for (const number of numbers) {
        const form = forms[number];
        if (form === undefined || seen[number] === turn) continue;
        seen[number] = turn;
        compared++;
        const cost = costOf(form, fits);
        if (cost !== null && cost < (costs.get(form.place) ?? Number.POSITIVE_INFINITY)) costs.set(form.place, cost);
      }
    }
    return compared;
  }

  /**
   * The smallest known set of forms that includes all matches. A form matches only if it has one word of the query itself, and
   * every other word in or around it.
   */
  function candidatesOf(fits: readonly WordFits[]): readonly Uint16Array[] {
    const own = fits.map(({ matches }) => matches.flatMap((word) => inside[word] ?? []));
    const ownOrAround = fits.map(({ byWord, matches }, position) => [
      ...(own[position] ?? []),
      ...matches.flatMap((word) => ((byWord[word] ?? NO_FIT) < ERRORLESS ? (around[word] ?? []) : [])),
    ]);
    return [own.flat(), ...ownOrAround].reduce((best, lists) => (sizeOf(lists) < sizeOf(best) ? lists : best));
  }

  return (query) => {
    const words = queryWords(query);
    if (words.length === 0) return { matches: [], work: 0 };
    const costs = new Map<number, number>();
    const maxErrors = words.length > FEW_WORDS ? 1 : MAX_ERRORS;
    const fits = words.map((word) => index.fits(word, maxErrors));
    let work = addCosts(fits, costs);
    const longFirstWord = longFormOf(words);
    if (longFirstWord !== null) {
      const long = index.fits(longFirstWord, maxErrors);
      work += long.work + addCosts([long, ...fits.slice(1)], costs);
    }
    for (const fit of fits) work += fit.work;
    const order = Float64Array.from(costs, ([place, cost]) => cost * places.length + (ranks[place] ?? 0)).sort();
    return { matches: Array.from(order, (key) => byProminence[key % places.length]?.number ?? 0), work };
  };
}

/** The forms that have each word, by word number. */
function postings(
  forms: readonly Form[],
  words: number,
  wordsOfForm: (form: Form) => Uint16Array,
): readonly Uint16Array[] {
  const lists = Array.from({ length: words }, (): number[] => []);
  for (const [number, form] of forms.entries())
    for (const word of new Set(wordsOfForm(form))) lists[word]?.push(number);
  return lists.map((list) => Uint16Array.from(list));
}

function sizeOf(lists: readonly Uint16Array[]): number {
  return lists.reduce((sum, { length }) => sum + length, 0);
}

function formsOf({ kind, names, aliases, around }: Searchable, place: number, index: WordIndex): readonly Form[] {
  const numbers = (words: readonly string[]) => Uint16Array.from(words, (word) => index.add(word));
  const surroundings = numbers([...new Set(around.flatMap(wordsOf))]);
  const form = (words: readonly string[], cost: number, isWhole: boolean): Form => ({
    place,
    words: numbers(words),
    around: surroundings,
    isWhole,
    cost,
  });
  return [
    ...names.flatMap(spellingsOf).flatMap((words) => {
      const own = form(words, FITS.whole, false);
      if (kind === "county") return [own, form(words.slice(0, -1), FITS.shortForm, true)];
      return words.length === 1 ? [own] : [own, form([words.join("")], FITS.whole, false)];
    }),
    ...aliases.map((alias) => form(wordsOf(alias), FITS.whole, true)),
  ];
}

/** Cost of a name form for the words of a query; null if it does not match. */
function costOf(form: Form, typed: readonly WordFits[]): number | null {
  const { words, isWhole, cost } = form;
  if (!hasAll(form, typed)) return null;
  let errors = 0;
  let taken = 0;
  let isInOrder = true;
  let isComplete = typed.length === words.length;
  let isAround = false;
  for (const [position, fits] of typed.entries()) {
    const best = bestOf(words, fits, taken);
    if (best === NONE) {
      if (isWhole || !liesAround(form, fits)) return null;
      isAround = true;
      continue;
    }
    const fit = fits.byWord[words[best] ?? 0] ?? NO_FIT;
    taken |= 1 << best;
    errors += errorsOf(fit);
    if (errors > MAX_ERRORS) return null;
    isInOrder &&= best === position;
    isComplete &&= !isBeginning(fit);
  }
  if (taken === 0 || (isWhole && (errors > 0 || !isComplete || !isInOrder))) return null;
  if (isAround) return FITS.around + errors * ERROR;
  const fit = isInOrder ? (isComplete ? cost : FITS.beginning) : FITS.inside;
  return fit + errors * ERROR;
}

/** Whether each word of a query resembles a word of the form or its surroundings. This rejects most forms quickly. */
function hasAll({ words, around, isWhole }: Form, typed: readonly WordFits[]): boolean {
  if (isWhole && typed.length !== words.length) return false;
  for (const fits of typed) {
    if (!hasOne(words, fits, NO_FIT) && (isWhole || !hasOne(around, fits, ERRORLESS))) return false;
  }
  return true;
}

/** Matches below this have no typing error. */
const ERRORLESS = 2;

function hasOne(words: Uint16Array, { byWord }: WordFits, below: number): boolean {
  for (let at = 0; at < words.length; at++) if ((byWord[words[at] ?? 0] ?? NO_FIT) < below) return true;
  return false;
}

function liesAround({ around }: Form, fits: WordFits): boolean {
  return hasOne(around, fits, ERRORLESS);
}

const NONE = -1;

/** Position of the best matching word of a form: fewest errors, then whole words, then the first. */
function bestOf(words: Uint16Array, { byWord }: WordFits, taken: number): number {
  let best = NONE;
  let bestFit = NO_FIT;
  for (let at = 0; at < words.length; at++) {
    const fit = byWord[words[at] ?? 0] ?? NO_FIT;
    if (fit < bestFit && (taken & (1 << at)) === 0) {
      best = at;
      bestFit = fit;
    }
  }
  return best;
}
