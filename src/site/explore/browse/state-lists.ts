import { CALIFORNIA } from "../../../domain/edition.ts";
import { oncePer } from "../../../domain/once-per.ts";
import type { Snapshot } from "../../../domain/snapshot.ts";
import type { Address } from "../../http/page.ts";
import { sourceLine } from "../../ui/source-line.ts";
import { URLS } from "../../ui/urls.ts";
import { californiaEdition, californiaShown, type KnownPlace } from "../california-places.ts";
import { browseList } from "./browse-list.ts";
import type { BrowseView } from "./browse-page.tsx";
import type { BrowseQuery } from "./browse-query.ts";

/** `/explore/browse`: the cities or the counties of the state. */
export function loadBrowse({ places }: Address, query: BrowseQuery): { readonly data: BrowseView } {
  const lists = listsOf(places.records);
  return { data: { list: query.kind === "counties" ? lists.counties : lists.cities, query, compare: URLS.compare } };
}

/** Calculated once: the change of each place, by its own years. */
const listsOf = oncePer((snapshot: Snapshot) => {
  const { cities, counties, absent, absentCounties, dataYear } = snapshot;
  const edition = californiaEdition(snapshot);
  const shown = (places: readonly KnownPlace[]) => places.map((place) => californiaShown(place, snapshot));
  const shared = {
    path: URLS.browse,
    file: `${URLS.browse}.csv`,
    least: 0,
    source: sourceLine(dataYear),
    kinds: [
      { kind: "cities", text: "Cities" },
      { kind: "counties", text: "Counties" },
    ],
  } as const;
  return {
    cities: browseList(edition, shown([...cities, ...absent]), {
      ...shared,
      first: "city",
      title: `Cities of ${CALIFORNIA.name}`,
      noun: ["city", "cities"],
      map: `${URLS.explore}?kind=cities`,
    }),
    counties: browseList(edition, shown([...counties, ...absentCounties]), {
      ...shared,
      first: "county",
      title: `Counties of ${CALIFORNIA.name}`,
      noun: ["county", "counties"],
      map: URLS.explore,
    }),
  };
});
