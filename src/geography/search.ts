import type { PlaceKind } from "../domain/place.ts";
import { queryWords, withLongFirstWord, wordsOf } from "./search-text.ts";
import { type WordFits, WordIndex } from "./word-index.ts";

/** A place as the search knows it. */
export interface Searchable {
  readonly kind: PlaceKind;
  readonly names: readonly string[];
  /** What people call it for short: matched as a whole. */
  readonly aliases: readonly string[];
  /** Names of the city and the county that it lies in, which a query may have behind its name. */
  readonly around: readonly string[];
  readonly residents: number;
}

/** Numbers of the places that match, best first. */
export type Search = (query: string) => readonly number[];

/** How well a name fits, by the way it does; an error of typing costs more than a step. */
const FITS = { whole: 0, shortForm: 2, beginning: 4, inside: 6, around: 8 } as const;
const ERROR = 5;
/** More errors than this in all words together are another name. */
const MAX_ERRORS = 2;

/** A county is meant by its own name less often than a city of like size, a part of a city less often than the city. */
const WEIGHTS = { city: 1, county: 0.04, unincorporated: 1, neighborhood: 0.5 } as const satisfies Record<PlaceKind, number>;

interface Form {
  readonly place: number;
  readonly words: readonly number[];
  readonly around: ReadonlySet<number>;
  /** Whether a query must have all of its words, as they are. */
  readonly isWhole: boolean;
  /** What it costs where it fits as a whole. */
  readonly cost: number;
}

export function createSearch(places: readonly Searchable[]): Search {
  const index = new WordIndex();
  const forms = places.flatMap((place, number) => formsOf(place, number, index));
  const byProminence = places
    .map(({ kind, residents }, number) => ({ number, prominence: residents * WEIGHTS[kind] }))
    .toSorted((a, b) => b.prominence - a.prominence || a.number - b.number);
  const ranks = new Uint32Array(places.length);
  for (const [rank, { number }] of byProminence.entries()) ranks[number] = rank;

  function costsOf(words: readonly string[], costs: Map<number, number>): void {
    const fits = words.map((word) => index.fits(word));
    for (const form of forms) {
      const cost = costOf(form, fits);
      if (cost !== null && cost < (costs.get(form.place) ?? Number.POSITIVE_INFINITY)) costs.set(form.place, cost);
    }
  }

  return (query) => {
    const words = queryWords(query);
    if (words.length === 0) return [];
    const costs = new Map<number, number>();
    costsOf(words, costs);
    const long = withLongFirstWord(words);
    if (long !== null) costsOf(long, costs);
    const order = Float64Array.from(costs, ([place, cost]) => cost * places.length + (ranks[place] ?? 0)).sort();
    return Array.from(order, (key) => byProminence[key % places.length]?.number ?? 0);
  };
}

function formsOf({ kind, names, aliases, around }: Searchable, place: number, index: WordIndex): readonly Form[] {
  const surroundings = new Set(around.flatMap(wordsOf).map((word) => index.add(word)));
  const form = (words: readonly string[], cost: number, isWhole: boolean): Form => ({
    place,
    words: words.map((word) => index.add(word)),
    around: surroundings,
    isWhole,
    cost,
  });
  return [
    ...names.flatMap((name) => {
      const words = wordsOf(name);
      const own = form(words, FITS.whole, false);
      if (kind === "county") return [own, form(words.slice(0, -1), FITS.shortForm, true)];
      return words.length === 1 ? [own] : [own, form([words.join("")], FITS.whole, false)];
    }),
    ...aliases.map((alias) => form(wordsOf(alias), FITS.whole, true)),
  ];
}

/** What a form costs for the words of a query; null where it does not fit. */
function costOf({ words, around, isWhole, cost }: Form, typed: readonly WordFits[]): number | null {
  if (isWhole && typed.length !== words.length) return null;
  let errors = 0;
  let isInOrder = true;
  let isComplete = typed.length === words.length;
  let isAround = false;
  const used = new Set<number>();
  for (const [position, fits] of typed.entries()) {
    const best = bestOf(words, fits, used);
    if (best === null) {
      if (isWhole || !liesAround(around, fits)) return null;
      isAround = true;
      continue;
    }
    used.add(best.position);
    errors += best.errors;
    if (errors > MAX_ERRORS) return null;
    isInOrder &&= best.position === position;
    isComplete &&= !best.isBeginning;
  }
  if (used.size === 0 || (isWhole && (errors > 0 || !isComplete || !isInOrder))) return null;
  if (isAround) return FITS.around + errors * ERROR;
  const fit = isInOrder ? (isComplete ? cost : FITS.beginning) : FITS.inside;
  return fit + errors * ERROR;
}

/** The word of a form that fits best: with the fewest errors, rather whole, the first of them. */
function bestOf(words: readonly number[], fits: WordFits, used: ReadonlySet<number>) {
  let best: { position: number; errors: number; isBeginning: boolean } | null = null;
  for (const [position, word] of words.entries()) {
    const fit = fits[word];
    if (fit === undefined || used.has(position)) continue;
    const isBetter =
      best === null || fit.errors < best.errors || (fit.errors === best.errors && best.isBeginning && !fit.isBeginning);
    if (isBetter) best = { position, ...fit };
  }
  return best;
}

function liesAround(around: ReadonlySet<number>, fits: WordFits): boolean {
  for (const word of around) if (fits[word]?.errors === 0) return true;
  return false;
}
