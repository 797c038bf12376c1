import { chartPages } from "../charts/chart-pages.tsx";
import { type Address, type Loaded, type Page, page } from "../http/page.ts";
import { comparisonChart } from "./compare-chart.tsx";
import { type CompareQuery, compareQuery } from "./compare-data.ts";
import { COMPARED, type CompareView, comparePage } from "./compare-page.tsx";
import { compareCard } from "./share/card.tsx";
import { cardUrl } from "./share/share-section.tsx";
import type { ShownPlace } from "./shown-place.ts";

/** The comparison of an edition's places: its page, the files of its picture, and the card. */
export function comparePages(
  path: string,
  load: (at: Address, query: CompareQuery) => Promise<Loaded<CompareView>> | Loaded<CompareView>,
  placesOf: (at: Address, query: CompareQuery) => readonly ShownPlace[],
): readonly Page[] {
  return [
    page({ path, query: compareQuery, load, render: comparePage }),
    ...chartPages({ path, query: compareQuery, chart: (at, query) => comparisonChart(placesOf(at, query), path) }),
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
