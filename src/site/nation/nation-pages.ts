import { explainNationPlace, type NationEntry } from "../../domain/nation-entry.ts";
import { stateOf } from "../../places/nation-names.ts";
import type { Chart } from "../charts/chart.tsx";
import { chartPages } from "../charts/chart-pages.tsx";
import { browseFile } from "../explore/browse/browse-page.tsx";
import { browseQuery } from "../explore/browse/browse-query.ts";
import { comparePages } from "../explore/compare-pages.ts";
import { historyChart } from "../explore/history-chart.tsx";
import { measurePages } from "../explore/measure-data.ts";
import { nearChart } from "../explore/nearby.tsx";
import { sharePages } from "../explore/share/share-pages.ts";
import type { ShownPlace } from "../explore/shown-place.ts";
import { stepsChart } from "../explore/steps-chart.tsx";
import { type Address, NO_QUERY, type Page, page } from "../http/page.ts";
import { nationPlaceUrl, stateUrl } from "../ui/nation-urls.ts";
import { URLS } from "../ui/urls.ts";
import { nationMeasures, nationScoreChart, stateScoreChart } from "./nation-charts.tsx";
import {
  loadNationCompare,
  loadNationSearch,
  nationChosen,
  nationCoveragePage,
  nationSearchPage,
  nationSearchQuery,
} from "./nation-lists.tsx";
import { nationPage } from "./nation-page.tsx";
import { entryAt, loadNationPlace, nationExpectedChart, nationPlacePage, placeAt } from "./nation-place-page.tsx";
import { nationHistory, nationNear, nationPlace } from "./nation-shown.ts";
import { loadNation } from "./nation-view.ts";
import { stateMapChart } from "./state-map.tsx";
import { loadState, loadStateFile, statePage } from "./state-page.tsx";

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
  ...measurePages(URLS.nationChart, nationMeasures),
  ...comparePages(URLS.nationCompare, loadNationCompare, nationChosen),
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
      const place = placeAt(at);
      const history = place && nationHistory(place, at.nation.nation);
      return history ? historyChart(history) : undefined;
    },
  }),
  ...chartPages({
    path: `${URLS.nationPlace}/steps`,
    query: NO_QUERY,
    chart: (at) => chartOf(at, (place, entry) => stepsChart(place, explainNationPlace(entry, at.nation.nation))),
  }),
  ...chartPages({
    path: `${URLS.nationPlace}/expected`,
    query: NO_QUERY,
    chart(at) {
      const place = placeAt(at);
      return place && !("record" in place) ? nationExpectedChart(place, at.nation.nation) : undefined;
    },
  }),
  ...chartPages({
    path: `${URLS.nationPlace}/nearby`,
    query: NO_QUERY,
    chart(at) {
      const place = placeAt(at);
      const near = place && nationNear(at, place);
      return near ? nearChart(near) : undefined;
    },
  }),
  ...sharePages(URLS.nationPlace, (at) => {
    const entry = entryAt(at);
    if (entry === undefined) return undefined;
    return { place: nationPlace(entry, at.nation.nation), scores: stateScoreChart(at.nation, entry.state, entry) };
  }),
];

function chartOf(at: Address, draw: (place: ShownPlace, entry: NationEntry) => Chart): Chart | undefined {
  const entry = entryAt(at);
  return entry && draw(nationPlace(entry, at.nation.nation), entry);
}
