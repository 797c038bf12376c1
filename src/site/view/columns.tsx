/** @jsxImportSource hono/jsx */
import { oncePer } from "../../base/once-per.ts";
import { type ByGroup, byGroup, OFFENSE_GROUPS, type OffenseGroup } from "../../domain/offense.ts";
import { notedRate, WHY_ESTIMATED } from "../../domain/rate-estimate.ts";
import type { ScoreRange } from "../../domain/snapshot.ts";
import { type Column, column, type FileColumn } from "../ui/columns.ts";
import { Grade, type Graded, gradedPlace, NoGrade, rangeText } from "../ui/grade.tsx";
import { number } from "../ui/number.ts";
import { Table, type TableProps } from "../ui/table.tsx";
import { shortCounty } from "./addresses.ts";
import { isGraded, type View } from "./place-view.ts";
import { Ruler } from "./ruler.tsx";

export const COUNTY: Column<PlaceRow> = column("county", "County", ({ county }) => county, {
  class: "words",
  cell: ({ county }) => shortCounty(county ?? ""),
});

export const POPULATION: Column<PlaceRow> = column("population", "Residents", ({ population }) => population, {
  first: "descending",
  cell: ({ population }) => population && number(population),
});

/** A city or county with its figures; null without a grade or a complete year. */
export interface PlaceRow {
  /** GEOID or FIPS code. */
  readonly id: string;
  readonly name: string;
  readonly href: string;
  /** null for a county. */
  readonly county: string | null;
  readonly population: number | null;
  readonly graded: Graded | null;
  /** Next year's range; only of a record of the newest year. */
  readonly next: ScoreRange | null;
  /** The estimated rates that the grade is made of; as reported for a year that has no record. */
  readonly violent: number | null;
  readonly property: number | null;
  /** The reported rates behind estimated ones. */
  readonly reported: ByGroup<number> | null;
  readonly record: { readonly crime_rate_per_1k: number; readonly cities_covered?: number } | null;
}

/** Of a place without a grade or a complete year. */
export const NO_FIGURES = {
  graded: null,
  next: null,
  violent: null,
  property: null,
  reported: null,
  record: null,
} as const;

function notedOf({ reported, ...row }: PlaceRow, group: OffenseGroup): string | null {
  const estimate = row[group];
  return reported === null || estimate === null ? null : notedRate(reported[group], estimate);
}

/** Both rates in words; empty without figures. */
export function ratesText(row: PlaceRow): string {
  if (row.violent === null || row.property === null) return "";
  const noted = OFFENSE_GROUPS.map((group) => notedOf(row, group));
  const [violent, property] = noted.map((text) => (text === null ? "" : ` (${text})`));
  return `Violent ${row.violent.toFixed(1)}${violent}, property ${row.property.toFixed(1)}${property}`;
}

/** A place in a table; without a grade, without figures. */
export const placeRow = oncePer((place: View): PlaceRow => {
  const { id, name, path: href, kind, county } = place;
  const shared = { id, name, href, county: kind === "city" ? (county ?? "") : null };
  if (!isGraded(place)) return { ...NO_FIGURES, ...shared, population: place.population };
  const { record, rating, nextYear } = place;
  return {
    ...shared,
    population: record.population,
    graded: gradedPlace(place),
    next: record.data_year < place.edition.dataYear ? null : nextYear,
    ...byGroup((group) => rating[group].smoothedRate),
    reported: byGroup((group) => rating[group].rate),
    // Lists keep the rows of all places.
    record: rowRecord(record),
  };
});

function rowRecord({ crime_rate_per_1k, cities_covered }: NonNullable<PlaceRow["record"]>): PlaceRow["record"] {
  return cities_covered === undefined ? { crime_rate_per_1k } : { crime_rate_per_1k, cities_covered };
}

function rateColumn(group: OffenseGroup, heading: string): Column<PlaceRow> {
  return column(group, heading, (row) => row[group], {
    cell: (row) => {
      const noted = notedOf(row, group);
      return (
        <>
          {row[group]?.toFixed(1) ?? "–"}
          {noted === null ? null : <span class="noted">{noted}</span>}
        </>
      );
    },
  });
}

/** The name, with the rates below it on a phone, and the figures. */
function figureColumns(heading: "City" | "County") {
  return [
    column(heading.toLowerCase(), heading, ({ name }) => name, {
      cell: (row) => (
        <>
          <a href={row.href}>{heading === "County" ? shortCounty(row.name) : row.name}</a>
          <span class="brief">{ratesText(row)}</span>
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
            <span>{rangeText(next)}</span>
          </>
        ) : (
          <span class="muted">none</span>
        ),
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

interface PlacesTableProps<Row> extends Omit<TableProps<Row>, "isCurrent"> {
  readonly caption: string;
  /** The name of the page's own place. */
  readonly own?: string | undefined;
}

/** Below the table is why a reported rate stands beside its estimate, where one does. */
export function PlacesTable<Row extends PlaceRow>({ own, label, class: name, ...props }: PlacesTableProps<Row>) {
  const { caption, columns, rows } = props;
  const hasRates = columns.some(({ key }) => key === "violent");
  const isNoted = hasRates && rows.some((row) => OFFENSE_GROUPS.some((group) => notedOf(row, group) !== null));
  return (
    <>
      <Table
        {...props}
        label={label ?? caption}
        class={name ? `figures places ${name}` : "figures places"}
        isCurrent={({ name }) => name === own}
      />
      {isNoted ? <p class="small muted">Rates are the estimates behind the grades: {WHY_ESTIMATED}.</p> : null}
    </>
  );
}

/** The columns of a file: what the page shows as one cell is in columns of its own. */
export function downloadColumns(columns: readonly Column<PlaceRow>[]): readonly FileColumn<PlaceRow>[] {
  return [
    ...columns.filter(({ key }) => !["next", ...OFFENSE_GROUPS].includes(key)),
    ...OFFENSE_GROUPS.flatMap((group): readonly FileColumn<PlaceRow>[] => [
      { key: `${group}_rate_per_1k`, value: (row) => row.reported?.[group] ?? row[group] },
      { key: `${group}_estimated_per_1k`, value: (row) => row.reported && row[group] },
    ]),
    { key: "crime_rate_per_1k", value: ({ record }) => record?.crime_rate_per_1k ?? null },
    { key: "grade", value: ({ graded }) => graded?.letter ?? null },
    { key: "data_year", value: ({ graded }) => graded?.year ?? null },
    { key: "next_year_low", value: ({ next }) => next?.low ?? null },
    { key: "next_year_high", value: ({ next }) => next?.high ?? null },
    { key: "cautions", value: ({ graded }) => graded?.cautions.join("; ") ?? null },
  ];
}
