import { chartPages } from "../charts/chart-pages.tsx";
import { type Address, NO_QUERY, type Page } from "../http/page.ts";
import { URLS } from "../ui/urls.ts";
import { exploreQuery, loadExplore } from "./explore-data.ts";
import { countyChart, mapChart } from "./map-chart.tsx";
import { measurePages } from "./measure-data.ts";
import { placeCharts } from "./place-charts.ts";
import { nearParts } from "./place-data.ts";
import { scoreChart } from "./score-chart.tsx";
import { cityCalled, countyCalled, statePlaces, stateShown } from "./state-places.ts";

const cityAt = ({ places, params: { slug = "" } }: Address) => cityCalled(places, slug);
const countyAt = ({ places, params: { slug = "" } }: Address) => countyCalled(places, slug);

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
    placeAt(at) {
      const city = cityAt(at);
      return city && stateShown(city, at.places.records);
    },
    scores: (at) => scoresAt(at, cityAt(at)),
    async near(at) {
      const city = cityAt(at);
      return city ? nearParts(at.places, await at.places.geography(), city) : null;
    },
  }),
  ...placeCharts(URLS.exploreCounty, {
    placeAt(at) {
      const county = countyAt(at);
      return county && stateShown(county, at.places.records);
    },
    scores: (at) => scoresAt(at, countyAt(at)),
  }),
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

function scoresAt({ places }: Address, place: ReturnType<typeof cityAt> | ReturnType<typeof countyAt>) {
  return place && "record" in place ? scoreChart(places.records, place) : undefined;
}
