import { ownText, type Typed } from "../base/text.ts";
import type { NationAbsence, NationFile } from "../domain/nation.ts";
import type { NationEdition } from "../editions/edition.ts";
import type { StateCode } from "../editions/us-states.ts";
import type { PrebuiltAnswer } from "../figures/answers.ts";
import { nationDataset } from "../figures/dataset.ts";
import { explainNationPlace, historyOfNationPlace, type NationEntry } from "../figures/entries.ts";
import { foldPlaceName, keysOf, kindIn, kindOf } from "../gazetteer/kinds.ts";
import { createNationSearch, type NationMeaning, type NationSearch, notFoundIn } from "./nation-hints.ts";
import type { AskedName, KnownPlace } from "./places.ts";

export type NationPlaces = ReturnType<typeof createNationPlaces>;

type Known = KnownPlace<NationEntry | NationAbsence>;

const NONE: NationMeaning = { is: "none" };

/** The places of all states by their names. */
export function createNationPlaces(file: NationFile, edition: NationEdition) {
  const dataset = nationDataset(file, edition);
  const { nation, entries, ofState } = dataset;
  const absentByState = Map.groupBy(nation.absent, ({ state }) => state);
  const names = new Map<StateCode, StateNames>();
  const known = (entry: NationEntry | NationAbsence): Known => {
    let answer: PrebuiltAnswer | undefined;
    return {
      entry,
      get answer() {
        if ("record" in entry) answer ??= dataset.answer({ found: true, data: entry.record });
        return answer;
      },
      explanation: () => ("record" in entry ? explainNationPlace(entry, nation) : undefined),
      history: () => (entry.trend === null ? undefined : historyOfNationPlace(entry, nation)),
    };
  };
  /** Made on first use, as the answers: the start would wait for thousands that nobody asks for. */
  const namesIn = (state: StateCode) => {
    const made = names.get(state);
    if (made !== undefined) return made;
    const smaller = nation.states.find(({ code }) => code === state)?.smaller ?? [];
    const own = namesOfState(state, [...ofState(state), ...(absentByState.get(state) ?? [])].map(known), smaller);
    names.set(state, own);
    return own;
  };
  let search: NationSearch | undefined;
  const openSearch = () => {
    search ??= createNationSearch([...entries, ...nation.absent], nation.version);
    return search;
  };
  const find = ({ state, name }: Pick<AskedName, "state" | "name">): NationMeaning =>
    meaningOf(name, state, namesIn(state));
  return {
    ...dataset,
    find,
    /** The same for a name as the dataset bears it, which is not folded. */
    published: (state: StateCode, name: string): NationMeaning => namesIn(state).get(name) ?? NONE,
    missed: (asked: AskedName) => notFoundIn(asked, find(asked), openSearch()),
    index: async () => openSearch(),
    /** The search over all places, made on first use. Lookups that find a record do not need it. */
    search: openSearch,
  };
}

/** What the names of a state mean, in their folded form, with "town of" where a name says the kind, and as published. */
type StateNames = ReadonlyMap<string, NationMeaning>;

function namesOfState(state: StateCode, known: readonly Known[], smaller: readonly string[]): StateNames {
  const names = new Map<string, NationMeaning>();
  for (const own of known) {
    const { entry: place } = own;
    const one = { is: "one", place: own } as const;
    const said = kindIn("", foldPlaceName(ownText(place.name), state));
    const kinds = said ? keysOf({ ...place, name: said.bare, aliases: [] }, state) : [];
    for (const key of new Set([...keysOf(place, state), ...kinds.map((bare) => `${said?.kind} of ${bare}`)])) {
      const other = names.get(key);
      names.set(key, other === undefined ? one : { is: "several", places: [...placesOf(other), own] });
    }
  }
  for (const name of smaller) {
    const key = foldPlaceName(ownText(name), state);
    if (!names.has(key)) names.set(key, { is: "smaller", name });
  }
  for (const { entry } of known) names.set(entry.name, meaningOf(ownText(entry.name), state, names));
  return names;
}

/** Nearly all names are asked for as published, and need no folding. */
function meaningOf(name: Typed, state: StateCode, names: StateNames): NationMeaning {
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
  return placesOf(other).every(({ entry }) => (kindOf(entry) ?? kind) === kind) ? other : NONE;
}

function placesOf(meaning: NationMeaning): readonly Known[] {
  if (meaning.is === "one") return [meaning.place];
  return meaning.is === "several" ? meaning.places : [];
}
