/** @jsxImportSource hono/jsx */
import { oncePer } from "../../domain/once-per.ts";
import type { ScoreRange, SnapshotPlace } from "../../domain/snapshot.ts";
import { type Column, column, type FileColumn } from "../ui/columns.ts";
import { number } from "../ui/number.ts";
import { Grade, type Graded, gradedPlace, NoGrade, rangeText } from "../ui/plate.tsx";
import { Ruler } from "../ui/ruler.tsx";
import { Table } from "../ui/table.tsx";
import { placeNameOf, shortCounty } from "./place-name.ts";
import { placePath } from "./place-url.ts";

export const COUNTY: Column<PlaceRow> = column("county", "County", ({ county }) => county, {
  class: "words",
  cell: ({ county }) => shortCounty(county ?? ""),
});

export const POPULATION: Column<PlaceRow> = column("population", "Residents", ({ population }) => population, {
  first: "descending",
  cell: ({ population }) => population && number(population),
});

/** A city or county with its figures; null without a record or a complete year. */
export interface PlaceRow {
  /** GEOID or FIPS code. */
  readonly id: string;
  readonly name: string;
  readonly href: string;
  /** null for a county. */
  readonly county: string | null;
  readonly population: number | null;
  readonly graded: Graded | null;
  /** Next year's range; only of a record. */
  readonly next: ScoreRange | null;
  readonly violent: number | null;
  readonly property: number | null;
  readonly record: { readonly crime_rate_per_1k: number; readonly cities_covered?: number } | null;
}

/** Of a place without a record or a complete year. */
export const NO_FIGURES = { graded: null, next: null, violent: null, property: null, record: null } as const;

export const placeRow = oncePer((place: SnapshotPlace): PlaceRow => {
  const { record, rating, intervals } = place;
  return {
    id: "geoid" in place ? place.geoid : place.fips,
    name: placeNameOf(record),
    href: placePath(place),
    county: "city" in record ? record.county : null,
    population: record.population,
    graded: gradedPlace(place),
    next: intervals.nextYear,
    violent: rating.violent.rate,
    property: rating.property.rate,
    record,
  };
});

function rateColumn(group: "violent" | "property", heading: string): Column<PlaceRow> {
  return column(group, heading, (row) => row[group], { cell: (row) => row[group]?.toFixed(1) ?? "–" });
}

/** The name, with the rates below it on a phone, and the figures. */
function figureColumns(heading: "City" | "County") {
  return [
    column(heading.toLowerCase(), heading, ({ name }) => name, {
      cell: ({ name, href, violent, property }) => (
        <>
          <a href={href}>{heading === "County" ? shortCounty(name) : name}</a>
          {violent === null ? null : (
            <span class="brief">
              Violent {violent.toFixed(1)}, property {property?.toFixed(1)}
            </span>
          )}
        </>
      ),
    }),
    column("score", "Score", ({ graded }) => graded?.score ?? null, {
      first: "descending",
      class: "words",
      cell: ({ graded, href }) => (graded ? <Grade graded={graded} href={href} /> : <NoGrade />),
    }),
    column("next", "Next year, 8 in 10", ({ next }) => next?.low ?? null, {
      first: "descending",
      class: "words ranged",
      cell: ({ graded, next }) =>
        graded && next ? (
          <>
            <Ruler graded={graded} range={next} />
            <span>
              {graded.isOlder ? `${graded.year + 1}: ` : ""}
              {rangeText(next)}
            </span>
          </>
        ) : null,
    }),
    rateColumn("violent", "Violent"),
    rateColumn("property", "Property"),
  ] as const satisfies readonly Column<PlaceRow>[];
}

export const FIGURE_COLUMNS = { cities: figureColumns("City"), counties: figureColumns("County") } as const;

const CITIES_COVERED: Column<PlaceRow> = column(
  "cities_covered",
  "Cities graded",
  ({ record }) => record?.cities_covered ?? null,
  { first: "descending" },
);

export const ALL_COLUMNS = {
  cities: [...FIGURE_COLUMNS.cities, POPULATION, COUNTY],
  counties: [...FIGURE_COLUMNS.counties, POPULATION, CITIES_COVERED],
} as const;

interface PlacesTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** The name of the page's own place. */
  readonly own?: string | undefined;
}

export function PlacesTable<Row extends PlaceRow>({ caption, columns, rows, own }: PlacesTableProps<Row>) {
  return (
    <Table
      label={caption}
      class="figures places"
      {...{ caption, columns, rows }}
      isCurrent={({ name }) => name === own}
    />
  );
}

/** The columns of a file: what the page shows as one cell is in columns of its own. */
export function downloadColumns(columns: readonly Column<PlaceRow>[]): readonly FileColumn<PlaceRow>[] {
  return [
    ...columns.filter(({ key }) => key !== "next"),
    { key: "crime_rate_per_1k", value: ({ record }) => record?.crime_rate_per_1k ?? null },
    { key: "grade", value: ({ graded }) => graded?.letter ?? null },
    { key: "data_year", value: ({ graded }) => graded?.year ?? null },
    { key: "next_year_low", value: ({ next }) => next?.low ?? null },
    { key: "next_year_high", value: ({ next }) => next?.high ?? null },
    { key: "cautions", value: ({ graded }) => graded?.cautions.join("; ") ?? null },
  ];
}
