import { NO_TEXT } from "../../base/text.ts";
import type { NationEdition } from "../../editions/edition.ts";
import { stateOf } from "../../gazetteer/kinds.ts";
import { browseFile } from "../browse/browse-page.tsx";
import { chartPages } from "../charts/chart-pages.tsx";
import { comparePages } from "../compare/compare-page.tsx";
import { NO_QUERY, type Page, pagesOf } from "../http/page.ts";
import { measurePages } from "../measure/measure-data.ts";
import { placeCharts } from "../place/place-charts.ts";
import { nationPlaceUrl, stateUrl } from "../ui/nation-urls.ts";
import { URLS } from "../ui/urls.ts";
import { browseQuery } from "../view/browse-query.ts";
import { searchQuery } from "../view/find-typed.ts";
import { nationScoreChart } from "./nation-charts.tsx";
import { loadNationSearch, nationCoveragePage, nationSearchPage } from "./nation-lists.tsx";
import { nationPage } from "./nation-page.tsx";
import { loadNationPlace, nationPlacePage, placeAt } from "./nation-place-page.tsx";
import { loadNation, nationNear, nationPlaces, nationShown } from "./nation-shown.ts";
import { stateMapChart } from "./state-map.tsx";
import { loadState, loadStateFile, statePage } from "./state-page.tsx";

/** The pages of an edition of places in states. Fixed paths come before those with a state. */
export function nationPages(edition: NationEdition): readonly Page[] {
  const page = pagesOf((served) => served.nation(edition));
  return [
    page({ path: URLS.nation, query: NO_QUERY, load: loadNation, render: nationPage }),
    ...chartPages(page, {
      path: `${URLS.nation}/scores`,
      query: NO_QUERY,
      chart: ({ places: nation }) => nationScoreChart(nation),
    }),
    ...chartPages(page, {
      path: `${URLS.nation}/map`,
      query: NO_QUERY,
      chart: ({ places: nation }) => stateMapChart(nation.states),
    }),
    page({
      path: URLS.nationSearch,
      query: searchQuery,
      load: loadNationSearch,
      render: nationSearchPage,
      cache: "no-store",
      sitemap: () => [],
    }),
    ...measurePages(page, URLS.nationChart, nationPlaces),
    ...comparePages(page, URLS.nationCompare, nationPlaces),
    page({ path: URLS.nationCoverage, query: NO_QUERY, load: loadNation, render: nationCoveragePage }),
    ...chartPages(page, {
      path: `${URLS.nationState}/scores`,
      query: NO_QUERY,
      chart({ places: nation, params }) {
        const state = stateOf(params["state"] ?? NO_TEXT);
        return state && nation.ofState(state).length > 0 ? nationScoreChart(nation, state) : undefined;
      },
    }),
    page({
      path: `${URLS.nationState}/places.csv`,
      type: "csv",
      query: browseQuery,
      load: loadStateFile,
      render: browseFile,
    }),
    page({
      path: URLS.nationState,
      query: browseQuery,
      load: loadState,
      render: statePage,
      sitemap: ({ places: { nation } }) => nation.states.map(({ code }) => stateUrl(code)),
    }),
    page({
      path: URLS.nationPlace,
      query: NO_QUERY,
      load: loadNationPlace,
      render: nationPlacePage,
      sitemap: ({ places: { nation } }) =>
        [...nation.places, ...nation.absent].map((place) => nationPlaceUrl(place, nation)),
    }),
    ...placeCharts(page, URLS.nationPlace, {
      placeAt,
      shown: (place, { places: nation }) => nationShown(place, nation.nation),
      scores: (place, { places: nation }) =>
        "record" in place ? nationScoreChart(nation, place.state, place) : undefined,
      near: nationNear,
    }),
  ];
}
