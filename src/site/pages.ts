import { OPERATIONS } from "../api/operations.ts";
import { NO_TEXT } from "../base/text.ts";
import { PROBLEM_CODES } from "../domain/problem.ts";
import type { Edition, NationEdition, StateEdition } from "../editions/edition.ts";
import { ALL_EDITIONS, STATE_EDITIONS } from "../editions/table.ts";
import { stateOf } from "../gazetteer/state-text.ts";
import type { StateEntry } from "../lookup/state-places.ts";
import { backtestPage, COVERAGE_CHART } from "./about/backtest-page.tsx";
import { coveragePage } from "./about/coverage-page.tsx";
import { editionsPage } from "./about/editions-page.tsx";
import { feed } from "./about/feed.ts";
import { areasMethodPage, methodologyPage, specificationPage } from "./about/methodology-page.tsx";
import { nationCoveragePage } from "./about/nation-coverage-page.tsx";
import { loadBrowse } from "./browse/browse-list.ts";
import { browseFile, browsePage } from "./browse/browse-page.tsx";
import { loadNationBrowse } from "./browse/nation-browse.ts";
import { loadState, loadStateFile, statePage } from "./browse/state-page.tsx";
import { chartPages } from "./charts/chart-pages.tsx";
import { comparePages } from "./compare/compare-page.tsx";
import { docsPage } from "./docs/docs-page.tsx";
import { errorPage } from "./docs/error-page.tsx";
import { GUIDES, TOOLS } from "./docs/guides.tsx";
import { loadDocs, loadError, loadGuide, loadOperation, operationQuery } from "./docs/load-docs.ts";
import { operationUrl } from "./docs/operation-link.tsx";
import { operationPage } from "./docs/operation-page.tsx";
import { referencePage } from "./docs/reference-page.tsx";
import { downloadPages, loadDownloads } from "./downloads/download-files.ts";
import { downloadsPage } from "./downloads/downloads-page.tsx";
import { homePage } from "./home/home.tsx";
import { homeCard } from "./home/home-card.tsx";
import { pricingPage } from "./home/pricing.tsx";
import {
  type Address,
  found,
  loadEdition,
  movedPage,
  movedTo,
  NO_QUERY,
  type Page,
  page,
  pagesOf,
} from "./http/page.ts";
import { dotMapChart } from "./map/dot-map.tsx";
import { exploreQuery, loadExplore } from "./map/explore-data.ts";
import { explorePage } from "./map/explore-page.tsx";
import { countyChart, mapChart } from "./map/map-chart.tsx";
import { nationPage } from "./map/nation-page.tsx";
import { stateMapChart } from "./map/state-map.tsx";
import { measurePages } from "./measure/measure-data.ts";
import { monthsChart } from "./measure/months-chart.tsx";
import { nationScoreChart, scoreChart } from "./measure/score-chart.tsx";
import { loadNear, nearQuery } from "./near/load-near.ts";
import { nearFile, nearPage } from "./near/near-page.tsx";
import { areaCardAt, areaMonthsAt, areaPage, loadArea } from "./place/area-page.tsx";
import { loadNamedPlace, loadZip, namedPlacePage, zipPage } from "./place/located-page.tsx";
import { placeCharts } from "./place/place-charts.ts";
import { nationNear, stateNear } from "./place/place-data.ts";
import { loadPlace, placePage } from "./place/place-page.tsx";
import { loadNationPlace, nationPlacePage, placeAt } from "./place/town-page.tsx";
import { loadSuggestions, suggestionsQuery } from "./search/completion.ts";
import { loadSearch } from "./search/load-search.ts";
import { searchPage } from "./search/search-page.tsx";
import { cardPage } from "./share/card-page.ts";
import { cardUrl } from "./share/share-section.tsx";
import { sitemapPage } from "./sitemap.ts";
import { EMBED_SCRIPT } from "./ui/assets.ts";
import { URLS, urlIn, urlOf, withQuery } from "./ui/urls.ts";
import { areaUrl, countyNames, countyUrl, nationPlaceUrl, placeUrl, stateUrl, zipUrl } from "./view/addresses.ts";
import { browseQuery } from "./view/browse-query.ts";
import { searchQuery } from "./view/find-typed.ts";
import { nationView, nationViews } from "./view/nation-views.ts";
import { cityCalled, countyCalled, stateView, stateViews } from "./view/views.ts";

const cityAt = ({ places, params: { slug = NO_TEXT } }: Address) => cityCalled(places, slug);
const countyAt = ({ places, params: { slug = NO_TEXT } }: Address) => countyCalled(places, slug);

const IN_STATE = {
  viewOf: (place: StateEntry, { places }: Address) => stateView(place, places.records),
  scores: (place: StateEntry, { places }: Address) =>
    "record" in place ? scoreChart(places.records, place) : undefined,
};

/** The pages of a state's edition, at the paths of the contract's with its own part. */
function statePages(edition: StateEdition): readonly Page[] {
  const page = pagesOf(
    (served) => served.state(edition),
    (path) => urlIn(edition, path),
  );
  return [
    page({ path: URLS.explore, query: exploreQuery, load: loadExplore, render: explorePage }),
    page({ path: URLS.browse, query: browseQuery, load: loadBrowse, render: browsePage }),
    page({ path: `${URLS.browse}.csv`, type: "csv", query: browseQuery, load: loadBrowse, render: browseFile }),
    ...chartPages(page, {
      path: `${URLS.explore}/scores`,
      query: NO_QUERY,
      chart: ({ places }) => scoreChart(places.records),
    }),
    ...chartPages(page, {
      path: `${URLS.explore}/map`,
      // The order of the table on the page does not change the map.
      query: exploreQuery.transform((query) => ({ ...query, sort: "", order: "" })),
      chart: async (at, query) => mapChart((await loadExplore(at, query)).data),
    }),
    ...placeCharts(page, URLS.exploreCity, { ...IN_STATE, placeAt: cityAt, near: stateNear }),
    ...placeCharts(page, URLS.exploreCounty, { ...IN_STATE, placeAt: countyAt }),
    ...chartPages(page, {
      path: `${URLS.exploreCounty}/map`,
      query: NO_QUERY,
      async chart(at) {
        const county = countyAt(at);
        if (county === undefined) return undefined;
        const { county: name } = "record" in county ? county.record : county;
        return countyChart(at.places.records, await at.places.geography(), name);
      },
    }),
    ...measurePages(page, URLS.chart, stateViews),
    ...comparePages(page, URLS.compare, stateViews),
    page({
      path: URLS.exploreCity,
      query: NO_QUERY,
      load: loadPlace(cityCalled),
      render: placePage,
      sitemap: ({ places: { records } }) => records.cities.map((city) => stateView(city, records).path),
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
}

/** The pages of an edition of places in states. Fixed paths come before those with a state. */
function nationPages(edition: NationEdition): readonly Page[] {
  const page = pagesOf((served) => served.nation(edition));
  return [
    page({ path: URLS.nation, query: NO_QUERY, load: loadEdition, render: nationPage }),
    ...chartPages(page, {
      path: `${URLS.nation}/scores`,
      query: NO_QUERY,
      chart: ({ places: nation }) => nationScoreChart(nation),
    }),
    ...chartPages(page, {
      path: `${URLS.nation}/map`,
      query: NO_QUERY,
      chart: ({ places: nation }) => dotMapChart(nation),
    }),
    ...chartPages(page, {
      path: `${URLS.nationCoverage}/map`,
      query: NO_QUERY,
      chart: ({ places: nation }) => stateMapChart(nation),
    }),
    page({ path: URLS.nationBrowse, query: browseQuery, load: loadNationBrowse, render: browsePage }),
    page({
      path: `${URLS.nationBrowse}.csv`,
      type: "csv",
      query: browseQuery,
      load: loadNationBrowse,
      render: browseFile,
    }),
    page({ path: URLS.nationNear, query: nearQuery, load: loadNear, render: nearPage }),
    page({ path: `${URLS.nationNear}.csv`, type: "csv", query: nearQuery, load: loadNear, render: nearFile }),
    ...measurePages(page, URLS.nationChart, nationViews),
    ...comparePages(page, URLS.nationCompare, nationViews),
    page({ path: URLS.nationCoverage, query: NO_QUERY, load: loadEdition, render: nationCoveragePage }),
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
      path: URLS.nationArea,
      query: NO_QUERY,
      load: loadArea,
      render: areaPage,
      sitemap: ({ places: { areas } }) => [
        ...new Set(areas.entries.map(({ state, county }) => areaUrl(state, county))),
      ],
    }),
    cardPage(page, cardUrl(URLS.nationArea), areaCardAt),
    ...chartPages(page, { path: `${URLS.nationArea}/months`, query: NO_QUERY, chart: areaMonthsAt }),
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
      viewOf: (place, { places: nation }) => nationView(place, nation.nation),
      scores: (place, { places: nation }) =>
        "record" in place ? nationScoreChart(nation, place.state, place) : undefined,
      months: (place, { places: nation }) => monthsChart(place, nation.nation),
      near: nationNear,
    }),
  ];
}

/** The pages of editions. */
export function pagesFor(editions: readonly Edition[]): readonly Page[] {
  return editions.flatMap((edition) => (edition.kind === "state" ? statePages(edition) : nationPages(edition)));
}

/** Routes, caches, and the sitemap come from this table. A new page needs a line here, its file, and a test. */
const LISTED: readonly Page[] = [
  page({
    path: URLS.home,
    query: searchQuery,
    load: ({ editions: served, services: { plans, baseUrl } }, { q }) =>
      q === "" ? { data: { served, plans, baseUrl } } : movedTo(`${URLS.search}?${new URLSearchParams({ q })}`, 302),
    render: homePage,
  }),
  cardPage(page, URLS.homeCard, ({ editions }) => homeCard(editions)),
  page({ path: URLS.pricing, query: NO_QUERY, load: ({ services }) => found(services), render: pricingPage }),

  ...["/explore/search", "/us/search"].map((path) =>
    page({
      path,
      query: searchQuery,
      load: (_, { q }) => movedTo(withQuery(URLS.search, { q }), 308),
      render: String,
      sitemap: () => [],
    }),
  ),
  page({
    path: "/explore/suggestions.json",
    type: "json",
    query: searchQuery,
    load: (_, { q }) => movedTo(withQuery(URLS.suggestions, { q }), 308),
    render: String,
  }),
  movedPage("/explore/cities", URLS.browse),
  movedPage("/explore/counties", `${URLS.browse}?kind=counties`),
  movedPage("/explore/changes", `${URLS.browse}?sort=change`),
  movedPage("/explore/changes.csv", `${URLS.browse}.csv?sort=change`),
  ...pagesFor(ALL_EDITIONS),
  page({
    path: URLS.search,
    query: searchQuery,
    load: loadSearch,
    render: searchPage,
    cache: "no-store",
    sitemap: () => [],
  }),
  page({
    path: URLS.suggestions,
    type: "json",
    query: suggestionsQuery,
    load: loadSuggestions,
    render: (places) => JSON.stringify({ places }),
  }),
  page({
    path: URLS.embedScript,
    type: "js",
    cache: "embedded",
    query: NO_QUERY,
    load: () => found(EMBED_SCRIPT),
    render: String,
  }),
  page({
    path: URLS.feed,
    type: "atom",
    query: NO_QUERY,
    load: () => found({}),
    render: (_, at) => feed(at),
  }),
  page({ path: URLS.methodology, query: NO_QUERY, load: found, render: methodologyPage }),
  page({ path: URLS.editions, query: NO_QUERY, load: ({ editions }) => found(editions), render: editionsPage }),
  page({ path: URLS.specification, query: NO_QUERY, load: () => found({}), render: specificationPage }),
  page({ path: URLS.areasMethod, query: NO_QUERY, load: () => found({}), render: areasMethodPage }),
  page({ path: URLS.backtest, query: NO_QUERY, load: found, render: backtestPage }),
  ...chartPages(page, { path: COVERAGE_CHART.path, query: NO_QUERY, chart: () => COVERAGE_CHART }),

  page({ path: URLS.docs, query: NO_QUERY, load: loadDocs, render: referencePage }),
  page({
    path: URLS.operation,
    query: operationQuery,
    load: loadOperation,
    render: operationPage,
    sitemap: () => OPERATIONS.map(({ id }) => operationUrl({ operationId: id })),
  }),
  ...[...GUIDES, ...TOOLS].map((guide) =>
    page({
      path: guide.path,
      query: NO_QUERY,
      load: (at) => loadGuide(at, guide),
      render: ({ view, content }) => docsPage(view, guide, content),
    }),
  ),
  page({
    path: URLS.error,
    query: NO_QUERY,
    load: loadError,
    render: ({ view, code }) => errorPage(view, code),
    sitemap: () => PROBLEM_CODES.map((code) => urlOf(URLS.error, { code })),
  }),
  movedPage("/docs/reference", URLS.docs),
  movedPage("/errors", URLS.errorsGuide),

  page({ path: URLS.downloads, query: NO_QUERY, load: loadDownloads, render: downloadsPage }),
  ...downloadPages(STATE_EDITIONS),
];

export const PAGES: readonly Page[] = [...LISTED, sitemapPage(LISTED)];
