import type { Nation, NationAbsence } from "../domain/nation.ts";
import { type NationEntry, nationEntry, nationStatesOf, nationStatisticsOf } from "../domain/nation-entry.ts";
import type { NationWayOn } from "../domain/nation-place.ts";
import type { NationStates, NationStatistics } from "../domain/nation-record.ts";
import { averageRateOf } from "../domain/trend.ts";
import type { StateCode } from "../domain/us-states.ts";
import { answerMaker, type DatasetAnswers, type PrebuiltAnswer } from "./dataset-answers.ts";
import { foldPlaceName, keysOf, kindIn, kindOf } from "./nation-names.ts";
import { createNationSearch, type NationSearch, nationWayOn } from "./nation-search.ts";

/** What a name in a state means: a place, with or without a record; several that share it; or one too small. */
export type NationFound =
  | { readonly kind: "graded"; readonly entry: NationEntry; readonly answer: PrebuiltAnswer }
  | { readonly kind: "absent"; readonly absence: NationAbsence }
  | { readonly kind: "several"; readonly places: readonly (NationEntry | NationAbsence)[] }
  | { readonly kind: "smaller"; readonly name: string }
  | { readonly kind: "none" };

/** The places of the nation's dataset with their answers. Immutable: a new dataset gets new places. */
export interface NationPlaces extends DatasetAnswers {
  readonly nation: Nation;
  /** By state, then name. */
  readonly entries: readonly NationEntry[];
  readonly statistics: NationStatistics;
  readonly stats: PrebuiltAnswer;
  readonly states: NationStates;
  readonly statesAnswer: PrebuiltAnswer;
  /** The place of a name in a state, in any spelling. Nothing is guessed. */
  find(state: StateCode, name: string): NationFound;
  /** The places of a state with a record, by name. */
  ofState(state: StateCode): readonly NationEntry[];
  /** The place with a record of a Census GEOID. */
  ofGeoid(geoid: string): NationEntry | undefined;
  /** What helps after a name without a record. */
  wayOn(state: StateCode, name: string, found: NationFound): NationWayOn;
  /** The search over all places, made on first use. Lookups that find a record do not need it. */
  search(): NationSearch;
}

type Known = Extract<NationFound, { readonly kind: "graded" | "absent" }>;

const NONE: NationFound = { kind: "none" };

/** @throws RangeError if a record has no figures of the data year */
export function createNationPlaces(nation: Nation): NationPlaces {
  const answers = answerMaker(nation);
  const average = averageRateOf(nation.yardstick.trend, nation.dataYear);
  const entries = nation.places.map((place) => nationEntry(place, nation, average));
  const byState = Map.groupBy(entries, ({ state }) => state);
  const byGeoid = new Map(entries.map((entry) => [entry.geoid ?? "", entry]));
  const byName = new Map<string, NationFound>();
  const add = (found: Known, place: NationEntry | NationAbsence) => {
    const said = kindIn("", foldPlaceName(place.name, place.state));
    const kinds = said ? keysOf({ ...place, name: said.bare, aliases: [] }, place.state) : [];
    for (const name of new Set([...keysOf(place, place.state), ...kinds.map((bare) => `${said?.kind} of ${bare}`)])) {
      const key = `${place.state} ${name}`;
      const other = byName.get(key);
      byName.set(key, other === undefined ? found : { kind: "several", places: [...placesOf(other), place] });
    }
  };
  for (const entry of entries) {
    let answer: PrebuiltAnswer | undefined;
    const found = {
      kind: "graded",
      entry,
      // Made on first use: the start would wait for thousands that nobody asks for.
      get answer() {
        answer ??= answers.answer({ found: true, data: entry.record });
        return answer;
      },
    } as const;
    add(found, entry);
  }
  for (const absence of nation.absent) add({ kind: "absent", absence }, absence);
  for (const { code, smaller } of nation.states) {
    for (const name of smaller) {
      const key = `${code} ${foldPlaceName(name, code)}`;
      if (!byName.has(key)) byName.set(key, { kind: "smaller", name });
    }
  }
  const statistics = nationStatisticsOf(nation, entries);
  const states = nationStatesOf(nation);
  let search: NationSearch | undefined;
  const openSearch = () => {
    search ??= createNationSearch([...entries, ...nation.absent], nation.version);
    return search;
  };
  return {
    ...answers,
    nation,
    entries,
    statistics,
    stats: answers.answer(statistics),
    states,
    statesAnswer: answers.answer(states),
    find(state, name) {
      const folded = foldPlaceName(name, state);
      const found = byName.get(`${state} ${folded}`);
      const said = kindIn(name, folded);
      if (said === undefined) return found ?? NONE;
      const { kind, bare } = said;
      if (bare !== folded && found !== undefined) return found;
      const own = byName.get(`${state} ${kind} of ${bare}`);
      if (own !== undefined) return own;
      // The Town of Newburgh is not the city that it surrounds, and a place of no known kind may be either.
      const other = byName.get(`${state} ${bare}`) ?? NONE;
      return placesOf(other).every((place) => (kindOf(place) ?? kind) === kind) ? other : NONE;
    },
    ofState: (state) => byState.get(state) ?? [],
    ofGeoid: (geoid) => byGeoid.get(geoid),
    wayOn: (state, name, found) => nationWayOn(state, name, found, openSearch()),
    search: openSearch,
  };
}

function placesOf(found: NationFound): readonly (NationEntry | NationAbsence)[] {
  switch (found.kind) {
    case "graded":
      return [found.entry];
    case "absent":
      return [found.absence];
    case "several":
      return found.places;
    default:
      return [];
  }
}
