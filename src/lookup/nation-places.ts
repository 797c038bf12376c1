import { ownText } from "../base/text.ts";
import type { NationFile } from "../domain/nation.ts";
import type { NationEdition } from "../editions/edition.ts";
import type { StateCode } from "../editions/us-states.ts";
import type { PrebuiltAnswer } from "../figures/answers.ts";
import { nationDataset } from "../figures/dataset.ts";
import { explainNationPlace, historyOfNationPlace } from "../figures/entries.ts";
import type { Gazetteer } from "../gazetteer/gazetteer.ts";
import { notFoundIn } from "./nation-hints.ts";
import { createNationNames, type NationKnown, type NationPlaceEntry } from "./nation-names.ts";
import { createNationSearch, type NationSearch } from "./nation-search.ts";
import type { AskedName } from "./places.ts";

export type NationPlaces = ReturnType<typeof createNationPlaces>;

/** The places of all states: the gazetteer finds them, the dataset has their figures. */
export function createNationPlaces(file: NationFile, edition: NationEdition, gazetteer: Gazetteer) {
  const dataset = nationDataset(file, edition);
  const { nation, entries, ofState } = dataset;
  const absentByState = Map.groupBy(nation.absent, ({ state }) => state);
  const known = (entry: NationPlaceEntry): NationKnown => {
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
  const names = createNationNames({
    gazetteer,
    known,
    ofState: (state) => [...ofState(state), ...(absentByState.get(state) ?? [])],
  });
  let search: NationSearch | undefined;
  const openSearch = () => {
    search ??= createNationSearch([...entries, ...nation.absent], names, gazetteer, nation.version);
    return search;
  };
  const find = names.find;
  return {
    ...dataset,
    gazetteer,
    find,
    /** What a name of the tables means: the dataset's own, or a state's. */
    published: (state: StateCode, name: string) => find({ state, name: ownText(name) }),
    missed: (asked: AskedName) => notFoundIn(asked, find(asked), openSearch),
    index: async () => openSearch(),
    /** The search over all places, made on first use. Lookups that find a record do not need it. */
    search: openSearch,
  };
}
