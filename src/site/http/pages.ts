import { OPERATIONS } from "../../api/operations.ts";
import { STATE_EDITIONS } from "../../domain/edition.ts";
import { PROBLEM_CODES } from "../../domain/problem.ts";
import { chartPages } from "../charts/chart-pages.tsx";
import { docsPage } from "../docs/docs-page.tsx";
import { errorPage } from "../docs/error-page.tsx";
import { GUIDES, TOOLS } from "../docs/guides.tsx";
import { loadDocs, loadError, loadGuide, loadOperation, operationQuery } from "../docs/load-docs.ts";
import { operationUrl } from "../docs/operation-link.tsx";
import { operationPage } from "../docs/operation-page.tsx";
import { referencePage } from "../docs/reference-page.tsx";
import { downloadPages, loadDownloads } from "../downloads/download-files.ts";
import { downloadsPage } from "../downloads/downloads-page.tsx";
import { backtestPage, COVERAGE_CHART } from "../explore/backtest-page.tsx";
import { feed } from "../explore/feed.ts";
import { methodologyPage, specificationPage } from "../explore/methodology-page.tsx";
import { loadSearch, loadSuggestions, searchQuery } from "../explore/search/find-typed.ts";
import { searchPage } from "../explore/search/search-page.tsx";
import { STATE_PAGES } from "../explore/state-pages.ts";
import { homePage } from "../home/home.tsx";
import { pricingPage } from "../home/pricing.tsx";
import { NATION_PAGES } from "../nation/nation-pages.ts";
import { EMBED_SCRIPT } from "../ui/assets.ts";
import { URLS, urlOf } from "../ui/urls.ts";
import { found, movedPage, movedTo, NO_QUERY, type Page, page, pagesIn } from "./page.ts";
import { sitemapPage } from "./sitemap.ts";

/** Routes, caches, and the sitemap come from this table. A new page needs a line here, its file, and a test. */
const LISTED: readonly Page[] = [
  page({
    path: URLS.home,
    query: searchQuery,
    load: ({ places, services: { plans, baseUrl } }, { q }) =>
      q === "" ? { data: { places, plans, baseUrl } } : movedTo(`${URLS.search}?${new URLSearchParams({ q })}`, 302),
    render: homePage,
  }),
  page({ path: URLS.pricing, query: NO_QUERY, load: ({ services }) => found(services), render: pricingPage }),

  movedPage("/explore/cities", URLS.browse),
  movedPage("/explore/counties", `${URLS.browse}?kind=counties`),
  movedPage("/explore/changes", `${URLS.browse}?sort=change`),
  movedPage("/explore/changes.csv", `${URLS.browse}.csv?sort=change`),
  ...STATE_EDITIONS.flatMap((edition) => pagesIn(edition, STATE_PAGES)),
  ...NATION_PAGES,
  page({
    path: URLS.search,
    query: searchQuery,
    load: loadSearch,
    render: (view) => searchPage(view),
    cache: "no-store",
    sitemap: () => [],
  }),
  page({
    path: URLS.suggestions,
    type: "json",
    query: searchQuery,
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
  page({ path: URLS.specification, query: NO_QUERY, load: () => found({}), render: specificationPage }),
  page({ path: URLS.backtest, query: NO_QUERY, load: found, render: backtestPage }),
  ...chartPages({ path: COVERAGE_CHART.path, query: NO_QUERY, chart: () => COVERAGE_CHART }),

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
