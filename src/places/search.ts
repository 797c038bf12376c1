import { cityKeys, foldCityName, foldCountyName } from "../domain/name.ts";
import type { Place } from "../domain/place.ts";
import type { Match, PlaceKind } from "../domain/place-query.ts";
import { PLACES_ELSEWHERE } from "./california/elsewhere.ts";
import { KNOWN_PARTS } from "./california/known-parts.ts";
import { SHORT_NAMES } from "./california/short-names.ts";
import type { NameIndex, NameMatches } from "./name-index.ts";
import { MAX_WORDS, spellingsOf, wordsOf } from "./spelling.ts";
import { errorsOf, fitOf, isBeginning, NO_FIT, type TypedWord, Words } from "./words.ts";

export interface Searchable {
  readonly place: Place;
  readonly names: readonly string[];
  readonly residents: number;
}

interface SearchResult {
  /** The matching places by their index, best first. */
  readonly matches: ReadonlyMap<number, Match>;
  /** Number of names and words that were compared with the query. Tests bound it for any query. */
  readonly work: number;
}

export type Search = (query: string) => SearchResult;

/** Users mean a county less often than a city of similar size, and a part of a city less often than the city. */
const WEIGHTS = { city: 1, county: 0.04, unincorporated: 1, neighborhood: 0.5 } as const satisfies Record<
  PlaceKind,
  number
>;

/** How a name matches: as a whole, from its beginning, inside, or with words around it, such as its county. */
const FITS = { whole: 0, beginning: 1, inside: 2, around: 3 } as const;
/** Costs without errors: `exact`, `alias`, and the three other fits. With errors, all four fits follow for each error. */
const COSTS = { exact: 0, alias: 1, beginning: 1 + FITS.beginning, approximate: 5 } as const;
const FITS_PER_ERROR = 4;
/** With more errors than this in all words together, it is a different name. */
const MAX_ERRORS = 2;
const NO_MATCH = Number.POSITIVE_INFINITY;

/** A spelling of a place's name, as numbers of words. */
interface Form {
  readonly place: number;
  readonly words: readonly number[];
  /** The words of its county and city. A query may have them, too. */
  readonly around: readonly number[];
  /** Cost if the query is the whole form. */
  readonly cost: number;
}

export function createSearch(places: readonly Searchable[], find: NameIndex): Search {
  const spelled = places.map(({ place, names }) => ({
    around: place.kind === "county" ? [] : [place.county, place.within ?? ""].flatMap(wordsOf),
    spellings: names.flatMap((name) =>
      spellingsOf(name).map((words) => ({ words, cost: name === place.name ? COSTS.exact : COSTS.alias })),
    ),
  }));
  const words = new Words(
    spelled.flatMap(({ around, spellings }) => [around, ...spellings.map((own) => own.words)]).flat(),
  );
  const numbersOf = (own: readonly string[]) => own.map((word) => words.numberOf(word));
  const forms = spelled.flatMap(({ around, spellings }, place): Form[] => {
    const near = [...new Set(numbersOf(around))];
    return spellings.map((own) => ({ place, words: numbersOf(own.words), around: near, cost: own.cost }));
  });
  const formsByWord = listsByWord(words.size, forms, (form) => form.words);
  const formsNearWord = listsByWord(words.size, forms, (form) => form.around);
  const numbers = new Map(places.map(({ place }, number) => [place, number]));
  const shortNames = Map.groupBy(
    places.flatMap(({ place }) =>
      (SHORT_NAMES[`${place.kind} ${place.name}`] ?? []).map((short) => ({ place, short })),
    ),
    ({ short }) => wordsOf(short).join(" "),
  );
  const byProminence = places
    .map(({ place, residents }, number) => ({ number, prominence: residents * WEIGHTS[place.kind] }))
    .toSorted((a, b) => b.prominence - a.prominence || a.number - b.number)
    .map(({ number }) => number);
  const ranks = new Uint16Array(places.length);
  for (const [rank, number] of byProminence.entries()) ranks[number] = rank;

  /** The places with this name, as the lookups fold it, and those that people shorten to it. */
  function named(
    { key, city, names, county }: NameMatches,
    query: string,
    typed: readonly string[],
  ): readonly (readonly [Place, Match])[] {
    const found = names.map(({ place }): [Place, Match] => [place, "exact"]);
    if (city !== undefined) {
      const isName = cityKeys(city.place.name, city.place.county).includes(key);
      found.push([city.place, isName ? "exact" : "alias"]);
    }
    if (county !== undefined) found.push([county.place, foldCountyName(query) === key ? "alias" : "exact"]);
    for (const { place } of shortNames.get(typed.join(" ")) ?? []) found.push([place, "alias"]);
    return found;
  }

  /** Lowers the costs of the places that match. Returns the number of forms that were compared. */
  function addCosts(typed: readonly TypedWord[], costs: Map<number, number>): number {
    const lists = fewestForms(typed);
    let compared = 0;
    for (const list of lists) {
      compared += list.length;
      for (const form of list) {
        const cost = costOf(form, typed);
        if (cost < (costs.get(form.place) ?? NO_MATCH)) costs.set(form.place, cost);
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
    const matches = find(query);
    const texts = wordsOf(matches.key).slice(0, MAX_WORDS);
    const costs = new Map<number, number>();
    for (const [place, match] of named(matches, query, texts))
      costs.set(numbers.get(place) ?? 0, match === "exact" ? COSTS.exact : COSTS.alias);
    const typed = texts.map((text) => words.find(text));
    let work = addCosts(typed, costs);
    const best = costs.values().reduce((least, cost) => Math.min(least, cost), NO_MATCH);
    const whole = texts.join(" ");
    if (best > COSTS.beginning && !isKnown(whole, query)) {
      const mistyped = typed.map((word, at): TypedWord => {
        const text = texts[at] ?? "";
        if (isKnown(text, query)) return word;
        const { misspelled, compared } = words.findMisspelled(text);
        work += compared;
        return { ...word, misspelled };
      });
      if (mistyped.some(({ misspelled }) => misspelled.size > 0)) work += addCosts(mistyped, costs);
    }
    return { matches: inOrder(costs), work };
  };

  /** By cost, and equal ones by prominence. */
  function inOrder(costs: ReadonlyMap<number, number>): ReadonlyMap<number, Match> {
    const keys = new Float64Array(costs.size);
    let index = 0;
    for (const [place, cost] of costs) keys[index++] = cost * places.length + (ranks[place] ?? 0);
    const matches = new Map<number, Match>();
    for (const key of keys.sort()) {
      matches.set(byProminence[key % places.length] ?? 0, matchOf(Math.floor(key / places.length)));
    }
    return matches;
  }
}

/** Whether a text is the name of another place, unless the query says that it is in the state: "Pittsburgh, CA". */
function isKnown(text: string, query: string): boolean {
  return (
    KNOWN_PARTS.has(text) ||
    (PLACES_ELSEWHERE.has(text) && wordsOf(query).length === wordsOf(foldCityName(query)).length)
  );
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
