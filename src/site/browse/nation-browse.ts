import { oncePer } from "../../base/once-per.ts";
import { stateName } from "../../gazetteer/state-text.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import type { NationAddress } from "../http/page.ts";
import { URLS } from "../ui/urls.ts";
import type { BrowseQuery } from "../view/browse-query.ts";
import { nationEdition, nationView } from "../view/nation-views.ts";
import { type BrowseList, type BrowseView, browseList } from "./browse-list.ts";

/** `/us/browse`: the places of all states; with a state, its counties can be chosen. */
export function loadNationBrowse(
  { places }: Pick<NationAddress, "places">,
  query: BrowseQuery,
): { readonly data: BrowseView } {
  const { all, areas } = listOf(places);
  return { data: { list: { ...all, areas: areas.get(query.state) ?? [] }, query } };
}

/** Calculated once: the change of each place. */
const listOf = oncePer(({ nation, entries, states }: NationPlaces) => {
  const own = [...entries, ...nation.absent];
  const edition = nationEdition(nation);
  const views = own.map((place) => nationView(place, nation));
  const list = browseList(edition, views, {
    path: URLS.nationBrowse,
    file: `${URLS.nationBrowse}.csv`,
    title: "All places of the nation",
    noun: ["place", "places"],
    first: "population",
    least: edition.words.kind === "nation" ? edition.words.fewestResidents : 0,
    source: edition.words.trendSource,
    kinds: [],
    map: URLS.nation,
    states: states.states.map(({ state }) => [state.toLowerCase(), stateName(state)]),
  });
  const rows = list.rows.map((row, index) => ({
    ...row,
    name: views[index]?.fullName ?? row.name,
    state: own[index]?.state.toLowerCase() ?? "",
  }));
  const byState = Map.groupBy(rows, ({ state }) => state);
  const namesOf = new Map(list.areas);
  const areas = new Map(
    [...byState].map(([state, mine]) => [
      state,
      [...new Set(mine.map(({ area }) => area))]
        .filter((area) => area !== "")
        .toSorted()
        .map((area) => [area, namesOf.get(area) ?? area] as const),
    ]),
  );
  const all: BrowseList = { ...list, rows };
  return { all, areas };
});
