import { Lru } from "../base/lru.ts";
import { ownText, type Typed } from "../base/text.ts";
import type { NationAbsence } from "../domain/nation.ts";
import type { NationPlaceElement } from "../domain/nation-place.ts";
import type { Match } from "../domain/place-query.ts";
import type { StateCode } from "../editions/us-states.ts";
import type { NationEntry } from "../figures/entries.ts";
import { type Completion, completionOf } from "../gazetteer/completion.ts";
import { createCountrySearch } from "../gazetteer/country-search.ts";
import { departmentName } from "../gazetteer/department-name.ts";
import { NATION_FOLDS as FOLDS, normalized } from "../gazetteer/fold.ts";
import type { Gazetteer } from "../gazetteer/gazetteer.ts";
import { COSTS } from "../gazetteer/search-forms.ts";
import { createList } from "./list.ts";
import type { Elements } from "./nation-elements.ts";
import type { NationNames, NationPlaceEntry } from "./nation-names.ts";

/** The beginning of a name may have thousands. */
const MOST_UNLISTED = 100;
const NO_NUMBERS: ReadonlySet<number> = new Set();

export interface NationMatch {
  readonly entry: NationPlaceEntry;
  readonly match: Match;
}

/** A match of a beginning, with what orders it. */
export interface NationCompletion extends NationMatch, Completion {
  /** In the state that comes first. */
  readonly isHere: boolean;
}

export type NationSearch = ReturnType<typeof createNationSearch>;

/** The search over all places of the country, and the list of those that the edition has. */
export function createNationSearch(
  places: readonly (NationEntry | NationAbsence)[],
  names: NationNames,
  { elementOf, figuresOf, residentsOf }: Elements,
  gazetteer: Gazetteer,
  version: string,
) {
  const rows = places.map(names.rowOf);
  const agencies = places.flatMap((place, number) => (rows[number] === undefined ? [{ place, number }] : []));
  const size = gazetteer.table().codes.length;
  /** The place of the list that each row is; -1 for none. */
  const numbers = new Int32Array(size).fill(-1);
  for (const [number, row] of rows.entries()) if (row !== undefined) numbers[row] = number;
  const search = createCountrySearch(
    gazetteer,
    agencies.map(({ place }) => ({
      names: [place.name, ...place.aliases],
      state: place.state,
      residents: residentsOf(place),
    })),
  );
  /** A page asks for the state that a text is, and for its places; a missed name for those in its state, and in all. */
  const recent = new Lru<ReturnType<typeof search>>({ entries: 2 });
  const searched = (text: Typed) => {
    const known = recent.get(text);
    if (known !== undefined) return known;
    const own = search(text);
    const department = own.matches.size === 0 ? departmentName(text) : null;
    const found = department === null ? own : search(department.place);
    recent.set(text, found);
    return found;
  };
  /** The number of a place of the list; after the last one those that the edition has nothing of. */
  const numberOf = (found: number) => {
    if (found >= size) return agencies[found - size]?.number ?? -1;
    const number = numbers[found] ?? -1;
    return number === -1 ? places.length + found : number;
  };
  const entryAt = (number: number): NationPlaceEntry => places[number] ?? names.ofRow(number - places.length).entry;
  /** In the order of the search. Of places that the edition has nothing of, only the first, because each is made anew. */
  const matchesOf = (q: Typed): ReadonlyMap<number, Match> => {
    const matches = new Map<number, Match>();
    let unlisted = 0;
    for (const [found, match] of searched(q).matches) {
      const number = numberOf(found);
      if (number < places.length) matches.set(number, match);
      else if (unlisted++ < MOST_UNLISTED) matches.set(number, match);
    }
    return matches;
  };
  const residentsAt = (number: number) => {
    const place = places[number];
    return place === undefined ? gazetteer.place(number - places.length).residents : residentsOf(place);
  };
  const isInCounty = (number: number, county: string) => {
    const row = number < places.length ? rows[number] : number - places.length;
    return row !== undefined && gazetteer.place(row).counties.some((one) => one.county === county);
  };

  /** Whether a place has a name as it is, without a kind that it only says. */
  const isLiteral = (text: Typed, { geoid, name }: NationPlaceEntry) => {
    const typed = searched(text).text.name;
    const row = geoid === null ? undefined : gazetteer.ofGeoid(geoid);
    const own = row === undefined ? [] : gazetteer.literalNames(row);
    return [name, ...own].some((one) => normalized(ownText(one)) === typed);
  };

  return {
    isLiteral,
    /** `q` may end in a state, a county, and a ZIP code. */
    list: createList<NationPlaceEntry, NationPlaceElement>(
      {
        all: places,
        rowAt: entryAt,
        nameOf: ({ name }) => FOLDS.city(ownText(name)),
        listed: (entry) =>
          "record" in entry ? { status: "graded", data: figuresOf(entry) } : { status: "absent", data: null },
        shown: elementOf,
        matched: matchesOf,
        around: (point, kilometers) =>
          new Map(
            [...gazetteer.near(point, kilometers)].flatMap(([row, distance]) => {
              const number = numbers[row] ?? -1;
              return number === -1 ? [] : [[number, distance] as const];
            }),
          ),
        inCounty(asked, { state }) {
          const county = state && gazetteer.county(state, asked);
          return county === undefined ? undefined : (_, number) => isInCounty(number, county);
        },
        passes:
          ({ state, min_population: least = 0 }) =>
          (entry, number) =>
            (state === undefined || entry.state === state) && residentsAt(number) >= least,
      },
      version,
    ),
    /** The places of a text that are best matched, at most `limit`. */
    best(text: Typed, limit: number, state?: StateCode): readonly NationPlaceElement[] {
      const best: NationPlaceElement[] = [];
      for (const [number, match] of matchesOf(text)) {
        const entry = entryAt(number);
        if (state === undefined || entry.state === state) best.push({ ...elementOf(entry), match });
        if (best.length === limit) break;
      }
      return best;
    },
    /** The same with what the edition has of each, without those that only their county or state matches, if there are others. */
    matches(text: Typed, limit: number): readonly NationMatch[] {
      const { costs } = searched(text);
      const isClose = costs.values().some((cost) => cost < COSTS.around);
      const isAround = (place: number) => costs.get(place) === COSTS.around;
      const around = isClose ? new Set([...costs.keys()].filter(isAround).map(numberOf)) : NO_NUMBERS;
      return [...matchesOf(text)]
        .filter(([number]) => !around.has(number))
        .slice(0, limit)
        .map(([number, match]) => ({ entry: entryAt(number), match }));
    },
    /** The matches of a beginning that are best completed to, of each way to match and of a state at most `limit`. */
    completions(text: Typed, limit: number, state: StateCode | null): readonly NationCompletion[] {
      const { matches, costs, text: read } = searched(text);
      const isWhole = (place: number) => (costs.get(place) ?? COSTS.approximate) <= COSTS.alias;
      // "Carson City" is Carson, which the Census Bureau calls "Carson city", only where no place has the name as it is.
      const hasLiteral =
        read.said !== null &&
        matches.keys().some((place) => isWhole(place) && isLiteral(text, entryAt(numberOf(place))));
      const here = gazetteer.table().states.find(({ code }) => code === state);
      const taken = new Map<string, number>();
      const found: NationCompletion[] = [];
      for (const [place, match] of matches) {
        const isOther = hasLiteral && isWhole(place) && !isLiteral(text, entryAt(numberOf(place)));
        const cost = isOther ? COSTS.beginning : (costs.get(place) ?? COSTS.approximate);
        const isHere = here !== undefined && place >= here.first && place < here.end;
        const key = `${cost} ${isHere}`;
        const count = taken.get(key) ?? 0;
        if (count >= limit) continue;
        taken.set(key, count + 1);
        const entry = entryAt(numberOf(place));
        const isListed = "record" in entry || entry.reason !== null;
        const residents = residentsOf(entry);
        const isMunicipality = place < size && gazetteer.isMunicipality(place);
        found.push({ entry, match, isHere, ...completionOf({ cost, residents, isMunicipality, isListed }) });
      }
      return found;
    },
    /** What a text says besides a name: a state, a county, a kind. */
    read: (text: Typed) => searched(text).text,
  };
}
