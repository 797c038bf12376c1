import { z } from "zod";
import { gradeOf } from "../../domain/grade.ts";
import { historyOf } from "../../domain/history.ts";
import type { OffenseGroup } from "../../domain/offense.ts";
import { publishedRate } from "../../domain/published.ts";
import type { PlaceTrend, Snapshot, SnapshotCity } from "../../domain/snapshot.ts";
import { figuresOf } from "../../domain/trend.ts";
import type { Borders } from "../../places/borders.ts";
import type { Geography } from "../../places/geography.ts";
import type { Dataset } from "../page.ts";
import { type Address, datasetOf, oneOf, typedText } from "../page.ts";
import type { Graded } from "../plate.tsx";
import type { Point } from "./map-shapes.ts";
import { type PlaceRow, placeRow } from "./place-columns.tsx";
import { countyUrl } from "./place-url.ts";
import { SORT_PARAMETERS } from "./sorting.ts";

export const METRICS = ["score", "violent", "property"] as const;
export type Metric = (typeof METRICS)[number];
export const KINDS = ["counties", "cities"] as const;
export type Kind = (typeof KINDS)[number];

/** What the map shows. Defaults: the score of the counties in the newest year, best first. */
export const exploreQuery = z.object({
  metric: oneOf(METRICS),
  kind: oneOf(KINDS),
  year: typedText(4),
  ...SORT_PARAMETERS,
});
type ExploreQuery = z.infer<typeof exploreQuery>;

/** A place in one year. */
export interface ExploreRow extends PlaceRow {
  /** GEOID or FIPS code. */
  readonly id: string;
  readonly point?: Point;
}

export interface ExploreData {
  readonly snapshot: Snapshot;
  readonly boundaries: Borders;
  readonly metric: Metric;
  readonly kind: Kind;
  readonly year: number;
  readonly years: readonly number[];
  readonly rows: readonly ExploreRow[];
  /** California's rates of that year. */
  readonly state: Readonly<Record<OffenseGroup, number>>;
  readonly query: ExploreQuery;
  readonly dataset: Dataset;
}

export async function loadExplore(at: Address, query: ExploreQuery): Promise<{ readonly data: ExploreData }> {
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
      boundaries: geography.borders,
      metric: METRICS.find((one) => one === query.metric) ?? "score",
      kind,
      year,
      years,
      rows: rowsOf(snapshot, geography, kind, year),
      state: { violent: rate(figures.violent), property: rate(figures.property) },
      query,
      dataset: datasetOf(at),
    },
  };
}

function rowsOf(snapshot: Snapshot, { places }: Geography, kind: Kind, year: number): readonly ExploreRow[] {
  const inYear = (row: Pick<ExploreRow, "id" | "name" | "href" | "county" | "population">, trend: PlaceTrend) => ({
    ...row,
    ...figuresIn(snapshot, trend, year),
  });
  const newest = year === snapshot.dataYear;
  if (kind === "cities") {
    // Their official points may be at sea.
    const points = new Map(places.flatMap((one) => (one.kind === "city" ? [[one.name, one]] : [])));
    return snapshot.cities
      .map((city): ExploreRow => {
        const row = cityRow(city, points.get(city.record.city));
        return newest ? row : { ...row, ...inYear(row, city.trend) };
      })
      .filter(({ graded }) => graded !== null);
  }
  return [
    ...snapshot.counties.map((county) => {
      const row = { ...placeRow(county), id: county.fips };
      return newest ? row : inYear(row, county.trend);
    }),
    ...snapshot.absentCounties.map(({ fips: id, county: name, population, trend }) =>
      inYear({ id, name, href: countyUrl(name), county: null, population }, trend),
    ),
  ];
}

/** @param at by default its official point. */
export function cityRow(
  city: SnapshotCity,
  { longitude, latitude }: Pick<SnapshotCity, "longitude" | "latitude"> = city,
): ExploreRow {
  return { ...placeRow(city), id: city.geoid, point: [longitude, latitude] };
}

/** The figures of exactly that year, if it is complete. */
function figuresIn(
  { state }: Snapshot,
  trend: PlaceTrend,
  year: number,
): Omit<PlaceRow, "name" | "href" | "county" | "population"> {
  const row = historyOf(trend, state.trend)[year - trend.from];
  if (!row || row.safety_score === null)
    return { graded: null, next: null, violent: null, property: null, record: null };
  const graded: Graded = {
    letter: gradeOf(row.safety_score).letter,
    score: row.safety_score,
    year,
    cautions: [],
    isOlder: false,
  };
  return { graded, next: null, violent: row.violent_rate_per_1k, property: row.property_rate_per_1k, record: null };
}
