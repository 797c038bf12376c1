import { z } from "zod";
import { gradeOf } from "../../domain/grade.ts";
import { historyOf } from "../../domain/history.ts";
import { publishedRate } from "../../domain/published.ts";
import type { PlaceTrend, Snapshot, Trend } from "../../domain/snapshot.ts";
import { figuresOf } from "../../domain/trend.ts";
import type { StateEntry } from "../../lookup/state-places.ts";
import { type Address, type DataOf, datasetOf, queryOneOf, typedText } from "../http/page.ts";
import { NO_FIGURES, type PlaceRow, placeRow } from "../view/columns.tsx";
import { SORT_PARAMETERS } from "../view/sorting.ts";
import { stateView } from "../view/views.ts";

export const METRICS = ["score", "violent", "property"] as const;
export type Metric = (typeof METRICS)[number];
export const KINDS = ["counties", "cities"] as const;
export type Kind = (typeof KINDS)[number];

/** What the map shows. Defaults: the score of the counties in the newest year, best first. */
export const exploreQuery = z.object({
  metric: queryOneOf(METRICS),
  kind: queryOneOf(KINDS),
  year: typedText(4),
  ...SORT_PARAMETERS,
});

export type ExploreData = DataOf<typeof loadExplore>;

export async function loadExplore(at: Address, query: z.infer<typeof exploreQuery>) {
  const { places } = at;
  const snapshot = places.records;
  const geography = await places.geography();
  const { dataYear } = snapshot;
  const { from } = snapshot.state.trend;
  const years = Array.from({ length: dataYear - from + 1 }, (_, index) => from + index);
  const year = years.find((one) => String(one) === query.year) ?? dataYear;
  const kind = KINDS.find((one) => one === query.kind) ?? "counties";
  const figures = figuresOf(snapshot.state.trend, year);
  const rate = (count: number | null) => publishedRate(count ?? 0, figures.population ?? 1);
  return {
    data: {
      snapshot,
      geography,
      metric: METRICS.find((one) => one === query.metric) ?? "score",
      kind,
      year,
      years,
      rows: rowsOf(snapshot, kind, year),
      state: { violent: rate(figures.violent), property: rate(figures.property) },
      query,
      dataset: datasetOf(at),
    },
  };
}

/** The places with their figures of the year; in the newest, a record may be for an older one. */
function rowsOf(snapshot: Snapshot, kind: Kind, year: number): readonly PlaceRow[] {
  const { cities, counties, absentCounties, state, dataYear } = snapshot;
  const inYear = (place: StateEntry): PlaceRow => {
    const row = placeRow(stateView(place, snapshot));
    const isOwn = year === dataYear && row.record !== null;
    return isOwn || place.trend === null ? row : { ...row, ...figuresIn(state.trend, place.trend, year) };
  };
  if (kind === "cities") return cities.map(inYear).filter(({ graded }) => graded !== null);
  return [...counties, ...absentCounties].map(inYear);
}

/** The figures of exactly that year, if it is complete. */
function figuresIn(state: Trend, trend: PlaceTrend, year: number): Pick<PlaceRow, keyof typeof NO_FIGURES> {
  const row = historyOf(trend, state)[year - trend.from];
  if (!row || row.safety_score === null) return NO_FIGURES;
  const { safety_score: score, violent_rate_per_1k: violent, property_rate_per_1k: property } = row;
  const graded = { letter: gradeOf(score).letter, score, year, cautions: [], isOlder: false };
  return { ...NO_FIGURES, graded, violent, property };
}
