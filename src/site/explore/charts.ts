import { chartPages } from "../charts/chart-pages.tsx";
import { type Address, NO_QUERY, type Page } from "../http/page.ts";
import { URLS } from "../ui/urls.ts";
import { exploreQuery, loadExplore } from "./explore-data.ts";
import { countyChart, mapChart } from "./map-chart.tsx";
import { measurePages } from "./measure-data.ts";
import { placeCharts } from "./place-charts.ts";
import { nearParts } from "./place-data.ts";
import { scoreChart } from "./score-chart.tsx";
import { cityCalled, countyCalled, type KnownPlace, statePlaces, stateShown } from "./state-places.ts";

const cityAt = ({ places, params: { slug = "" } }: Address) => cityCalled(places, slug);
const countyAt = ({ places, params: { slug = "" } }: Address) => countyCalled(places, slug);

const IN_STATE = {
  shown: (place: KnownPlace, { places }: Address) => stateShown(place, places.records),
  scores: (place: KnownPlace, { places }: Address) =>
    "record" in place ? scoreChart(places.records, place) : undefined,
};

/** The charts of a state by the path of their files. */
export const STATE_CHARTS: readonly Page[] = [
  ...chartPages({
    path: `${URLS.explore}/scores`,
    query: NO_QUERY,
    chart: ({ places }) => scoreChart(places.records),
  }),
  ...chartPages({
    path: `${URLS.explore}/map`,
    // The order of the table on the page does not change the map.
    query: exploreQuery.transform((query) => ({ ...query, sort: "", order: "" })),
    chart: async (at, query) => mapChart((await loadExplore(at, query)).data),
  }),
  ...placeCharts(URLS.exploreCity, {
    ...IN_STATE,
    placeAt: cityAt,
    near: async (city, { places }) => nearParts(places, await places.geography(), city),
  }),
  ...placeCharts(URLS.exploreCounty, { ...IN_STATE, placeAt: countyAt }),
  ...chartPages({
    path: `${URLS.exploreCounty}/map`,
    query: NO_QUERY,
    async chart(at) {
      const county = countyAt(at);
      if (county === undefined) return undefined;
      const { county: name } = "record" in county ? county.record : county;
      return countyChart(at.places.records, await at.places.geography(), name);
    },
  }),
  ...measurePages(URLS.chart, statePlaces),
];
