import { CALIFORNIA } from "../../domain/edition.ts";
import type { SnapshotPlace } from "../../domain/snapshot.ts";
import type { Chart } from "../charts/chart.tsx";
import { chartPages } from "../charts/chart-pages.tsx";
import { type Address, NO_QUERY, type Page } from "../http/page.ts";
import { URLS } from "../ui/urls.ts";
import { absentChart } from "./absent-page.tsx";
import { COVERAGE_CHART } from "./backtest-page.tsx";
import { exploreQuery, loadExplore } from "./explore-data.ts";
import { historyChart, historyFor } from "./history-chart.tsx";
import { countyChart, mapChart } from "./map-chart.tsx";
import { californiaCharts, measurePages } from "./measure-data.ts";
import { measureUrl } from "./measure-url.ts";
import { nearChart } from "./nearby.tsx";
import { nearParts } from "./place-data.ts";
import { countyCompareSlug, countyUrl } from "./place-url.ts";
import { scoreChart } from "./score-chart.tsx";
import { californiaPlace } from "./shown-place.ts";
import { explanationOf, stepsChart } from "./steps-chart.tsx";

/** The pages of cities and counties with a record. */
export const RECORD_PAGES = [
  { path: URLS.exploreCity, placeOf: ({ places, params }: Address) => places.city(params["slug"] ?? "")?.entry },
  { path: URLS.exploreCounty, placeOf: ({ places, params }: Address) => places.county(params["slug"] ?? "")?.entry },
] as const;

/** Every chart by the path of its files: a new chart needs an entry here. */
export const CHARTS: readonly Page[] = [
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
  ...RECORD_PAGES.flatMap(({ path, placeOf }) => [
    ...chartPages({
      path: `${path}/scores`,
      query: NO_QUERY,
      chart: (at) => of(placeOf(at), (place) => scoreChart(at.places.records, place)),
    }),
    ...chartPages({ path: `${path}/years`, query: NO_QUERY, chart: (at) => yearsChart(at, placeOf(at)) }),
    ...chartPages({
      path: `${path}/steps`,
      query: NO_QUERY,
      chart: (at) =>
        of(placeOf(at), (place) =>
          stepsChart(californiaPlace(place, at.places.records), explanationOf(place, at.places.records)),
        ),
    }),
  ]),
  ...chartPages({
    path: `${URLS.exploreCity}/nearby`,
    query: NO_QUERY,
    async chart({ places, params: { slug = "" } }) {
      const city = places.city(slug)?.entry ?? places.absentCity(slug);
      const near = city && nearParts(places, await places.geography(), city);
      return near ? nearChart(near) : undefined;
    },
  }),
  ...chartPages({
    path: `${URLS.exploreCity}/expected`,
    query: NO_QUERY,
    chart({ places, params: { slug = "" } }) {
      const absent = places.absentCity(slug);
      return absent && absentChart(absent);
    },
  }),
  ...chartPages({
    path: `${URLS.exploreCounty}/map`,
    query: NO_QUERY,
    async chart({ places, params: { slug = "" } }) {
      const county = places.county(slug)?.entry.record.county ?? places.absentCounty(slug)?.county;
      return county === undefined ? undefined : countyChart(places.records, await places.geography(), county);
    },
  }),
  ...measurePages(URLS.chart, californiaCharts),
  ...chartPages({ path: COVERAGE_CHART.path, query: NO_QUERY, chart: () => COVERAGE_CHART }),
];

function of<Value>(value: Value | undefined, chart: (value: Value) => Chart): Chart | undefined {
  return value === undefined ? undefined : chart(value);
}

/** The years of a place; of a county also without a record. */
function yearsChart({ places, params }: Address, place: SnapshotPlace | undefined): Chart | undefined {
  if (place) return historyChart(historyFor(californiaPlace(place, places.records)));
  const absent = places.absentCounty(params["slug"] ?? "");
  return (
    absent &&
    historyChart({
      name: absent.county,
      page: countyUrl(absent.county),
      chartOf: (measure) => measureUrl(countyCompareSlug(absent.county), measure),
      trend: absent.trend,
      state: places.records.state.trend,
      yardstick: CALIFORNIA,
    })
  );
}
