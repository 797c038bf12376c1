import { stateOf } from "../../places/nation-names.ts";
import { chartPages } from "../charts/chart-pages.tsx";
import { NO_QUERY, type Page, page } from "../http/page.ts";
import { nationPlaceUrl, stateUrl } from "../ui/nation-urls.ts";
import { URLS } from "../ui/urls.ts";
import { nationHistoryChart, nationScoreChart, stateScoreChart } from "./nation-charts.tsx";
import {
  loadNationCompare,
  loadNationSearch,
  nationComparePage,
  nationCompareQuery,
  nationCoveragePage,
  nationSearchPage,
  nationSearchQuery,
} from "./nation-lists.tsx";
import { loadNation, nationPage } from "./nation-page.tsx";
import { entryAt, loadNationPlace, nationPlacePage } from "./nation-place-page.tsx";
import { stateMapChart } from "./state-map.tsx";
import { loadState, statePage, stateQuery } from "./state-page.tsx";

/** The pages of the United States. Fixed paths come before those with a state. */
export const NATION_PAGES: readonly Page[] = [
  page({ path: URLS.nation, query: NO_QUERY, load: loadNation, render: nationPage }),
  ...chartPages({ path: `${URLS.nation}/scores`, query: NO_QUERY, chart: ({ nation }) => nationScoreChart(nation) }),
  ...chartPages({
    path: `${URLS.nation}/map`,
    query: NO_QUERY,
    chart: ({ nation }) => stateMapChart(nation.states),
  }),
  page({
    path: URLS.nationSearch,
    query: nationSearchQuery,
    load: loadNationSearch,
    render: nationSearchPage,
    cache: "no-store",
    sitemap: () => [],
  }),
  page({ path: URLS.nationCompare, query: nationCompareQuery, load: loadNationCompare, render: nationComparePage }),
  page({ path: URLS.nationCoverage, query: NO_QUERY, load: loadNation, render: nationCoveragePage }),
  ...chartPages({
    path: `${URLS.nationState}/scores`,
    query: NO_QUERY,
    chart({ nation, params }) {
      const state = stateOf(params["state"] ?? "");
      return state && nation.ofState(state).length > 0 ? stateScoreChart(nation, state) : undefined;
    },
  }),
  page({
    path: URLS.nationState,
    query: stateQuery,
    load: loadState,
    render: statePage,
    sitemap: (_, { nation }) => nation.states.map(({ code }) => stateUrl(code)),
  }),
  page({
    path: URLS.nationPlace,
    query: NO_QUERY,
    load: loadNationPlace,
    render: nationPlacePage,
    sitemap: (_, { nation }) => [...nation.places, ...nation.absent].map((place) => nationPlaceUrl(place, nation)),
  }),
  ...chartPages({
    path: `${URLS.nationPlace}/scores`,
    query: NO_QUERY,
    chart(at) {
      const entry = entryAt(at);
      return entry && stateScoreChart(at.nation, entry.state, entry);
    },
  }),
  ...chartPages({
    path: `${URLS.nationPlace}/years`,
    query: NO_QUERY,
    chart(at) {
      const entry = entryAt(at);
      return entry && nationHistoryChart(entry, at.nation);
    },
  }),
];
