import type { Typed } from "../base/text.ts";
import type { StateCode } from "../editions/us-states.ts";
import { stateWords } from "./country-forms.ts";
import { kindOf } from "./country-names.ts";
import { isOfKind, isPlace } from "./find-in-state.ts";
import type { Gazetteer } from "./gazetteer.ts";
import { countyKey } from "./legal-names.ts";
import { createSearch, MAX_WORDS, type SearchResult } from "./search.ts";
import { COSTS, openForms, packForms, type SearchForms } from "./search-forms.ts";
import { readSearchText, type SearchText } from "./search-text.ts";
import { spellingsOf, wordsOf } from "./search-words.ts";
import { LENGTH_OF_BEGINNING } from "./words.ts";

/** A place that the gazetteer does not have: an agency of several municipalities. */
export interface ExtraPlace {
  readonly names: readonly string[];
  readonly state: StateCode;
  readonly residents: number;
}

/** Matches are rows of the gazetteer, and after the last of them the extra places. */
export interface CountrySearchResult extends SearchResult {
  readonly text: SearchText;
}

/** Communities are asked for less often than municipalities of their size. */
const COMMUNITY_WEIGHT = 0.5;

/** The search over the names of the whole country, and of places that only an edition has. */
export function createCountrySearch(
  gazetteer: Gazetteer,
  extra: readonly ExtraPlace[],
): (typed: Typed) => CountrySearchResult {
  const table = gazetteer.table();
  const forms = gazetteer.forms();
  const prominence = Float64Array.from(table.residents, (residents, row) =>
    kindOf(table, row) === "community" ? residents * COMMUNITY_WEIGHT : residents,
  );
  const search = createSearch({
    forms: [forms, extraForms(extra)],
    leastOfBeginning: LENGTH_OF_BEGINNING.few,
    prominence: Float64Array.of(...prominence, ...extra.map(({ residents }) => residents)),
  });
  const hasPlace = (state: StateCode, folded: Typed) => isPlace(gazetteer.find(state, folded));

  const searchFor = (typed: Typed, text: SearchText): CountrySearchResult => {
    const isHere = placeFilter(gazetteer, text, extra);
    const { known, work } = saidPlaces(gazetteer, text, forms, isHere);
    const found = search({ words: wordsOf(text.name), known, compares: "all", mayBeElsewhere: false, isHere });
    const matches = text.state === null ? found.matches : meantFirst(gazetteer, text.state, typed, found.matches);
    return { ...found, matches, work: work + found.work, text };
  };

  return (typed) => {
    const found = searchFor(typed, readSearchText(typed, gazetteer.isCounty, hasPlace));
    if (found.text.state !== null || found.costs.values().some((cost) => cost < COSTS.around)) return found;
    // "pittsburg pa": where no name has the code in small letters, it is a state, and the name before it is misspelled.
    const text = readSearchText(typed, gazetteer.isCounty, () => true);
    const again = text.state === null ? found : searchFor(typed, text);
    return again.matches.size === 0 ? found : { ...again, work: found.work + again.work };
  };
}

function extraForms(extra: readonly ExtraPlace[]): SearchForms {
  const file = packForms({
    size: extra.length,
    spellings: (place) => extra[place]?.names.flatMap((name) => spellingsOf(name, COSTS.exact)) ?? [],
    around: (place) => extra.slice(place, place + 1).flatMap(({ state }) => stateWords({ code: state })),
  });
  return openForms(file);
}

/** The places of the kind that is said, by the name without it: "city of Austin". */
function saidPlaces(
  gazetteer: Gazetteer,
  { said }: SearchText,
  forms: SearchForms,
  isHere: (place: number) => boolean,
): { readonly known: ReadonlyMap<number, number>; readonly work: number } {
  const known = new Map<number, number>();
  if (said === null) return { known, work: 0 };
  const table = gazetteer.table();
  const typed = wordsOf(said.name).slice(0, MAX_WORDS).map(forms.words.find, forms.words);
  const work = forms.addCosts(typed, known, (row) => isOfKind(table, row, said.kinds) && isHere(row));
  return { known: new Map([...known].filter(([, cost]) => cost <= COSTS.alias)), work };
}

/** Whether a place is in the regions that a text gives. */
function placeFilter(
  gazetteer: Gazetteer,
  { state, county }: SearchText,
  extra: readonly ExtraPlace[],
): (place: number) => boolean {
  const table = gazetteer.table();
  const { length: size } = table.codes;
  const rows = table.states.find(({ code }) => code === state);
  return (place) => {
    if (place >= size) return county === null && (state === null || extra[place - size]?.state === state);
    if (rows !== undefined && (place < rows.first || place >= rows.end)) return false;
    return county === null || gazetteer.countiesOf(place).some((own) => countyKey(own) === county);
  };
}

/** In a state, what a look-up finds comes first. */
function meantFirst(
  gazetteer: Gazetteer,
  state: StateCode,
  typed: Typed,
  matches: SearchResult["matches"],
): SearchResult["matches"] {
  const meaning = gazetteer.find(state, typed);
  const meant = meaning.is === "one" ? [meaning.row] : meaning.is === "several" ? meaning.rows : [];
  const listed = meant.filter((row) => matches.has(row));
  return new Map([...listed.map((row) => [row, matches.get(row) ?? "exact"] as const), ...matches]);
}
