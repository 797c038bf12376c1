import { oncePer } from "../../base/once-per.ts";
import type { NationAbsence } from "../../domain/nation.ts";
import { trendSourceOf } from "../../editions/edition.ts";
import type { NationEntry } from "../../figures/entries.ts";
import { stateName } from "../../gazetteer/state-text.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import type { NationAddress } from "../http/page.ts";
import { URLS } from "../ui/urls.ts";
import type { BrowseQuery } from "../view/browse-query.ts";
import { nationEdition, nationView } from "../view/nation-views.ts";
import { type BrowseList, type BrowsePlace, type BrowseView, browseList } from "./browse-list.ts";

/** `/us/browse`: the places of all states; with a state, its counties can be chosen. */
export function loadNationBrowse(
  { places }: Pick<NationAddress, "places">,
  query: BrowseQuery,
): { readonly data: BrowseView } {
  const { all, areas } = listOf(places);
  return { data: { list: { ...all, areas: areas.get(query.state) ?? [] }, query } };
}

/** A place with the counties that it lies in. */
export function nationListed(place: NationEntry | NationAbsence, places: NationPlaces): BrowsePlace {
  return { view: nationView(place, places.nation), counties: places.countiesOf(place) };
}

/** Calculated once: the change of each place. */
const listOf = oncePer((places: NationPlaces) => {
  const { nation, entries, states } = places;
  const own = [...entries, ...nation.absent];
  const edition = nationEdition(nation);
  const listed = own.map((place) => nationListed(place, places));
  const list = browseList(edition, listed, {
    path: URLS.nationBrowse,
    file: `${URLS.nationBrowse}.csv`,
    title: "All U.S. places",
    noun: ["place", "places"],
    first: "population",
    least: edition.words.kind === "nation" ? edition.words.fewestResidents : 0,
    source: trendSourceOf(edition.words),
    kinds: [],
    map: URLS.nation,
    states: states.states.map(({ state }) => [state.toLowerCase(), stateName(state)]),
  });
  const rows = list.rows.map((row, index) => ({
    ...row,
    name: listed[index]?.view.fullName ?? row.name,
    state: own[index]?.state.toLowerCase() ?? "",
  }));
  const byState = Map.groupBy(rows, ({ state }) => state);
  const namesOf = new Map(list.areas);
  const areas = new Map(
    [...byState].map(([state, mine]) => [
      state,
      [...new Set(mine.flatMap((row) => row.areas))]
        .toSorted()
        .map((area) => [area, namesOf.get(area) ?? area] as const),
    ]),
  );
  const all: BrowseList = { ...list, rows };
  return { all, areas };
});
