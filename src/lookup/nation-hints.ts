import { Lru } from "../base/lru.ts";
import { madeOf, ownText, type Typed } from "../base/text.ts";
import type { NationAbsence } from "../domain/nation.ts";
import type { NationNotFound, NationPlaceElement } from "../domain/nation-place.ts";
import type { StateCode } from "../editions/us-states.ts";
import type { NationEntry } from "../figures/entries.ts";
import { NATION_FOLDS as FOLDS } from "../gazetteer/fold.ts";
import { foldPlaceName, keysOf, kindIn, stateName, stateOf } from "../gazetteer/kinds.ts";
import { createNames, type Entry, type NameTables } from "../gazetteer/name-index.ts";
import { type Region, statesOf } from "../gazetteer/regions.ts";
import { createSearch } from "../gazetteer/search.ts";
import { createPager, placeDataOf } from "./pager.ts";
import type { AskedName, ListQuery, Meaning } from "./places.ts";

export type NationSearch = ReturnType<typeof createNationSearch>;

const MAX_SUGGESTIONS = 5;

/** The edition has no tables of nicknames or parts: its other names are aliases in the dataset. */
const TABLES: NameTables = {
  nicknames: {},
  abbreviations: {},
  parts: {},
  areas: [],
  forms: [],
  elsewhere: new Set(),
  shared: new Set(),
};

/** The search over all places of the nation, with or without a record. */
export function createNationSearch(places: readonly (NationEntry | NationAbsence)[], version: string) {
  const elements = places.map(elementOf);
  const countries = statesOf(() => true);
  const counties = new Set(places.flatMap(({ county }) => (county === null ? [] : [county])));
  const countyByName = new Map([...counties].map((county) => [FOLDS.county(ownText(county)), county]));
  const regionOf = (text: Typed): Region | undefined => {
    const state = stateOf(text);
    if (state !== undefined) return { name: stateName(state), within: [stateName(state)] };
    const county = / (?:county|parish)$/.test(text) ? countyByName.get(FOLDS.county(text)) : undefined;
    return county === undefined ? countries(text) : { name: county, within: [county] };
  };
  const search = createSearch(createNames(places.map(entryOf), TABLES, regionOf, FOLDS));
  /** What helps after a name asks for a text in its state, for a part of it, and for the text in all states. */
  const recent = new Lru<ReturnType<typeof search>["matches"]>({ entries: 2 });
  const matchesOf = (text: Typed) => {
    const known = recent.get(text);
    if (known !== undefined) return known;
    const { matches } = search(text);
    recent.set(text, matches);
    return matches;
  };
  const page = createPager(elements, ({ city }) => FOLDS.city(ownText(city)), version);

  return {
    /** `q` may end in a state. */
    list: (query: ListQuery) =>
      page(query, () => ({
        matched: query.q === undefined ? null : search(query.q).matches,
        passes: (element) => query.state === undefined || element.state === query.state,
      })),
    /** The places of a text that are best matched, at most `limit`. */
    best(text: Typed, limit: number, state?: StateCode): readonly NationPlaceElement[] {
      const found = [...matchesOf(text)].flatMap(([number, match]): NationPlaceElement[] => {
        const element = elements[number];
        const isAsked = element !== undefined && (state === undefined || element.state === state);
        return isAsked ? [{ ...element, match }] : [];
      });
      return found.slice(0, limit);
    },
  };
}

function entryOf(place: NationEntry | NationAbsence): Entry {
  const { name, aliases, county, state } = place;
  return {
    kind: "city",
    names: [name, ...aliases],
    exact: [...new Set([...keysOf(place, state), FOLDS.city(ownText(name))])],
    alias: [],
    around: [...(county === null ? [] : [county]), stateName(state), state],
    residents: residentsOf(place),
  };
}

function residentsOf(place: NationEntry | NationAbsence): number {
  return ("record" in place ? place.record.population : place.population) ?? 0;
}

function elementOf(place: NationEntry | NationAbsence): NationPlaceElement {
  const { name, state, county } = place;
  if (!("record" in place)) {
    return { city: name, state, county, status: "absent", reason: place.reason, data: null, match: null };
  }
  const data = { ...placeDataOf(place), yardstick: place.record.yardstick };
  return { city: name, state, county, status: "graded", reason: null, data, match: null };
}

export type NationMeaning = Meaning<NationEntry | NationAbsence>;

/** What helps after a name that has no record: the reason, a sentence, and places that may be meant. */
export function notFoundIn(
  { state, name }: Pick<AskedName, "state" | "name">,
  meaning: NationMeaning,
  { best }: NationSearch,
): NationNotFound {
  const where = stateName(state);
  if (meaning.is === "one" && !("record" in meaning.place.entry)) {
    const { name: own, reason, detail } = meaning.place.entry;
    return { reason, suggestions: [], hint: `${own}, ${where} has no record: ${detail}.` };
  }
  if (meaning.is === "several") {
    const largest = meaning.places.map(({ entry }) => entry).toSorted((a, b) => residentsOf(b) - residentsOf(a));
    const suggestions = largest.slice(0, MAX_SUGGESTIONS).map(elementOf);
    const example = suggestions.find(({ county }) => county !== null);
    const such = example === undefined ? "" : `, such as "${example.city}, ${example.county}"`;
    const hint = `${largest.length} places in ${where} have this name. Add the county${such}.`;
    return { reason: null, suggestions, hint };
  }
  if (meaning.is === "smaller") {
    const hint = `${meaning.name}, ${where} has fewer than 10,000 residents, and only larger places have a record.`;
    return { reason: null, suggestions: [], hint };
  }
  // A kind that no such place has would hide those that are meant.
  const bare = kindIn(name, foldPlaceName(name, state))?.bare ?? name;
  const suggestions = best(bare, MAX_SUGGESTIONS, state);
  if (suggestions.length > 0) return { reason: null, suggestions, hint: null };
  // Its county may be another one, or not known.
  const [first = ""] = bare.split(/[,(]/);
  const alone = madeOf(bare, first);
  const inState = alone === bare ? [] : best(alone, MAX_SUGGESTIONS, state);
  if (inState.length > 0) {
    const hint = `No place in ${where} has this name and county. Send the name alone if a suggestion is meant.`;
    return { reason: null, suggestions: inState, hint };
  }
  const elsewhere = best(bare, MAX_SUGGESTIONS);
  return {
    reason: null,
    suggestions: elsewhere,
    hint: elsewhere.length === 0 ? null : `No place in ${where} has this name.`,
  };
}
