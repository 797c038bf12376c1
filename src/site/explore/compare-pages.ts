import { chartPages } from "../charts/chart-pages.tsx";
import { type Address, type Page, page } from "../http/page.ts";
import { comparisonChart } from "./compare-chart.tsx";
import {
  COMPARED,
  type CompareQuery,
  comparedPlaces,
  compareQuery,
  loadComparison,
  placesAsked,
} from "./compare-data.ts";
import { comparePage } from "./compare-page.tsx";
import { compareCard } from "./share/card.tsx";
import { cardUrl } from "./share/share-section.tsx";
import type { ShownPlaces } from "./shown-place.ts";

/** The comparison of an edition's places: its page, the files of its picture, and the card. */
export function comparePages(path: string, editionAt: (at: Address) => ShownPlaces): readonly Page[] {
  const placesOf = (at: Address, { place }: CompareQuery) =>
    comparedPlaces(placesAsked(editionAt(at), { place, add: [] }).places);
  return [
    page({ path, query: compareQuery, load: (at, query) => loadComparison(editionAt(at), query), render: comparePage }),
    ...chartPages({
      path,
      query: compareQuery,
      chart: (at, query) => comparisonChart(placesOf(at, query), editionAt(at).edition.compare),
    }),
    page({
      path: cardUrl(path),
      type: "png",
      cache: "embedded",
      query: compareQuery,
      async load(at, query) {
        const places = placesOf(at, query);
        return places.length < COMPARED.least ? null : { data: await at.services.draw(compareCard(places)) };
      },
      render: (png) => png,
    }),
  ];
}
