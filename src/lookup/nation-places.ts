import { ownText } from "../base/text.ts";
import type { NationFile } from "../domain/nation.ts";
import type { NationPeers } from "../domain/nation-place.ts";
import type { NationEdition } from "../editions/edition.ts";
import type { StateCode } from "../editions/us-states.ts";
import type { PrebuiltAnswer } from "../figures/answers.ts";
import { nationDataset } from "../figures/dataset.ts";
import { explainNationPlace, historyOfNationPlace, type NationEntry } from "../figures/entries.ts";
import { monthsOfNationPlace } from "../figures/months.ts";
import type { Peers } from "../figures/ranks.ts";
import type { Gazetteer } from "../gazetteer/gazetteer.ts";
import { createElements } from "./nation-elements.ts";
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
      explanation: () =>
        "record" in entry ? { ...explainNationPlace(entry, nation), rank: dataset.rankOf(entry) } : undefined,
      history: () => (entry.trend === null ? undefined : historyOfNationPlace(entry, nation)),
      peers: () => ("record" in entry ? peersOf(entry) : undefined),
      months: () => ("months" in entry ? monthsOfNationPlace(entry, nation) : undefined),
    };
  };
  const names = createNationNames({
    gazetteer,
    known,
    ofState: (state) => [...ofState(state), ...(absentByState.get(state) ?? [])],
  });
  const elements = createElements(dataset, names, gazetteer);
  const peersOf = (entry: NationEntry): NationPeers => {
    const { state, nation } = dataset.peersOf(entry);
    const listed = ({ larger, smaller }: Peers) => ({
      larger: larger.map(elements.listedOf),
      smaller: smaller.map(elements.listedOf),
    });
    return {
      place: elements.listedOf(entry),
      in_state: listed(state),
      in_nation: listed(nation),
      yardstick: entry.record.yardstick,
    };
  };
  let search: NationSearch | undefined;
  const openSearch = () => {
    search ??= createNationSearch([...entries, ...nation.absent], names, elements, gazetteer, nation.version);
    return search;
  };
  const find = names.find;
  return {
    ...dataset,
    gazetteer,
    find,
    /** What a name of the tables means: the dataset's own, or a state's. */
    published: (state: StateCode, name: string) => find({ state, name: ownText(name) }),
    missed: (asked: AskedName) => notFoundIn(asked, find(asked), { ...elements, openSearch }),
    index: async () => openSearch(),
    /** The search over all places, made on first use. Lookups that find a record do not need it. */
    search: openSearch,
  };
}
