import { chartPages } from "../charts/chart-pages.tsx";
import { type Address, found, NO_QUERY, type Page, page } from "../http/page.ts";
import { URLS } from "../ui/urls.ts";
import { loadBrowse } from "./browse/browse-list.ts";
import { browseFile, browsePage } from "./browse/browse-page.tsx";
import { browseQuery } from "./browse/browse-query.ts";
import { comparePages } from "./compare-page.tsx";
import { coveragePage } from "./coverage-page.tsx";
import { exploreQuery, loadExplore } from "./explore-data.ts";
import { explorePage } from "./explore-page.tsx";
import { namedPlacePage, zipPage } from "./located-page.tsx";
import { countyChart, mapChart } from "./map-chart.tsx";
import { measurePages } from "./measure-data.ts";
import { placeCharts } from "./place-charts.ts";
import { loadNamedPlace, loadPlace, loadZip, nearParts } from "./place-data.ts";
import { countyNames, countyUrl, placeUrl, zipUrl } from "./place-name.ts";
import { placePage } from "./place-page.tsx";
import { scoreChart } from "./score-chart.tsx";
import { cityCalled, countyCalled, type KnownPlace, statePlaces, stateShown } from "./state-places.ts";

const cityAt = ({ places, params: { slug = "" } }: Address) => cityCalled(places, slug);
const countyAt = ({ places, params: { slug = "" } }: Address) => countyCalled(places, slug);

const IN_STATE = {
  shown: (place: KnownPlace, { places }: Address) => stateShown(place, places.records),
  scores: (place: KnownPlace, { places }: Address) =>
    "record" in place ? scoreChart(places.records, place) : undefined,
};

/** The pages of a state's edition, at the paths of the contract's. */
export const STATE_PAGES: readonly Page[] = [
  page({ path: URLS.explore, query: exploreQuery, load: loadExplore, render: explorePage }),
  page({ path: URLS.browse, query: browseQuery, load: loadBrowse, render: browsePage }),
  page({ path: `${URLS.browse}.csv`, type: "csv", query: browseQuery, load: loadBrowse, render: browseFile }),
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
  ...comparePages(URLS.compare, statePlaces),
  page({
    path: URLS.exploreCity,
    query: NO_QUERY,
    load: loadPlace(cityCalled),
    render: placePage,
    sitemap: ({ places: { records } }) => records.cities.map((city) => stateShown(city, records).path),
  }),
  page({
    path: URLS.exploreCounty,
    query: NO_QUERY,
    load: loadPlace(countyCalled),
    render: placePage,
    sitemap: ({ places: { records } }) => countyNames(records).map((name) => countyUrl(records.edition, name)),
  }),
  page({
    path: URLS.explorePlace,
    query: NO_QUERY,
    load: loadNamedPlace,
    render: namedPlacePage,
    sitemap: async ({ places }) =>
      new Set((await places.geography()).names.map(({ place }) => placeUrl(places.records.edition, place))),
  }),
  page({
    path: URLS.exploreZip,
    query: NO_QUERY,
    load: loadZip,
    render: zipPage,
    sitemap: async ({ places }) =>
      (await places.geography()).zips.map(({ zip }) => zipUrl(places.records.edition, zip)),
  }),
  page({ path: URLS.coverage, query: NO_QUERY, load: ({ places }) => found(places), render: coveragePage }),
];
