import { ownText, type Typed } from "../base/text.ts";
import type { Match, PlaceKind } from "../domain/place-query.ts";
import { normalized } from "./fold.ts";
import type { Names } from "./name-index.ts";
import { errorsOf, fitOf, isBeginning, NO_FIT, type TypedWord, Words } from "./words.ts";

interface SearchResult {
  /** The matching places by their index, best first. */
  readonly matches: ReadonlyMap<number, Match>;
  /** Number of names and words that were compared with the query. Tests bound it for any query. */
  readonly work: number;
}

export type Search = (query: Typed) => SearchResult;

/** Users mean a county less often than a city of similar size, and a part of a city less often than the city. */
const WEIGHTS = { city: 1, county: 0.04, unincorporated: 1, neighborhood: 0.5 } as const satisfies Record<
  PlaceKind,
  number
>;

/** How a name matches: as a whole, from its beginning, inside, or with words around it, such as its county. */
const FITS = { whole: 0, beginning: 1, inside: 2, around: 3 } as const;
/** Costs without errors: `exact`, `alias`, and the three other fits. With errors, all four fits follow for each error. */
const COSTS = { exact: 0, alias: 1, beginning: 1 + FITS.beginning, around: 1 + FITS.around, approximate: 5 } as const;
const FITS_PER_ERROR = 4;
/** With more errors than this in all words together, it is a different name. */
const MAX_ERRORS = 2;
const MOST = COSTS.approximate + FITS_PER_ERROR * MAX_ERRORS;
const NO_MATCH = MOST + 1;

/** A spelling of a place's name, as numbers of words. */
interface Form {
  readonly place: number;
  readonly words: readonly number[];
  /** The words of its county and city. A query may have them, too. */
  readonly around: readonly number[];
  /** Cost if the query is the whole form. */
  readonly cost: number;
}

export function createSearch({ entries, elsewhere, understand }: Names): Search {
  const spelled = entries.map(({ names: own, around }) => ({
    around: around.flatMap((name) => wordsOf(ownText(name))),
    spellings: own.flatMap((name, index) =>
      spellingsOf(name).map((words) => ({ words, cost: index === 0 ? COSTS.exact : COSTS.alias })),
    ),
  }));
  const words = new Words(
    spelled.flatMap(({ around, spellings }) => [around, ...spellings.map((own) => own.words)]).flat(),
  );
  const wordsElsewhere = new Words([...elsewhere].map((name) => joined(ownText(name))));
  const numbersOf = (own: readonly string[]) => own.map((word) => words.numberOf(word));
  const forms = spelled.flatMap(({ around, spellings }, place): Form[] => {
    const near = [...new Set(numbersOf(around))];
    return spellings.map((own) => ({ place, words: numbersOf(own.words), around: near, cost: own.cost }));
  });
  const formsByWord = listsByWord(words.size, forms, (form) => form.words);
  const formsNearWord = listsByWord(words.size, forms, (form) => form.around);
  const prominence = entries.map(({ kind, residents }) => residents * WEIGHTS[kind]);
  const ranked = [...entries.keys()].toSorted((a, b) => (prominence[b] ?? 0) - (prominence[a] ?? 0) || a - b);
  const ranks = new Int32Array(entries.length);
  for (const [rank, place] of ranked.entries()) ranks[place] = rank;

  /** Lowers the costs of the places that match. Returns the number of forms that were compared. */
  function addCosts(typed: readonly TypedWord[], costs: Map<number, number>, isHere: (place: number) => boolean) {
    const lists = fewestForms(typed);
    let compared = 0;
    for (const list of lists) {
      compared += list.length;
      for (const form of list) {
        const cost = costOf(form, typed);
        if (cost < (costs.get(form.place) ?? NO_MATCH) && isHere(form.place)) costs.set(form.place, cost);
      }
    }
    return compared;
  }

  /**
   * A form matches only if it has one word of the query itself, and every other word in or around it. So it is enough
   * to compare the forms that have any of the words, or those that have a certain word in or around them.
   */
  function fewestForms(typed: readonly TypedWord[]): readonly (readonly Form[])[] {
    const own = typed.map((word) => [
      ...formsByWord.slice(word.first, word.end),
      ...[...word.misspelled.keys()].map((number) => formsByWord[number] ?? []),
    ]);
    const choices = typed.map((word, at) => [...(own[at] ?? []), ...formsNearWord.slice(word.first, word.end)]);
    return choices.reduce((fewest, lists) => (sizeOf(lists) < sizeOf(fewest) ? lists : fewest), own.flat());
  }

  return (query) => {
    const { key, found, short, parts, area, regions, isOutside, isHere } = understand(query);
    const costs = new Map<number, number>();
    for (const [place, match] of found) costs.set(place, COSTS[match]);
    for (const place of [...short, ...(area?.places ?? [])]) costs.set(place, COSTS.alias);
    if (isOutside) return { matches: inOrder(costs), work: 0 };
    const isKnown = (text: string) => regions.length === 0 && elsewhere.has(text);
    const texts = wordsOf(key).slice(0, MAX_WORDS);
    const typed = texts.map((text) => words.find(text));
    let work = addCosts(typed, costs, isHere);
    if (parts.length > 0 || area !== null || isKnown(key)) {
      // "Napa Valley" is no valley in Napa County.
      for (const [place, cost] of costs) if (cost >= COSTS.around) costs.delete(place);
      return { matches: inOrder(costs), work };
    }
    if (costs.values().some((cost) => cost <= COSTS.beginning)) return { matches: inOrder(costs), work };
    const misspell = (text: string, among = words) => {
      const { misspelled, compared } = among.findMisspelled(text);
      work += compared;
      return misspelled;
    };
    const mistyped = typed.map((word, at): TypedWord => {
      const text = texts[at] ?? "";
      return isKnown(text) ? word : { ...word, misspelled: misspell(text) };
    });
    if (mistyped.some(({ misspelled }) => misspelled.size > 0)) work += addCosts(mistyped, costs, isHere);
    const whole = joined(texts);
    if (costs.size === 0 && texts.length > 1) {
      work += addCosts([{ ...words.find(whole), misspelled: misspell(whole) }], costs, isHere);
    }
    const closest = closestErrors(misspell(whole, wordsElsewhere));
    const isCloser = costs.values().every((cost) => cost > COSTS.approximate + FITS_PER_ERROR * (closest - 1));
    if (regions.length === 0 && isCloser) {
      for (const [place, cost] of costs) if (cost >= COSTS.approximate) costs.delete(place);
    }
    return { matches: inOrder(costs), work };
  };

  /** By cost, and equal ones by prominence. */
  function inOrder(costs: ReadonlyMap<number, number>): ReadonlyMap<number, Match> {
    const ranksByCost = Array.from({ length: MOST + 1 }, (): number[] => []);
    for (const [place, cost] of costs) ranksByCost[cost]?.push(ranks[place] ?? 0);
    const matches = new Map<number, Match>();
    for (const [cost, own] of ranksByCost.entries()) {
      for (const rank of Int32Array.from(own).sort()) matches.set(ranked[rank] ?? 0, matchOf(cost));
    }
    return matches;
  }
}

/** A name in one word, as a name of several words may be typed. */
function joined(words: Typed | readonly string[]): string {
  return (typeof words === "string" ? wordsOf(words) : words).join("").slice(0, MAX_WORD_LENGTH);
}

/** The least number of wrong letters of a whole word; more than any place may have if there is none. */
function closestErrors(misspelled: ReadonlyMap<number, number>): number {
  return misspelled.values().reduce((least, fit) => (isBeginning(fit) ? least : Math.min(least, errorsOf(fit))), 9);
}

function matchOf(cost: number): Match {
  if (cost >= COSTS.approximate) return "approximate";
  return cost === COSTS.exact ? "exact" : cost === COSTS.alias ? "alias" : "prefix";
}

/** Cost of a form for the words of a query; `NO_MATCH` if it does not match. */
function costOf({ words, around, cost }: Form, typed: readonly TypedWord[]): number {
  let errors = 0;
  let taken = 0;
  let fit: number = typed.length === words.length ? FITS.whole : FITS.beginning;
  let position = 0;
  for (const word of typed) {
    const best = bestWord(words, word, taken);
    if (best < 0) {
      if (!around.some((number) => number >= word.first && number < word.end)) return NO_MATCH;
      fit = FITS.around;
      continue;
    }
    const own = fitOf(word, words[best] ?? 0);
    taken |= 1 << best;
    errors += errorsOf(own);
    if (errors > MAX_ERRORS) return NO_MATCH;
    if (best !== position++) fit = Math.max(fit, FITS.inside);
    else if (isBeginning(own)) fit = Math.max(fit, FITS.beginning);
  }
  if (taken === 0) return NO_MATCH;
  if (errors > 0) return COSTS.approximate + FITS_PER_ERROR * (errors - 1) + fit;
  return fit === FITS.whole ? cost : COSTS.alias + fit;
}

/** The index of the best word that is not taken: fewest errors, then whole words, then the first; -1 if none fits. */
function bestWord(words: readonly number[], typed: TypedWord, taken: number): number {
  let best = -1;
  let bestFit = NO_FIT;
  for (let index = 0; index < words.length; index++) {
    const fit = fitOf(typed, words[index] ?? 0);
    if (fit >= bestFit || (taken & (1 << index)) !== 0) continue;
    best = index;
    bestFit = fit;
  }
  return best;
}

function listsByWord(
  size: number,
  forms: readonly Form[],
  wordsOfForm: (form: Form) => readonly number[],
): readonly (readonly Form[])[] {
  const lists = Array.from({ length: size }, (): Form[] => []);
  for (const form of forms) for (const word of new Set(wordsOfForm(form))) lists[word]?.push(form);
  return lists;
}

function sizeOf(lists: readonly (readonly Form[])[]): number {
  return lists.reduce((sum, { length }) => sum + length, 0);
}

/** Maximum number of words of a query; further words are ignored, so the work of a search is bounded. */
const MAX_WORDS = 5;
/** Letters of a word that are compared. */
const MAX_WORD_LENGTH = 24;

/** Words with two spellings, anywhere in a name. */
const SPELLINGS = [
  ["saint", "st"],
  ["mount", "mt"],
  ["fort", "ft"],
] as const;

/** The words of a text, without case, accents, and punctuation. */
function wordsOf(text: Typed): readonly string[] {
  return normalized(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) => word.slice(0, MAX_WORD_LENGTH));
}

/** The words of a name in each of its spellings: "St. Helena" is also "Saint Helena" and "sthelena". */
function spellingsOf(name: string): readonly (readonly string[])[] {
  const words = wordsOf(ownText(name));
  const pair = SPELLINGS.find((spellings) => spellings.some((spelling) => words.includes(spelling)));
  const [long = "", short = ""] = pair ?? [];
  const spelled = (from: string, to: string) => words.map((word) => (word === from ? to : word));
  const apart = pair === undefined ? [words] : [spelled(short, long), spelled(long, short)];
  if (words.length === 1) return apart;
  return [...apart, ...apart.map((own) => [own.join("").slice(0, MAX_WORD_LENGTH)])];
}
