import { ownText } from "../base/text.ts";
import type { Match } from "../domain/place-query.ts";
import { COSTS, FITS_PER_ERROR, MOST_COST, type SearchForms } from "./search-forms.ts";
import { joinedWords, wordsOf } from "./search-words.ts";
import { errorsOf, isBeginning, type TypedWord, Words } from "./words.ts";

/** What a search asks for, as its edition reads the text. */
export interface SearchReading {
  /** The words of the name, without the regions that follow it. */
  readonly words: readonly string[];
  /** The places that the whole text means, with their costs. */
  readonly known: ReadonlyMap<number, number>;
  /** How much is compared: nothing else; only what the words are, or begin; also what they misspell. */
  readonly compares: "nothing" | "names" | "all";
  /** Whether nothing says that the place is here: then a name that is known elsewhere misspells none. */
  readonly mayBeElsewhere: boolean;
  /** Whether a place is in the regions that the text gives. */
  isHere(place: number): boolean;
}

export interface SearchResult {
  /** The matching places by their number, best first. */
  readonly matches: ReadonlyMap<number, Match>;
  /** How each of them matches, as in `COSTS`. */
  readonly costs: ReadonlyMap<number, number>;
  /** Number of names and words that were compared with the query. Tests bound it for any query. */
  readonly work: number;
}

export interface Searched {
  /** The spellings of the places' names. Those of later ones have the numbers after the earlier ones. */
  readonly forms: readonly SearchForms[];
  /** Of equal matches, the place with more comes first. */
  readonly prominence: ArrayLike<number>;
  /** How many letters of a name of one word may misspell only its beginning. */
  readonly leastOfBeginning?: number;
  /** Folded names of places elsewhere, which are never misspellings of places here. */
  readonly elsewhere?: ReadonlySet<string>;
}

export type Search = (reading: SearchReading) => SearchResult;

/** Maximum number of words of a query; further words are ignored, so the work of a search is bounded. */
export const MAX_WORDS = 5;
/** More wrong letters than any place may have. */
const FAR = 9;
const NOWHERE: ReadonlySet<string> = new Set();
const NONE: ReadonlyMap<number, number> = new Map();

/** The one search: the names that have or begin with the words, and without any those that the words misspell. */
export function createSearch({ forms, prominence, leastOfBeginning, elsewhere = NOWHERE }: Searched): Search {
  const wordsElsewhere = new Words([...elsewhere].map((name) => joinedWords(wordsOf(ownText(name)))));
  const shelves = forms.map((own, index) => {
    return [own, forms.slice(0, index).reduce((sum, { size }) => sum + size, 0)] as const;
  });

  return ({ words, known, compares, mayBeElsewhere, isHere }) => {
    const costs = new Map(known);
    let work = 0;
    if (compares === "nothing") return { matches: inOrder(costs, prominence), costs, work };
    const texts = words.slice(0, MAX_WORDS);
    const misspell = (text: string, among: Words) => {
      // Several short beginnings would match thousands of names.
      const { misspelled, compared } = among.findMisspelled(text, texts.length === 1 ? leastOfBeginning : undefined);
      work += compared;
      return misspelled;
    };
    /** Lowers the costs of the places that match. */
    const compare = (own: SearchForms, first: number, typed: readonly TypedWord[]) => {
      work += own.addCosts(typed, costs, isHere, first);
    };
    for (const [own, first] of shelves) compare(own, first, texts.map(own.words.find, own.words));
    if (compares === "names") {
      // "Napa Valley" is no valley in Napa County.
      for (const [place, cost] of costs) if (cost >= COSTS.around) costs.delete(place);
      return { matches: inOrder(costs, prominence), costs, work };
    }
    if (costs.values().some((cost) => cost <= COSTS.beginning))
      return { matches: inOrder(costs, prominence), costs, work };
    const whole = joinedWords(texts);
    // "O Fallon"
    if (texts.length > 1) for (const [own, first] of shelves) compare(own, first, [own.words.find(whole)]);
    if (costs.values().some((cost) => cost <= COSTS.beginning))
      return { matches: inOrder(costs, prominence), costs, work };
    const mistyped = (own: SearchForms, text: string): TypedWord => ({
      ...own.words.find(text),
      misspelled: mayBeElsewhere && elsewhere.has(text) ? NONE : misspell(text, own.words),
    });
    for (const [own, first] of shelves) {
      const typed = texts.map((text) => mistyped(own, text));
      if (typed.some(({ misspelled }) => misspelled.size > 0)) compare(own, first, typed);
    }
    if (costs.size === 0 && texts.length > 1) {
      for (const [own, first] of shelves) {
        compare(own, first, [{ ...own.words.find(whole), misspelled: misspell(whole, own.words) }]);
      }
    }
    const closest = closestErrors(misspell(whole, wordsElsewhere));
    const isCloser = costs.values().every((cost) => cost > COSTS.approximate + FITS_PER_ERROR * (closest - 1));
    if (mayBeElsewhere && isCloser) {
      for (const [place, cost] of costs) if (cost >= COSTS.approximate) costs.delete(place);
    }
    return { matches: inOrder(costs, prominence), costs, work };
  };
}

/** By cost, and equal ones by prominence. */
function inOrder(costs: ReadonlyMap<number, number>, prominence: ArrayLike<number>): ReadonlyMap<number, Match> {
  const byCost = Array.from({ length: MOST_COST + 1 }, (): number[] => []);
  for (const [place, cost] of costs) byCost[cost]?.push(place);
  const matches = new Map<number, Match>();
  for (const [cost, places] of byCost.entries()) {
    places.sort((a, b) => (prominence[b] ?? 0) - (prominence[a] ?? 0) || a - b);
    for (const place of places) matches.set(place, matchOf(cost));
  }
  return matches;
}

function matchOf(cost: number): Match {
  if (cost >= COSTS.approximate) return "approximate";
  return cost === COSTS.exact ? "exact" : cost === COSTS.alias ? "alias" : "prefix";
}

/** The least number of wrong letters of a whole word. */
function closestErrors(misspelled: ReadonlyMap<number, number>): number {
  return misspelled.values().reduce((least, fit) => (isBeginning(fit) ? least : Math.min(least, errorsOf(fit))), FAR);
}
