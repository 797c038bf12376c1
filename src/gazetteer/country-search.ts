import { ownText, type Typed } from "../base/text.ts";
import type { Match } from "../domain/place-query.ts";
import type { StateCode } from "../editions/us-states.ts";
import { isOfKind } from "./find-in-state.ts";
import { normalized } from "./fold.ts";
import type { Gazetteer } from "./gazetteer.ts";
import { legalName, looseKey, nameKey, ownKey, plainName, saidName } from "./legal-names.ts";
import type { StateRows } from "./place-table.ts";
import { COSTS, MOST_COST, packForms, type SearchForms } from "./search-forms.ts";
import { readSearchText, type SearchText } from "./search-text.ts";
import { kindOf } from "./state-index.ts";
import { stateName } from "./state-text.ts";
import type { TypedWord } from "./words.ts";

/** A place that the gazetteer does not have: an agency of several municipalities. */
export interface ExtraPlace {
  readonly names: readonly string[];
  readonly state: StateCode;
  readonly residents: number;
}

export interface CountrySearchResult {
  /** Rows of the gazetteer, and after the last of them the extra places; best first. */
  readonly matches: ReadonlyMap<number, Match>;
  /** Number of names and words that were compared. Tests bound it for any text. */
  readonly work: number;
  readonly text: SearchText;
}

/** Words of a search that are read, and letters of each, so that its work is bounded. */
const MAX_WORDS = 5;
const MAX_WORD_LENGTH = 24;
/** Communities are asked for less often than municipalities of their size. */
const COMMUNITY_WEIGHT = 0.5;

/** The search over the names of the whole country, and of places that only an edition has. */
export function createCountrySearch(gazetteer: Gazetteer, extra: readonly ExtraPlace[]) {
  const table = gazetteer.table();
  const size = table.codes.length;
  const isListed = (row: number) => !table.same.has(row) && kindOf(table, row) !== "county";
  const stateOf = new Uint8Array(size + extra.length);
  for (const [index, { first, end }] of table.states.entries()) stateOf.fill(index, first, end);
  for (const [at, { state }] of extra.entries())
    stateOf[size + at] = table.states.findIndex(({ code }) => code === state);
  const around = countyWords(gazetteer);
  const forms = packForms({
    size: size + extra.length,
    spellings: (place) =>
      place < size
        ? isListed(place)
          ? spelled(namesOf(gazetteer, place))
          : []
        : spelled({ exact: extra[place - size]?.names ?? [], alias: [] }),
    around: (place) => around(place, table.states[stateOf[place] ?? 0], size),
  });
  const prominence = Float64Array.from({ length: size + extra.length }, (_, place) => {
    if (place >= size) return extra[place - size]?.residents ?? 0;
    return (table.residents[place] ?? 0) * (kindOf(table, place) === "community" ? COMMUNITY_WEIGHT : 1);
  });
  const counties = new Set(table.states.flatMap(({ counties: own }) => own.map((county) => countyKey(county))));

  const isCounty = (key: string) => counties.has(key);
  const hasPlace = (state: StateCode, folded: Typed) => {
    const { is } = gazetteer.find(state, folded);
    return is === "one" || is === "several";
  };

  return (typed: Typed): CountrySearchResult => {
    const text = readSearchText(typed, isCounty, hasPlace);
    const isHere = (place: number) => isIn(gazetteer, text, place, stateOf, size);
    const costs = new Map<number, number>();
    let work = 0;
    if (text.said !== null) {
      const { name, kinds } = text.said;
      const isMeant = (place: number) => place < size && isOfKind(table, place, kinds) && isHere(place);
      const whole = new Map<number, number>();
      work += forms.addCosts(wordsIn(name, forms), whole, isMeant);
      for (const [place, cost] of whole) if (cost <= COSTS.alias) costs.set(place, cost);
    }
    work += addTyped(text.name, forms, costs, isHere);
    const matches = inOrder(costs, prominence);
    return { matches: text.state === null ? matches : meantFirst(gazetteer, text.state, typed, matches), work, text };
  };
}

/** Adds the names that have the words, and without any those that misspell them. Returns the work. */
function addTyped(
  name: string,
  forms: SearchForms,
  costs: Map<number, number>,
  isHere: (place: number) => boolean,
): number {
  const texts = textsIn(name);
  const typed = texts.map((text) => forms.words.find(text));
  let work = forms.addCosts(typed, costs, isHere);
  if (costs.values().some((cost) => cost <= COSTS.beginning)) return work;
  const misspell = (text: string): TypedWord => {
    const { misspelled, compared } = forms.words.findMisspelled(text);
    work += compared;
    return { ...forms.words.find(text), misspelled };
  };
  const mistyped = texts.map(misspell);
  if (mistyped.some(({ misspelled }) => misspelled.size > 0)) work += forms.addCosts(mistyped, costs, isHere);
  if (costs.size === 0 && texts.length > 1) {
    work += forms.addCosts([misspell(texts.join("").slice(0, MAX_WORD_LENGTH))], costs, isHere);
  }
  return work;
}

function textsIn(name: string): readonly string[] {
  return wordsOf(name).slice(0, MAX_WORDS);
}

function wordsIn(name: string, forms: SearchForms): readonly TypedWord[] {
  return textsIn(name).map((text) => forms.words.find(text));
}

function isIn(
  gazetteer: Gazetteer,
  { state, county }: SearchText,
  place: number,
  stateOf: Uint8Array,
  size: number,
): boolean {
  const table = gazetteer.table();
  const own = table.states[stateOf[place] ?? 0];
  if (state !== null && own?.code !== state) return false;
  if (county === null) return true;
  if (place >= size || own === undefined) return false;
  const shares = table.shares.get(place)?.map(([index]) => index) ?? [table.counties[place] ?? 0];
  return shares.some((index) => countyKey(own.counties[index] ?? "") === county);
}

function countyKey(county: string): string {
  return looseKey(ownKey(legalName(county, "county").bare));
}

/** In a state, what a look-up finds comes first. */
function meantFirst(
  gazetteer: Gazetteer,
  state: StateCode,
  typed: Typed,
  matches: ReadonlyMap<number, Match>,
): ReadonlyMap<number, Match> {
  const meaning = gazetteer.find(state, typed);
  const meant = meaning.is === "one" ? [meaning.row] : meaning.is === "several" ? meaning.rows : [];
  const listed = meant.filter((row) => matches.has(row));
  return new Map([...listed.map((row) => [row, matches.get(row) ?? "exact"] as const), ...matches]);
}

/** By cost, and equal ones by prominence. */
function inOrder(costs: ReadonlyMap<number, number>, prominence: Float64Array): ReadonlyMap<number, Match> {
  const sorted = [...costs]
    .filter(([, cost]) => cost <= MOST_COST)
    .toSorted(([a, first], [b, second]) => first - second || (prominence[b] ?? 0) - (prominence[a] ?? 0) || a - b);
  return new Map(sorted.map(([place, cost]) => [place, matchOf(cost)]));
}

function matchOf(cost: number): Match {
  if (cost >= COSTS.approximate) return "approximate";
  return cost === COSTS.exact ? "exact" : cost === COSTS.alias ? "alias" : "prefix";
}

/** The name that people say, a township's with its kind, and reviewed ones are exact; the others are aliases. */
function namesOf(gazetteer: Gazetteer, row: number): SearchedNames {
  const table = gazetteer.table();
  const [official, kind] = [table.officialName(row), kindOf(table, row)];
  const { bare, short } = legalName(official, kind);
  const exact = [saidName(plainName(official, kind), kind), ...(table.others.get(row) ?? [])];
  return { exact, alias: [bare, ...short].filter((name) => !exact.includes(name)) };
}

interface SearchedNames {
  readonly exact: readonly string[];
  readonly alias: readonly string[];
}

/** The words of a name in its spellings: "St. Louis" is also "stlouis". */
function spelled({ exact, alias }: SearchedNames) {
  const withCost = (cost: number) => (name: string) => {
    const words = wordsOf(normalized(ownText(name)));
    const joined = words.length > 1 ? [{ words: [words.join("").slice(0, MAX_WORD_LENGTH)], cost }] : [];
    return [{ words, cost }, ...joined];
  };
  return [...exact.flatMap(withCost(COSTS.exact)), ...alias.flatMap(withCost(COSTS.alias))];
}

function wordsOf(folded: string): readonly string[] {
  const key = nameKey(folded);
  if (PLAIN.test(key)) return key.split(" ");
  return key
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) => word.slice(0, MAX_WORD_LENGTH));
}

/** Words of at most `MAX_WORD_LENGTH` letters, as in most names. */
const PLAIN = /^[a-z]{1,24}(?: [a-z]{1,24})*$/;

/** The words of a place's state, counties, and kind. Those of a county are made once. */
function countyWords(gazetteer: Gazetteer) {
  const table = gazetteer.table();
  const made = new Map<string, readonly string[]>();
  const wordsOfName = (name: string) => {
    const known = made.get(name) ?? wordsOf(normalized(ownText(name)));
    made.set(name, known);
    return known;
  };
  const inStates = new Map(
    table.states.map(({ code }) => [code, [...wordsOfName(stateName(code)), code.toLowerCase()]] as const),
  );
  return (place: number, state: StateRows | undefined, size: number): readonly string[] => {
    if (state === undefined) return [];
    const inState = inStates.get(state.code) ?? [];
    if (place >= size) return inState;
    const kind = kindOf(table, place);
    const shares = table.shares.get(place);
    if (shares === undefined)
      return [...inState, kind, ...wordsOfName(state.counties[table.counties[place] ?? 0] ?? "")];
    return [...inState, kind, ...shares.flatMap(([index]) => wordsOfName(state.counties[index] ?? ""))];
  };
}
