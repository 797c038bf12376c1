import type { z } from "zod";
import { CAUTIONS } from "../../domain/caution.ts";
import { CALIFORNIA } from "../../domain/edition.ts";
import { type Address, datasetOf, type Loaded, movedTo, oneOf, typedText } from "../http/page.ts";
import { TREND_SOURCE } from "../ui/source-line.ts";
import { URLS } from "../ui/urls.ts";
import { compareQuery, slugCalled } from "./compare-data.ts";
import { MEASURES, VIOLENT } from "./measure.ts";
import { type ChartedPlace, type MeasureChartParts, MOST_CHARTED } from "./measure-chart.tsx";
import type { MeasureView } from "./measure-page.tsx";
import { measureSearch } from "./measure-url.ts";
import { placeNameOf } from "./place-name.ts";
import { citySlug, cityUrl, compareSlug, countyUrl, placePath } from "./place-url.ts";
import { findTyped } from "./search/find-typed.ts";

const SUGGESTIONS = 5;

/** `place` and `add` as on the page that compares. Defaults: violent offenses as rates, in all years, as a picture. */
export const measureQuery = compareQuery.extend({
  measure: oneOf(MEASURES.map(({ key }) => key)),
  unit: oneOf(["counts"]),
  from: typedText(4),
  to: typedText(4),
  view: oneOf(["table"]),
});
type MeasureQuery = z.infer<typeof measureQuery>;

/** The chart that a query asks for. Unknown places are left out, and years outside the figures become the nearest. */
export function chartAsked({ places }: Pick<Address, "places">, query: MeasureQuery): MeasureChartParts {
  const { records } = places;
  const { trend } = records.state;
  const all = { from: trend.from, to: records.dataYear };
  const [from, to] = [yearOf(query.from, all.from, all), yearOf(query.to, all.to, all)];
  const measure = MEASURES.find(({ key }) => key === query.measure) ?? VIOLENT;
  const charted = query.place.flatMap((slug) => chartedPlace(places, slug) ?? []);
  const chosen = charted.filter((one, index) => charted.findIndex(({ slug }) => slug === one.slug) === index);
  const shown = chosen.slice(0, MOST_CHARTED);
  const years = from < to ? { from, to } : all;
  const isCounts = query.unit === "counts";
  return {
    path: URLS.chart,
    query: measureSearch({ slugs: shown.map(({ slug }) => slug), measure, isCounts, years, all }),
    places: shown,
    yardstick: { words: CALIFORNIA, trend, source: TREND_SOURCE },
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
export async function loadMeasure(at: Address, query: MeasureQuery): Promise<Loaded<MeasureView>> {
  const typed = query.add.map((name) => ({ name, slug: slugCalled(at.places, name) }));
  const chart = chartAsked(at, { ...query, place: [...query.place, ...typed.flatMap(({ slug }) => slug ?? [])] });
  const unknown = typed.filter(({ slug }) => slug === undefined);
  if (typed.length > 0 && unknown.length === 0) return movedTo(chart.path + chart.query, 303);
  const missed = await Promise.all(
    unknown.map(async ({ name }) => ({ name, found: (await findTyped(at, name, SUGGESTIONS)).places })),
  );
  const { trend, dataYear } = { ...at.places.records, trend: at.places.records.state.trend };
  const years = Array.from({ length: dataYear - trend.from + 1 }, (_, index) => trend.from + index);
  return { data: { chart, years, isTable: query.view === "table", dataset: datasetOf(at), missed } };
}
