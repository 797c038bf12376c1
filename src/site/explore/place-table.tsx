/** @jsxImportSource hono/jsx */
import type { CityRecord, CountyRecord } from "../../domain/record.ts";
import type { ScoreRange, SnapshotCity, SnapshotCounty } from "../../domain/snapshot.ts";
import { GradeMark, placeNameOf } from "../card.tsx";
import { countyColumn, placeColumn, populationColumn } from "./place-columns.tsx";
import { cityUrl, countyUrl } from "./place-url.ts";
import { rowHtml, SortedTable } from "./sorted-table.tsx";
import { type Column, column, type FileColumn, type Filtered } from "./table.ts";

/** A graded city or county as a table row. Its HTML is rendered once. */
export interface PlaceRow extends Filtered {
  readonly href: string;
  readonly record: CityRecord | CountyRecord;
  readonly interval: ScoreRange;
  readonly violent: number;
  readonly property: number;
  readonly population: number;
  readonly html: string;
}

export function placeRow(place: SnapshotCity | SnapshotCounty, interval: ScoreRange): PlaceRow {
  const { record, rating } = place;
  const name = placeNameOf(record);
  const isCity = "city" in record;
  const row = {
    name,
    href: isCity ? cityUrl(name) : countyUrl(name),
    county: isCity ? record.county : null,
    population: record.population,
    record,
    interval,
    violent: rating.violent.rate,
    property: rating.property.rate,
    html: "",
  };
  return { ...row, html: rowHtml(row, isCity ? CITY_COLUMNS : COUNTY_COLUMNS, false) };
}

const FIGURES: readonly Column<PlaceRow>[] = [
  column("score", "Score", ({ record }) => record.safety_score, {
    first: "descending",
    cell: ({ record }) => <GradeScore record={record} />,
  }),
  column("interval", "Next year, 8 in 10", ({ interval }) => interval.low, {
    first: "descending",
    cell: ({ interval }) => `${interval.low}–${interval.high}`,
  }),
  column("violent", "Violent per 1,000", ({ violent }) => violent, { cell: ({ violent }) => violent.toFixed(1) }),
  column("property", "Property per 1,000", ({ property }) => property, { cell: ({ property }) => property.toFixed(1) }),
  populationColumn(),
];

/** Every table of cities has these columns. On a phone the style sheet labels the figures by their position. */
export const CITY_COLUMNS: readonly Column<PlaceRow>[] = [placeColumn("City"), ...FIGURES, countyColumn()];
export const COUNTY_COLUMNS: readonly Column<PlaceRow>[] = [
  placeColumn("County"),
  ...FIGURES,
  column("cities_covered", "Cities graded", citiesCovered, {
    first: "descending",
    cell: (row) => citiesCovered(row) ?? "",
  }),
];

function citiesCovered({ record }: PlaceRow): number | null {
  return "cities_covered" in record ? record.cities_covered : null;
}

/** The columns of a download: the grade and year follow each score. */
export function downloadColumns(columns: readonly Column<PlaceRow>[]): readonly FileColumn<PlaceRow>[] {
  return [
    ...columns,
    { key: "crime_rate_per_1k", value: ({ record }) => record.crime_rate_per_1k },
    { key: "grade", value: ({ record }) => record.grade },
    { key: "data_year", value: ({ record }) => record.data_year },
  ];
}

interface PlaceTableProps extends Omit<Parameters<typeof SortedTable<PlaceRow>>[0], "class" | "rows"> {
  readonly rows: readonly PlaceRow[];
  /** The row of the page's own place. */
  readonly current?: string;
}

export function PlaceTable({ rows, current, ...table }: PlaceTableProps) {
  return (
    <SortedTable
      {...table}
      class={`figures places${table.columns === COUNTY_COLUMNS ? " of-counties" : ""}`}
      rows={rows.map(({ html, name }) => (name === current ? html.replace("<tr>", '<tr aria-current="true">') : html))}
    />
  );
}

/** The letter in its color, followed by its score. */
export function GradeScore({ record }: { readonly record: Pick<CityRecord, "grade" | "safety_score"> }) {
  return (
    <>
      <GradeMark letter={record.grade} /> {record.safety_score}
    </>
  );
}
