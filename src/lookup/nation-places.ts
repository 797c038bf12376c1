import { ownText } from "../base/text.ts";
import type { CoveringArea } from "../domain/area-record.ts";
import type { NationFile } from "../domain/nation.ts";
import type { NationNotFound, NationPeers } from "../domain/nation-place.ts";
import type { NationEdition } from "../editions/edition.ts";
import type { StateCode } from "../editions/us-states.ts";
import type { PrebuiltAnswer } from "../figures/answers.ts";
import { nationDataset } from "../figures/dataset.ts";
import { explainNationPlace, historyOfNationPlace, type NationEntry } from "../figures/entries.ts";
import { monthsOfNationPlace } from "../figures/months.ts";
import type { Peers } from "../figures/ranks.ts";
import type { Gazetteer } from "../gazetteer/gazetteer.ts";
import { createCountyAreas } from "./county-areas.ts";
import { createElements } from "./nation-elements.ts";
import { namesakeHint, notFoundIn } from "./nation-hints.ts";
import { createNationLocator } from "./nation-locate/nation-locator.ts";
import { createNationNames, type NationKnown, type NationPlaceEntry } from "./nation-names.ts";
import { createNationSearch, type NationSearch } from "./nation-search.ts";
import type { AskedName } from "./places.ts";

export type NationPlaces = ReturnType<typeof createNationPlaces>;

/** The places of all states: the gazetteer finds them, the dataset has their figures. */
export function createNationPlaces(file: NationFile, edition: NationEdition, gazetteer: Gazetteer) {
  const dataset = nationDataset(file, edition);
  const { nation, entries, ofState } = dataset;
  const absentByState = Map.groupBy(nation.absent, ({ state }) => state);
  const answerOf = (entry: NationPlaceEntry, hint: string | null) =>
    "record" in entry
      ? dataset.answer({ found: true, data: { ...entry.record, ...elements.whereOf(entry) }, hint })
      : undefined;
  /** A class: eight functions for each of thousands of places would take ten times the memory. */
  class Known implements NationKnown {
    readonly entry: NationPlaceEntry;
    #answer: PrebuiltAnswer | undefined;
    /** Another place of the name, and the answer with a hint at it. */
    #beside: readonly [also: NationKnown, answer: PrebuiltAnswer | undefined] | undefined;
    constructor(entry: NationPlaceEntry) {
      this.entry = entry;
    }
    get answer() {
      this.#answer ??= answerOf(this.entry, null);
      return this.#answer;
    }
    answerBeside(also: NationKnown) {
      if (this.#beside?.[0] === also) return this.#beside[1];
      const hint = namesakeHint(also.entry);
      if (hint === null) return this.answer;
      const answer = answerOf(this.entry, hint);
      this.#beside = [also, answer];
      return answer;
    }
    explanation() {
      const { entry } = this;
      if (!("record" in entry)) return undefined;
      return { ...explainNationPlace(entry, nation), county: this.#county, rank: dataset.rankOf(entry) };
    }
    history() {
      if (this.entry.trend === null) return undefined;
      return { ...historyOfNationPlace(this.entry, nation), county: this.#county };
    }
    peers() {
      return "record" in this.entry ? peersOf(this.entry) : undefined;
    }
    months() {
      const months = "months" in this.entry ? monthsOfNationPlace(this.entry, nation) : undefined;
      return months && { ...months, county: this.#county };
    }
    get #county() {
      return elements.whereOf(this.entry).county;
    }
  }
  const names = createNationNames({
    gazetteer,
    known: (entry) => new Known(entry),
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
  const countyAreas = createCountyAreas(dataset, names, gazetteer);
  /** The area that covers a place without figures of its own. */
  const coveredBy = (entry: NationPlaceEntry): CoveringArea | null => {
    if ("record" in entry) return null;
    const row = "place" in entry ? entry.place.row : names.rowOf(entry);
    return countyAreas.coveredBy(entry, row === undefined ? undefined : gazetteer.place(row));
  };
  const { includes } = edition;
  const { coveredAt, cityHint } = countyAreas;
  const ways = { ...elements, gazetteer, find, openSearch, includes, coveredBy, coveredAt, cityHint };
  const locator = createNationLocator({ names, ...ways });
  return {
    ...dataset,
    /** Where a point, a ZIP code, an address, or a name is, and the record if there is one. */
    ...locator,
    gazetteer,
    /** A place as lists show it. */
    listedOf: elements.listedOf,
    residentsOf: elements.residentsOf,
    find,
    /** Drops what was made for requests, with its answers. It is made again when it is asked for. */
    forget(): void {
      dataset.forget();
      names.forget();
      countyAreas.forget();
      locator.forget();
    },
    /** What the edition has of a row of the gazetteer. */
    ofRow: names.ofRow,
    coveredBy,
    /** The one that tells it apart, or the one with most residents. */
    countyOf: (entry: NationPlaceEntry): string | null => elements.whereOf(entry).county,
    /** All counties that a place lies in: first `countyOf`. */
    countiesOf(entry: NationPlaceEntry): readonly string[] {
      const { county, counties } = elements.whereOf(entry);
      return [...new Set([...(county === null ? [] : [county]), ...counties.map((one) => one.county)])];
    },
    /** The areas that county departments police. */
    countyAreas,
    /** What a name of the tables means: the dataset's own, or a state's. */
    published: (state: StateCode, name: string) => find({ state, name: ownText(name) }),
    missed(asked: AskedName): NationNotFound {
      const meaning = find(asked);
      const place = meaning.is === "one" ? elements.listedOf(meaning.place.entry) : null;
      const covered_by = meaning.is === "one" ? coveredBy(meaning.place.entry) : null;
      const { reason, ...help } = notFoundIn(asked, meaning, ways);
      return { reason, place, ...help, covered_by };
    },
    index: async () => openSearch(),
    /** The search over all places, made on first use. Lookups that find a record do not need it. */
    search: openSearch,
  };
}
