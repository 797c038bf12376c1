import type { z } from "zod";
import type { Places } from "../../lookup/served.ts";
import { chartPages } from "../charts/chart-pages.tsx";
import { type AddressOf, type Loaded, type MakePage, movedTo, type Page, queryOneOf, typedText } from "../http/page.ts";
import { gradedPlace } from "../ui/grade.tsx";
import { compareQuery, missedNames, placesAsked } from "../view/chosen-places.ts";
import { type EditionViews, hasYears, isGraded, type View } from "../view/place-view.ts";
import { MEASURES, measureSearch, VIOLENT } from "./measure.ts";
import { type ChartedPlace, type MeasureChartParts, MOST_CHARTED, measureChart } from "./measure-chart.tsx";
import { type MeasureView, measurePage } from "./measure-page.tsx";

/** `place` and `add` as on the page that compares. Defaults: violent offenses as rates, in all years, as a picture. */
const measureQuery = compareQuery.extend({
  measure: queryOneOf(MEASURES.map(({ key }) => key)),
  unit: queryOneOf(["counts"]),
  from: typedText(4),
  to: typedText(4),
  view: queryOneOf(["table"]),
});
type MeasureQuery = z.infer<typeof measureQuery>;

/** The chart that a query asks for. Unknown places are left out, and years outside the figures become the nearest. */
function chartAsked({ edition }: EditionViews, chosen: readonly View[], query: MeasureQuery): MeasureChartParts {
  const { chart: path, trend, dataYear } = edition;
  const all = { from: trend.from, to: dataYear };
  const [from, to] = [yearOf(query.from, all.from, all), yearOf(query.to, all.to, all)];
  const measure = MEASURES.find(({ key }) => key === query.measure) ?? VIOLENT;
  const places = chosen.flatMap(chartedPlace).slice(0, MOST_CHARTED);
  const years = from < to ? { from, to } : all;
  const isCounts = query.unit === "counts";
  return {
    path,
    query: measureSearch({ slugs: places.map(({ slug }) => slug), measure, isCounts, years, all }),
    places,
    yardstick: edition,
    measure,
    isCounts,
    ...years,
  };
}

/** A place with years, also without a grade. */
function chartedPlace(place: View): readonly ChartedPlace[] {
  if (!hasYears(place)) return [];
  const { fullName: name, slug, path: href, trend, trendSource } = place;
  return [{ name, slug, href, trend, trendSource, cautions: isGraded(place) ? gradedPlace(place).cautions : [] }];
}

function yearOf(typed: string, otherwise: number, { from, to }: { readonly from: number; readonly to: number }) {
  return /^\d{4}$/.test(typed) ? Math.min(to, Math.max(from, Number(typed))) : otherwise;
}

/** The chart with its page. Typed names lead to the URL with their places; unknown ones get suggestions. */
async function loadMeasure(edition: EditionViews, query: MeasureQuery): Promise<Loaded<MeasureView>> {
  const { places, unknown } = placesAsked(edition, query);
  const chart = chartAsked(edition, places, query);
  if (query.add.length > 0 && unknown.length === 0) return movedTo(chart.path + chart.query, 303);
  const { trend, dataYear } = edition.edition;
  const years = Array.from({ length: dataYear - trend.from + 1 }, (_, index) => trend.from + index);
  const missed = await missedNames(edition, unknown);
  return { data: { chart, years, isTable: query.view === "table", dataset: edition.dataset, missed } };
}

/** The page of an edition's charts of a measure, with their files. */
export function measurePages<Own extends Places>(
  page: MakePage<Own>,
  path: string,
  editionAt: (at: AddressOf<Own>) => EditionViews,
): readonly Page[] {
  return [
    page({ path, query: measureQuery, load: (at, query) => loadMeasure(editionAt(at), query), render: measurePage }),
    ...chartPages(page, {
      path,
      query: measureQuery,
      chart(at, query) {
        const edition = editionAt(at);
        return measureChart(chartAsked(edition, placesAsked(edition, { ...query, add: [] }).places, query));
      },
    }),
  ];
}
