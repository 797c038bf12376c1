import type { z } from "zod";
import { CAUTIONS } from "../../domain/caution.ts";
import { CALIFORNIA } from "../../domain/edition.ts";
import { chartPages } from "../charts/chart-pages.tsx";
import {
  type Address,
  type Dataset,
  datasetOf,
  type Loaded,
  movedTo,
  oneOf,
  type Page,
  page,
  typedText,
} from "../http/page.ts";
import { TREND_SOURCE } from "../ui/source-line.ts";
import { URLS } from "../ui/urls.ts";
import { compareQuery, slugCalled } from "./compare-data.ts";
import { MEASURES, VIOLENT } from "./measure.ts";
import { type ChartedPlace, type MeasureChartParts, MOST_CHARTED, measureChart } from "./measure-chart.tsx";
import { type MeasureView, measurePage } from "./measure-page.tsx";
import { measureSearch } from "./measure-url.ts";
import { placeNameOf } from "./place-name.ts";
import { citySlug, cityUrl, compareSlug, countyUrl, placePath } from "./place-url.ts";
import { meantBy, type Suggestion } from "./search/find-typed.ts";

/** `place` and `add` as on the page that compares. Defaults: violent offenses as rates, in all years, as a picture. */
const measureQuery = compareQuery.extend({
  measure: oneOf(MEASURES.map(({ key }) => key)),
  unit: oneOf(["counts"]),
  from: typedText(4),
  to: typedText(4),
  view: oneOf(["table"]),
});
type MeasureQuery = z.infer<typeof measureQuery>;

/** What an edition has to draw. */
export interface Chartable extends Pick<MeasureChartParts, "path" | "yardstick"> {
  readonly dataYear: number;
  readonly dataset: Dataset;
  /** A place with years, also without a record, by its slug. */
  readonly placeOf: (slug: string) => ChartedPlace | undefined;
  /** The slug of the place of a typed name. */
  readonly slugCalled: (name: string) => string | undefined;
  readonly suggestions: (name: string) => Promise<readonly Suggestion[]>;
}

export function californiaCharts(at: Address): Chartable {
  const { records } = at.places;
  return {
    path: URLS.chart,
    yardstick: { words: CALIFORNIA, trend: records.state.trend, source: TREND_SOURCE, home: URLS.explore },
    dataYear: records.dataYear,
    dataset: datasetOf(at),
    placeOf: (slug) => chartedPlace(at.places, slug),
    slugCalled: (name) => slugCalled(at.places, name),
    suggestions: (name) => meantBy(at, name),
  };
}

/** The chart that a query asks for. Unknown places are left out, and years outside the figures become the nearest. */
function chartAsked({ path, yardstick, dataYear, placeOf }: Chartable, query: MeasureQuery): MeasureChartParts {
  const all = { from: yardstick.trend.from, to: dataYear };
  const [from, to] = [yearOf(query.from, all.from, all), yearOf(query.to, all.to, all)];
  const measure = MEASURES.find(({ key }) => key === query.measure) ?? VIOLENT;
  const charted = query.place.flatMap((slug) => placeOf(slug) ?? []);
  const chosen = charted.filter((one, index) => charted.findIndex(({ slug }) => slug === one.slug) === index);
  const shown = chosen.slice(0, MOST_CHARTED);
  const years = from < to ? { from, to } : all;
  const isCounts = query.unit === "counts";
  return {
    path,
    query: measureSearch({ slugs: shown.map(({ slug }) => slug), measure, isCounts, years, all }),
    places: shown,
    yardstick,
    measure,
    isCounts,
    ...years,
  };
}

/** A city or county with years, also without a record. */
function chartedPlace(places: Address["places"], slug: string): ChartedPlace | undefined {
  const isCounty = slug.endsWith("-county");
  const place = (isCounty ? places.county(slug) : places.city(slug))?.entry;
  if (place) {
    const cautions = place.cautions.map(({ code }) => CAUTIONS[code].name);
    const { record, trend } = place;
    return { name: placeNameOf(record), slug: compareSlug(record), href: placePath(place), trend, cautions };
  }
  const city = places.absentCity(slug);
  if (city?.trend)
    return { name: city.city, slug: citySlug(city.city), href: cityUrl(city.city), trend: city.trend, cautions: [] };
  const county = isCounty ? places.absentCounty(slug) : undefined;
  return county && { name: county.county, slug, href: countyUrl(county.county), trend: county.trend, cautions: [] };
}

function yearOf(typed: string, otherwise: number, { from, to }: { readonly from: number; readonly to: number }) {
  return /^\d{4}$/.test(typed) ? Math.min(to, Math.max(from, Number(typed))) : otherwise;
}

/** The chart with its page. Typed names lead to the URL with their places; unknown ones get suggestions. */
async function loadMeasure(charts: Chartable, query: MeasureQuery): Promise<Loaded<MeasureView>> {
  const typed = query.add.map((name) => ({ name, slug: charts.slugCalled(name) }));
  const chart = chartAsked(charts, { ...query, place: [...query.place, ...typed.flatMap(({ slug }) => slug ?? [])] });
  const unknown = typed.filter(({ slug }) => slug === undefined);
  if (typed.length > 0 && unknown.length === 0) return movedTo(chart.path + chart.query, 303);
  const missed = await Promise.all(unknown.map(async ({ name }) => ({ name, found: await charts.suggestions(name) })));
  const { from } = charts.yardstick.trend;
  const years = Array.from({ length: charts.dataYear - from + 1 }, (_, index) => from + index);
  return { data: { chart, years, isTable: query.view === "table", dataset: charts.dataset, missed } };
}

/** The page of an edition's charts of a measure, with their files. */
export function measurePages(path: string, chartsOf: (at: Address) => Chartable): readonly Page[] {
  return [
    page({ path, query: measureQuery, load: (at, query) => loadMeasure(chartsOf(at), query), render: measurePage }),
    ...chartPages({ path, query: measureQuery, chart: (at, query) => measureChart(chartAsked(chartsOf(at), query)) }),
  ];
}
