import { familyOf, type GradeFamily } from "../domain/grade.ts";
import { foldCityName, foldCountyName } from "../domain/name.ts";
import type { NationAbsence } from "../domain/nation.ts";
import type { NationEntry } from "../domain/nation-entry.ts";
import type { NationPlaceElement, NationPlacesPage, NationWayOn } from "../domain/nation-place.ts";
import { propertyOf, violentOf } from "../domain/offense.ts";
import type { Match, PlaceSort, PlacesFault } from "../domain/place-query.ts";
import { publishedRate } from "../domain/published.ts";
import type { StateCode } from "../domain/us-states.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { sortedBy } from "./list.ts";
import { createNames, type Entry, type NameTables } from "./names.ts";
import { keysOf, stateName, stateOf } from "./nation-names.ts";
import { type Region, statesOf } from "./regions.ts";
import { createSearch } from "./search.ts";

export interface NationQuery {
  /** A name or its beginning; may end in a state. */
  readonly q?: string;
  readonly state?: StateCode;
  readonly status?: NationPlaceElement["status"];
  readonly grade?: GradeFamily;
  readonly sort?: PlaceSort;
  readonly limit: number;
  readonly cursor?: string;
}

type NationPlacesResult =
  | { readonly ok: true; readonly page: NationPlacesPage }
  | { readonly ok: false; readonly fault: PlacesFault };

/** The search over all places of the nation, with or without a record. */
export interface NationSearch {
  find(query: NationQuery): NationPlacesResult;
  /** The places of a text that are best matched, at most `limit`. */
  best(text: string, limit: number, state?: StateCode): readonly NationPlaceElement[];
}

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

export function createNationSearch(places: readonly (NationEntry | NationAbsence)[], version: string): NationSearch {
  const elements = places.map(elementOf);
  const countries = statesOf(() => true);
  const counties = new Set(places.flatMap(({ county }) => (county === null ? [] : [county])));
  const countyByName = new Map([...counties].map((county) => [foldCountyName(county), county]));
  const regionOf = (text: string): Region | undefined => {
    const state = stateOf(text);
    if (state !== undefined) return { name: stateName(state), within: [stateName(state)] };
    const county = / (?:county|parish)$/.test(text) ? countyByName.get(foldCountyName(text)) : undefined;
    return county === undefined ? countries(text) : { name: county, within: [county] };
  };
  const search = createSearch(createNames(places.map(entryOf), TABLES, regionOf));
  const sortable = elements.map(({ city, data }) => ({ name: city, data }));
  const orders = new Map<PlaceSort, readonly number[]>();
  const orderOf = (sort: PlaceSort) => {
    const known = orders.get(sort) ?? sortedBy(sortable, sort);
    orders.set(sort, known);
    return known;
  };

  function find(query: NationQuery): NationPlacesResult {
    const { q, state, status, grade, sort, limit } = query;
    const start = readCursor(version, query);
    if (typeof start === "string") return { ok: false, fault: start };
    const matched = q === undefined ? null : search(q).matches;
    const isAsked = (element: NationPlaceElement | undefined) =>
      element !== undefined &&
      (state === undefined || element.state === state) &&
      (status === undefined || element.status === status) &&
      (grade === undefined || (element.data !== null && familyOf(element.data.grade) === grade));
    const found = inOrder(matched, sort).filter((number) => isAsked(elements[number]));
    if (start > found.length) return { ok: false, fault: "cursor_malformed" };
    const end = start + limit;
    const shown = found.slice(start, end).flatMap((number) => withMatch(number, matched));
    const next = end < found.length ? writeCursor(version, query, end) : null;
    return { ok: true, page: { places: shown, total: found.length, next } };
  }

  function inOrder(matched: ReadonlyMap<number, Match> | null, sort: PlaceSort | undefined): readonly number[] {
    if (matched === null) return orderOf(sort ?? "name");
    return sort === undefined ? [...matched.keys()] : orderOf(sort).filter((number) => matched.has(number));
  }

  function withMatch(number: number, matched: ReadonlyMap<number, Match> | null): NationPlaceElement[] {
    const element = elements[number];
    return element === undefined ? [] : [{ ...element, match: matched?.get(number) ?? null }];
  }

  return {
    find,
    best(text, limit, state) {
      const { matches } = search(text);
      const numbers = [...matches.keys()].filter((number) => state === undefined || elements[number]?.state === state);
      return numbers.slice(0, limit).flatMap((number) => withMatch(number, matches));
    },
  };
}

function entryOf(place: NationEntry | NationAbsence): Entry {
  const { name, aliases, county, state } = place;
  const own = "record" in place ? place.record.population : (place.population ?? 0);
  return {
    kind: "city",
    names: [name, ...aliases],
    exact: [...new Set([...keysOf(place, state), foldCityName(name)])],
    alias: [],
    around: [...(county === null ? [] : [county]), stateName(state), state],
    residents: own,
  };
}

/** A place as lists show it. */
function elementOf(place: NationEntry | NationAbsence): NationPlaceElement {
  const { name, state, county } = place;
  if (!("record" in place)) {
    return { city: name, state, county, status: "absent", reason: place.reason, data: null, match: null };
  }
  const { record, offenses } = place;
  const { safety_score, grade, grade_label, crime_rate_per_1k, population, data_year } = record;
  const data = {
    safety_score,
    grade,
    grade_label,
    crime_rate_per_1k,
    violent_rate_per_1k: publishedRate(violentOf(offenses), population),
    property_rate_per_1k: publishedRate(propertyOf(offenses), population),
    population,
    data_year,
  };
  return { city: name, state, county, status: "graded", reason: null, data, match: null };
}

/** What helps after a name that has no record: the reason, a sentence, and places that may be meant. */
export function nationWayOn(
  state: StateCode,
  name: string,
  found: {
    readonly kind: string;
    readonly absence?: NationAbsence;
    readonly places?: readonly (NationEntry | NationAbsence)[];
    readonly name?: string;
  },
  { best }: NationSearch,
): NationWayOn {
  const where = stateName(state);
  if (found.absence !== undefined) {
    const { reason, detail } = found.absence;
    return { reason, suggestions: [], hint: `${found.absence.name}, ${where} has no record: ${detail}.` };
  }
  if (found.places !== undefined) {
    const suggestions = found.places.slice(0, MAX_SUGGESTIONS).map(elementOf);
    const hint = `${found.places.length} places in ${where} have this name. Add the county, such as "${name}, ${suggestions.find(({ county }) => county !== null)?.county ?? "Mercer County"}".`;
    return { reason: null, suggestions, hint };
  }
  if (found.name !== undefined) {
    const hint = `${found.name}, ${where} has fewer than 10,000 residents, and only larger places have a record.`;
    return { reason: null, suggestions: [], hint };
  }
  const suggestions = best(name, MAX_SUGGESTIONS, state);
  if (suggestions.length > 0) return { reason: null, suggestions, hint: null };
  const elsewhere = best(name, MAX_SUGGESTIONS);
  return {
    reason: null,
    suggestions: elsewhere,
    hint: elsewhere.length === 0 ? null : `No place in ${where} has this name.`,
  };
}
