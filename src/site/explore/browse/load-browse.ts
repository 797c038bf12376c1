import { oncePer } from "../../../domain/once-per.ts";
import type { Snapshot } from "../../../domain/snapshot.ts";
import type { Address } from "../../http/page.ts";
import { URLS, urlIn } from "../../ui/urls.ts";
import { type KnownPlace, stateEdition, stateShown } from "../state-places.ts";
import { browseList } from "./browse-list.ts";
import type { BrowseView } from "./browse-page.tsx";
import type { BrowseQuery } from "./browse-query.ts";

/** `/explore/browse`: the cities or the counties of the state. */
export function loadBrowse({ places }: Address, query: BrowseQuery): { readonly data: BrowseView } {
  const lists = listsOf(places.records);
  return { data: { list: query.kind === "counties" ? lists.counties : lists.cities, query } };
}

/** Calculated once: the change of each place, by its own years. */
const listsOf = oncePer((snapshot: Snapshot) => {
  const { cities, counties, absent, absentCounties, dataYear, edition: words } = snapshot;
  const edition = stateEdition(snapshot);
  const path = urlIn(words, URLS.browse);
  const shown = (places: readonly KnownPlace[]) => places.map((place) => stateShown(place, snapshot));
  const shared = {
    path,
    file: `${path}.csv`,
    least: 0,
    source: words.sourceOf(dataYear),
    kinds: [
      { kind: "cities", text: "Cities" },
      { kind: "counties", text: "Counties" },
    ],
  } as const;
  return {
    cities: browseList(edition, shown([...cities, ...absent]), {
      ...shared,
      first: "city",
      title: `Cities of ${words.name}`,
      noun: ["city", "cities"],
      map: `${edition.home}?kind=cities`,
    }),
    counties: browseList(edition, shown([...counties, ...absentCounties]), {
      ...shared,
      first: "county",
      title: `Counties of ${words.name}`,
      noun: ["county", "counties"],
      map: edition.home,
    }),
  };
});
