import { ownText, type Typed } from "../base/text.ts";
import type { NationEdition } from "../domain/edition.ts";
import type { Nation, NationAbsence, NationFile } from "../domain/nation.ts";
import type { StateCode } from "../domain/us-states.ts";
import { foldPlaceName, keysOf, kindIn, kindOf } from "../gazetteer/kinds.ts";
import { answerMaker, type PrebuiltAnswer } from "./answers.ts";
import { type NationEntry, nationEntries, nationStatesOf, nationStatisticsOf } from "./entries.ts";
import { createNationSearch, type NationFound, type NationSearch, nationWayOn } from "./nation-search.ts";

export type NationPlaces = ReturnType<typeof createNationPlaces>;

type Known = Extract<NationFound, { readonly kind: "graded" | "absent" }>;

const NONE: NationFound = { kind: "none" };

/**
 * The places of a nation's dataset with their answers. Immutable: a new dataset gets new places. @throws RangeError if a
 * record has no figures of the data year
 */
export function createNationPlaces(file: NationFile, edition: NationEdition) {
  const nation: Nation = { ...file, edition };
  const answers = answerMaker(nation);
  const entries = nationEntries(nation);
  const byState = Map.groupBy(entries, ({ state }) => state);
  const byGeoid = new Map(entries.map((entry) => [entry.geoid ?? "", entry]));
  const absentByState = Map.groupBy(nation.absent, ({ state }) => state);
  const ofState = (state: StateCode) => byState.get(state) ?? [];
  const names = new Map<StateCode, StateNames>();
  /** Made on first use, as the answers: the start would wait for thousands that nobody asks for. */
  const namesIn = (state: StateCode) => {
    const known = names.get(state);
    if (known !== undefined) return known;
    const graded = ofState(state).map((entry): Known => {
      let answer: PrebuiltAnswer | undefined;
      return {
        kind: "graded",
        entry,
        get answer() {
          answer ??= answers.answer({ found: true, data: entry.record });
          return answer;
        },
      };
    });
    const absent = (absentByState.get(state) ?? []).map((absence): Known => ({ kind: "absent", absence }));
    const smaller = nation.states.find(({ code }) => code === state)?.smaller ?? [];
    const own = namesOfState(state, [...graded, ...absent], smaller);
    names.set(state, own);
    return own;
  };
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
    /** By state, then name. */
    entries,
    statistics,
    stats: answers.answer(statistics),
    states,
    statesAnswer: answers.answer(states),
    /** The place of a name in a state, in any spelling. Nothing is guessed. */
    find: (state: StateCode, name: Typed) => meaningOf(name, state, namesIn(state)),
    /** The same for a name as the dataset bears it, which is not folded. */
    published: (state: StateCode, name: string): NationFound => namesIn(state).get(name) ?? NONE,
    /** The places of a state with a record, by name. */
    ofState,
    /** The place with a record of a Census GEOID. */
    ofGeoid: (geoid: string) => byGeoid.get(geoid),
    /** What helps after a name without a record. */
    wayOn: (state: StateCode, name: Typed, found: NationFound) => nationWayOn(state, name, found, openSearch()),
    /** The search over all places, made on first use. Lookups that find a record do not need it. */
    search: openSearch,
  };
}

/** What the names of a state mean, in their folded form, with "town of" where a name says the kind, and as published. */
type StateNames = ReadonlyMap<string, NationFound>;

function namesOfState(state: StateCode, known: readonly Known[], smaller: readonly string[]): StateNames {
  const names = new Map<string, NationFound>();
  for (const found of known) {
    const place = placeOf(found);
    const said = kindIn("", foldPlaceName(ownText(place.name), state));
    const kinds = said ? keysOf({ ...place, name: said.bare, aliases: [] }, state) : [];
    for (const key of new Set([...keysOf(place, state), ...kinds.map((bare) => `${said?.kind} of ${bare}`)])) {
      const other = names.get(key);
      names.set(key, other === undefined ? found : { kind: "several", places: [...placesOf(other), place] });
    }
  }
  for (const name of smaller) {
    const key = foldPlaceName(ownText(name), state);
    if (!names.has(key)) names.set(key, { kind: "smaller", name });
  }
  for (const { name } of known.map(placeOf)) names.set(name, meaningOf(ownText(name), state, names));
  return names;
}

/** Nearly all names are asked for as published, and need no folding. */
function meaningOf(name: Typed, state: StateCode, names: StateNames): NationFound {
  const published = names.get(name);
  if (published !== undefined) return published;
  const folded = foldPlaceName(name, state);
  const found = names.get(folded);
  const said = kindIn(name, folded);
  if (said === undefined) return found ?? NONE;
  const { kind, bare } = said;
  if (bare !== folded && found !== undefined) return found;
  const own = names.get(`${kind} of ${bare}`);
  if (own !== undefined) return own;
  // The Town of Newburgh is not the city that it surrounds, and a place of no known kind may be either.
  const other = names.get(bare) ?? NONE;
  return placesOf(other).every((place) => (kindOf(place) ?? kind) === kind) ? other : NONE;
}

function placeOf(found: Known): NationEntry | NationAbsence {
  return found.kind === "graded" ? found.entry : found.absence;
}

function placesOf(found: NationFound): readonly (NationEntry | NationAbsence)[] {
  switch (found.kind) {
    case "graded":
    case "absent":
      return [placeOf(found)];
    case "several":
      return found.places;
    default:
      return [];
  }
}
