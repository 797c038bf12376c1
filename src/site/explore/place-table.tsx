/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import type { CityRecord, CountyRecord } from "../../domain/record.ts";
import type { ScoreRange, SnapshotCity, SnapshotCounty } from "../../domain/snapshot.ts";
import { GradeMark, placeNameOf } from "../card.tsx";
import { number } from "../number.ts";
import { cityUrl, countyUrl } from "./place-url.ts";
import type { Column, Filtered } from "./table.ts";
import { Headings, type SortedTable } from "./table-headings.tsx";

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
  return { ...row, html: (<Row row={row} columns={isCity ? CITY_COLUMNS : COUNTY_COLUMNS} />).toString() };
}

const FIGURES = [
  {
    key: "score",
    heading: "Score",
    first: "descending",
    value: ({ record }) => record.safety_score,
    cell: ({ record }) => <GradeScore record={record} />,
  },
  {
    key: "interval",
    heading: "Next year, 8 in 10",
    first: "descending",
    value: ({ interval }) => interval.low,
    cell: ({ interval }) => `${interval.low}–${interval.high}`,
  },
  {
    key: "violent",
    heading: "Violent per 1,000",
    first: "ascending",
    value: ({ violent }) => violent,
    cell: ({ violent }) => violent.toFixed(1),
  },
  {
    key: "property",
    heading: "Property per 1,000",
    first: "ascending",
    value: ({ property }) => property,
    cell: ({ property }) => property.toFixed(1),
  },
  {
    key: "population",
    heading: "Residents",
    first: "descending",
    value: ({ population }) => population,
    cell: ({ population }) => number(population),
  },
] as const satisfies readonly Column<PlaceRow>[];

const nameColumn = (heading: string): Column<PlaceRow> => ({
  key: heading.toLowerCase(),
  heading,
  first: "ascending",
  value: ({ name }) => name,
  cell: ({ name, href }) => <a href={href}>{heading === "County" ? shortCounty(name) : name}</a>,
});

/** Every table of cities has these columns. On a phone the style sheet labels the figures by their position. */
export const CITY_COLUMNS: readonly Column<PlaceRow>[] = [
  nameColumn("City"),
  ...FIGURES,
  {
    key: "county",
    heading: "County",
    first: "ascending",
    value: ({ county }) => county,
    cell: ({ county }) => shortCounty(county ?? ""),
  },
];
export const COUNTY_COLUMNS: readonly Column<PlaceRow>[] = [
  nameColumn("County"),
  ...FIGURES,
  {
    key: "cities_covered",
    heading: "Cities graded",
    first: "descending",
    value: ({ record }) => ("cities_covered" in record ? record.cities_covered : null),
    cell: ({ record }) => ("cities_covered" in record ? record.cities_covered : ""),
  },
];

/** In a download, grade and score are two columns. */
const GRADE: Column<PlaceRow> = {
  key: "grade",
  heading: "Grade",
  first: "ascending",
  value: ({ record }) => record.grade,
  cell: ({ record }) => record.grade,
};
const DATA_YEAR: Column<PlaceRow> = {
  key: "data_year",
  heading: "Year",
  first: "descending",
  value: ({ record }) => record.data_year,
  cell: ({ record }) => record.data_year,
};

/** The sum of the two rates of the table. */
const RATE: Column<PlaceRow> = {
  key: "crime_rate_per_1k",
  heading: "Offenses per 1,000",
  first: "ascending",
  value: ({ record }) => record.crime_rate_per_1k,
  cell: ({ record }) => record.crime_rate_per_1k.toFixed(1),
};

/** The columns of a download: the grade and year follow each score. */
export function downloadColumns(columns: readonly Column<PlaceRow>[]): readonly Column<PlaceRow>[] {
  return [...columns, RATE, GRADE, DATA_YEAR];
}

interface PlaceTableProps {
  readonly caption: string;
  readonly columns: readonly Column<PlaceRow>[];
  readonly rows: readonly PlaceRow[];
  /** Where the headings link to for sorting; without it they are plain text. */
  readonly sorted?: SortedTable;
  /** The row of the page's own place. */
  readonly current?: string;
}

export function PlaceTable({ caption, columns, rows, sorted, current }: PlaceTableProps) {
  return (
    <table class={`figures places${columns === COUNTY_COLUMNS ? " of-counties" : ""}`}>
      <caption class="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <Headings columns={columns} sorted={sorted} />
        </tr>
      </thead>
      <tbody>
        {raw(
          rows
            .map(({ html, name }) => (name === current ? html.replace("<tr>", '<tr aria-current="true">') : html))
            .join(""),
        )}
      </tbody>
    </table>
  );
}

function Row({ row, columns }: { readonly row: PlaceRow; readonly columns: readonly Column<PlaceRow>[] }) {
  return (
    <tr>{columns.map(({ cell }, index) => (index === 0 ? <th scope="row">{cell(row)}</th> : <td>{cell(row)}</td>))}</tr>
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

export function shortCounty(name: string): string {
  return name.replace(/ County$/, "");
}
