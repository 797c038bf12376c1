import type { PlaceKind } from "../domain/place-query.ts";
import { FITS, type Form, FormIndex, MAX_ERRORS } from "./form-index.ts";
import { longFormOf, queryWords, spellingsOf, wordsOf } from "./spelling.ts";

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

/** In a query of more words, each may have one error only, because comparing many long words takes long. */
const FEW_WORDS = 2;

/** Users mean a county less often than a city of similar size, and a part of a city less often than the city. */
const WEIGHTS = { city: 1, county: 0.04, unincorporated: 1, neighborhood: 0.5 } as const satisfies Record<
  PlaceKind,
  number
>;

export function createSearch(places: readonly Searchable[]): Search {
  const index = new FormIndex(
    places.flatMap(formsOf),
    places.map(({ around }) => [...new Set(around.flatMap(wordsOf))]),
  );
  const byProminence = Uint16Array.from(
    places
      .map(({ kind, residents }, number) => ({ number, prominence: residents * WEIGHTS[kind] }))
      .toSorted((a, b) => b.prominence - a.prominence || a.number - b.number),
    ({ number }) => number,
  );
  const count = places.length;
  const ranks = new Uint16Array(count);
  for (const [rank, number] of byProminence.entries()) ranks[number] = rank;

  /** Places by cost, and equal ones by prominence. */
  function ordered(costs: ReadonlyMap<number, number>): readonly number[] {
    const keys: number[] = [];
    for (const [place, cost] of costs) keys.push(cost * count + (ranks[place] ?? 0));
    keys.sort((a, b) => a - b);
    return keys.map((key) => byProminence[key % count] ?? 0);
  }

  return (query) => {
    const words = queryWords(query);
    if (words.length === 0) return { matches: [], work: 0 };
    const costs = new Map<number, number>();
    const maxErrors = words.length > FEW_WORDS ? 1 : MAX_ERRORS;
    const fits = words.map((word) => index.words.fits(word, maxErrors));
    let work = index.addCosts(fits, costs);
    const longFirstWord = longFormOf(words);
    if (longFirstWord !== null) {
      const long = index.words.fits(longFirstWord, maxErrors);
      work += long.work + index.addCosts([long, ...fits.slice(1)], costs);
      index.words.release(long);
    }
    for (const fit of fits) {
      work += fit.work;
      index.words.release(fit);
    }
    return { matches: ordered(costs), work };
  };
}

function formsOf({ kind, names, aliases }: Searchable, place: number): readonly Form[] {
  const form = (words: readonly string[], cost: number, isWhole: boolean): Form => ({ place, words, isWhole, cost });
  return [
    ...names.flatMap(spellingsOf).flatMap((words) => {
      const own = form(words, FITS.whole, false);
      if (kind === "county") return [own, form(words.slice(0, -1), FITS.shortForm, true)];
      return words.length === 1 ? [own] : [own, form([words.join("")], FITS.whole, false)];
    }),
    ...aliases.map((alias) => form(wordsOf(alias), FITS.whole, true)),
  ];
}
