/** @jsxImportSource hono/jsx */
import type { CityRecord, CountyRecord } from "../../domain/record.ts";
import type { ScoreRange, SnapshotCity, SnapshotCounty } from "../../domain/snapshot.ts";
import { placeNameOf } from "../card.tsx";
import { oncePer } from "../once-per.ts";
import { Grade, type Graded, gradedPlace, Tile } from "../plate.tsx";
import { Ruler } from "../ruler.tsx";
import { countyColumn, placeColumn, populationColumn } from "./place-columns.tsx";
import { cityUrl, countyUrl } from "./place-url.ts";
import { rowHtml, SortedTable } from "./sorted-table.tsx";
import { type Column, column, type FileColumn, type Filtered } from "./table.ts";

/** A graded city or county as a table row. */
export interface PlaceRow extends Filtered {
  readonly href: string;
  readonly record: CityRecord | CountyRecord;
  readonly graded: Graded;
  readonly place: SnapshotCity | SnapshotCounty;
  readonly interval: ScoreRange;
  readonly violent: number;
  readonly property: number;
  readonly population: number;
}

export function placeRow(place: SnapshotCity | SnapshotCounty, interval: ScoreRange): PlaceRow {
  const { record, rating } = place;
  const name = placeNameOf(record);
  const isCity = "city" in record;
  return {
    name,
    href: isCity ? cityUrl(name) : countyUrl(name),
    county: isCity ? record.county : null,
    population: record.population,
    record,
    graded: gradedPlace(place),
    place,
    interval,
    violent: rating.violent.rate,
    property: rating.property.rate,
  };
}

/** The name, and on a phone the rates below it. */
function nameColumn(heading: "City" | "County"): Column<PlaceRow> {
  const plain = placeColumn<PlaceRow>(heading);
  return {
    ...plain,
    cell: (row) => (
      <>
        {plain.cell(row)}
        <span class="brief">
          Violent {row.violent.toFixed(1)}, property {row.property.toFixed(1)}
        </span>
      </>
    ),
  };
}

const FIGURES: readonly Column<PlaceRow>[] = [
  column("score", "Score", ({ record }) => record.safety_score, {
    first: "descending",
    class: "words",
    cell: ({ graded, href }) => <Grade graded={graded} href={href} />,
  }),
  column("interval", "Next year, 0 to 100", ({ interval }) => interval.low, {
    first: "descending",
    class: "words ranged",
    cell: ({ graded, interval }) => <Ruler graded={graded} range={interval} />,
  }),
  column("range", "8 in 10", ({ interval }) => interval.high, {
    first: "descending",
    cell: ({ graded, interval }) => (
      <>
        {graded.isOlder ? <span class="muted">{graded.year + 1}: </span> : null}
        {interval.low}–{interval.high}
      </>
    ),
  }),
  column("violent", "Violent", ({ violent }) => violent, { cell: ({ violent }) => violent.toFixed(1) }),
  column("property", "Property", ({ property }) => property, { cell: ({ property }) => property.toFixed(1) }),
  populationColumn(),
];

export const CITY_COLUMNS: readonly Column<PlaceRow>[] = [
  nameColumn("City"),
  ...FIGURES,
  { ...countyColumn<PlaceRow>(), class: "words" },
];
export const COUNTY_COLUMNS: readonly Column<PlaceRow>[] = [
  nameColumn("County"),
  ...FIGURES,
  column("cities_covered", "Cities graded", citiesCovered, {
    first: "descending",
    cell: (row) => citiesCovered(row) ?? "",
  }),
];
/** The cities of one county, or cities of one size. */
export const SHORT_COLUMNS: readonly Column<PlaceRow>[] = CITY_COLUMNS.filter(
  ({ key }) => !["county", "range", "population"].includes(key),
);
/** The same beside another table. */
export const TINY_COLUMNS: readonly Column<PlaceRow>[] = SHORT_COLUMNS.filter(
  ({ key }) => !["violent", "property"].includes(key),
);

function citiesCovered({ record }: PlaceRow): number | null {
  return "cities_covered" in record ? record.cities_covered : null;
}

/** The columns of a download: what the page shows as one cell is in columns of its own. */
export function downloadColumns(columns: readonly Column<PlaceRow>[]): readonly FileColumn<PlaceRow>[] {
  return [
    ...columns.filter(({ key }) => key !== "interval" && key !== "range"),
    { key: "crime_rate_per_1k", value: ({ record }) => record.crime_rate_per_1k },
    { key: "grade", value: ({ record }) => record.grade },
    { key: "data_year", value: ({ record }) => record.data_year },
    { key: "next_year_low", value: ({ interval }) => interval.low },
    { key: "next_year_high", value: ({ interval }) => interval.high },
    { key: "cautions", value: ({ graded }) => graded.cautions.join("; ") },
  ];
}

interface PlaceTableProps extends Omit<Parameters<typeof SortedTable<PlaceRow>>[0], "class" | "rows"> {
  readonly rows: readonly PlaceRow[];
  /** The row of the page's own place. */
  readonly current?: string;
}

/** Each row with each set of columns is rendered once: the pages of all cities of a county show the same rows. */
const rowsWith = oncePer((columns: readonly Column<PlaceRow>[]) =>
  oncePer((row: PlaceRow) => rowHtml(row, columns, false)),
);

export function PlaceTable({ rows, current, ...table }: PlaceTableProps) {
  const htmlOf = rowsWith(table.columns);
  return (
    <SortedTable
      {...table}
      class="figures places"
      rows={rows.map((row) =>
        row.name === current ? htmlOf(row).replace("<tr>", '<tr aria-current="true">') : htmlOf(row),
      )}
    />
  );
}

/** The letter in its color, followed by its score. The year is in the row or the column. */
export function GradeScore({ record }: { readonly record: Pick<CityRecord, "grade" | "safety_score"> }) {
  return (
    <>
      <Tile letter={record.grade} /> {record.safety_score}
    </>
  );
}
