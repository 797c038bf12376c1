import { z } from "zod";
import { gradeOf } from "../../domain/grade.ts";
import type { OffenseGroup } from "../../domain/offense.ts";
import { publishedRate } from "../../domain/published.ts";
import type { PlaceTrend, ScoreRange, Snapshot, SnapshotPlace } from "../../domain/snapshot.ts";
import { figuresOf, historyOf } from "../../domain/trend.ts";
import type { Borders } from "../../places/borders.ts";
import { type Address, type Loaded, oneOf, typedText } from "../page.ts";
import { type Graded, gradedPlace } from "../plate.tsx";
import type { Point } from "./map-shapes.ts";
import { shortCounty } from "./place-columns.tsx";
import { cityUrl, countyUrl } from "./place-url.ts";

export const METRICS = ["score", "violent", "property"] as const;
export type Metric = (typeof METRICS)[number];
export const KINDS = ["counties", "cities"] as const;
export type Kind = (typeof KINDS)[number];

/** What the map shows. Defaults: the score of the counties in the newest year, best first. */
export const exploreQuery = z.object({
  metric: oneOf(METRICS),
  kind: oneOf(KINDS),
  year: typedText(4),
  sort: oneOf(["name", "score", "violent", "property"]),
  order: oneOf(["ascending", "descending"]),
});
type ExploreQuery = z.infer<typeof exploreQuery>;

/** A place in one year. */
export interface ExploreRow {
  /** GEOID or FIPS code. */
  readonly id: string;
  readonly name: string;
  readonly href: string;
  readonly county: string | null;
  readonly population: number | null;
  /** null without a record or a complete year. */
  readonly graded: Graded | null;
  /** Next year's range; only of a record. */
  readonly next: ScoreRange | null;
  readonly violent: number | null;
  readonly property: number | null;
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
}

export async function loadExplore({ places }: Address, query: ExploreQuery): Promise<Loaded<ExploreData>> {
  const snapshot = places.records;
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
      boundaries: (await places.geography()).borders,
      metric: METRICS.find((one) => one === query.metric) ?? "score",
      kind,
      year,
      years,
      rows: rowsOf(snapshot, kind, year),
      state: { violent: rate(figures.violent), property: rate(figures.property) },
      query,
    },
  };
}

function rowsOf(snapshot: Snapshot, kind: Kind, year: number): readonly ExploreRow[] {
  if (kind === "cities") {
    return [
      ...snapshot.cities.map((city) => ({
        ...rowOf(snapshot, city, city.trend, year),
        id: city.geoid,
        name: city.record.city,
        href: cityUrl(city.record.city),
        county: city.record.county,
        population: city.record.population,
        point: [city.longitude, city.latitude] as const,
      })),
    ].filter(({ graded }) => graded !== null);
  }
  return [
    ...snapshot.counties.map((county) => ({
      place: county,
      fips: county.fips,
      name: county.record.county,
      trend: county.trend,
      population: county.record.population,
    })),
    ...snapshot.absentCounties.map((county) => ({
      place: null,
      fips: county.fips,
      name: county.county,
      trend: county.trend,
      population: county.population,
    })),
  ].map(({ place, fips, name, trend, population }) => ({
    ...rowOf(snapshot, place, trend, year),
    id: fips,
    name: shortCounty(name),
    href: countyUrl(name),
    county: null,
    population,
  }));
}

/** The record in the newest year, which may be for an older one; otherwise the figures of exactly that year. */
function rowOf(snapshot: Snapshot, place: SnapshotPlace | null, trend: PlaceTrend, year: number) {
  if (year === snapshot.dataYear && place) {
    const { rating, intervals } = place;
    return {
      graded: gradedPlace(place),
      next: intervals.nextYear,
      violent: rating.violent.rate,
      property: rating.property.rate,
    };
  }
  const row = historyOf(trend, snapshot.state.trend)[year - trend.from];
  if (!row || row.score === null) return { graded: null, next: null, violent: null, property: null };
  const graded: Graded = { letter: gradeOf(row.score).letter, score: row.score, year, cautions: [], isOlder: false };
  return { graded, next: null, violent: row.violentRate, property: row.propertyRate };
}
