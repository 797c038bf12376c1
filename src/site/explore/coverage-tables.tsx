/** @jsxImportSource hono/jsx */
import { CAUTIONS, type CautionCode } from "../../domain/caution.ts";
import { oncePer } from "../../domain/once-per.ts";
import type { AbsentCity, Snapshot } from "../../domain/snapshot.ts";
import { type Column, column } from "../columns.ts";
import { URLS } from "../urls.ts";
import { ABSENCE_NAMES } from "./absence.ts";
import { createPageTable, type PageTable } from "./filtered-table.tsx";
import { countyColumn, placeColumn, populationColumn } from "./place-columns.tsx";
import { countyNames, placeNameOf } from "./place-name.ts";
import { cityUrl, countyUrl, placePath } from "./place-url.ts";
import type { Filtered } from "./table-query.ts";

/** Ids of the tables of `/coverage`. */
export const COVERAGE_TABLES = ["absent", "older", "cautions", "counties"] as const;
export type CoverageTables = Readonly<Record<(typeof COVERAGE_TABLES)[number], PageTable>>;

export const coverageTables = oncePer(
  (snapshot: Snapshot): CoverageTables => ({
    absent: absentTable(snapshot),
    older: olderTable(snapshot),
    cautions: cautionTable(snapshot),
    counties: countyTable(snapshot),
  }),
);

const PLACES = { path: URLS.coverage, noun: "place", plural: "places", searchLabel: "City or county" } as const;

interface AbsentRow extends Filtered {
  readonly href: string;
  readonly absent: AbsentCity;
}

function absentTable(snapshot: Snapshot): PageTable {
  const columns: readonly Column<AbsentRow>[] = [
    placeColumn("City"),
    countyColumn(),
    populationColumn("not published"),
    column("reason", "Reason", ({ absent }) => ABSENCE_NAMES[absent.reason]),
    column("detail", "Details", ({ absent }) => absent.detail),
  ];
  return createPageTable<AbsentRow>({
    ...PLACES,
    id: "absent",
    caption: "Cities without a record",
    noun: "city",
    plural: "cities",
    columns,
    fileColumns: columns,
    rows: snapshot.absent.map((absent) => {
      const { city: name, county, population } = absent;
      return { name, county, population, href: cityUrl(name), absent };
    }),
  });
}

interface GradedRow extends Filtered {
  readonly href: string;
  readonly year: number;
  readonly cautions: Snapshot["cities"][number]["cautions"];
}

/** Cities, then counties. */
function gradedRows({ cities, counties }: Snapshot): readonly GradedRow[] {
  return [...cities, ...counties].map(({ record, cautions }) => ({
    name: placeNameOf(record),
    county: "city" in record ? record.county : null,
    population: record.population,
    href: placePath({ record }),
    year: record.data_year,
    cautions,
  }));
}

/** Columns of a download after the name of a place. */
const COUNTY_AND_RESIDENTS = [
  { key: "county", value: ({ county }: Filtered) => county },
  { key: "population", value: ({ population }: Filtered) => population },
] as const;

function olderTable(snapshot: Snapshot): PageTable {
  const why = ({ cautions }: GradedRow) => cautions.find(({ code }) => code === "older_year")?.detail ?? "";
  const columns: readonly Column<GradedRow>[] = [
    placeColumn("Place"),
    column("data_year", "Year", ({ year }) => year, { first: "descending" }),
    column("why", "Why", why),
  ];
  return createPageTable<GradedRow>({
    ...PLACES,
    id: "older",
    caption: "Records for an older year",
    columns,
    fileColumns: [...columns, ...COUNTY_AND_RESIDENTS],
    rows: gradedRows(snapshot).filter(({ year }) => year < snapshot.dataYear),
  });
}

interface CautionRow extends Filtered {
  readonly href: string;
  readonly code: CautionCode;
  readonly detail: string;
  readonly source: string | null;
}

function cautionTable(snapshot: Snapshot): PageTable {
  const columns: readonly Column<CautionRow>[] = [
    placeColumn("Place"),
    column("caution", "Caution", ({ code }) => CAUTIONS[code].name),
    column("why", "Why", ({ detail }) => detail, {
      cell: ({ detail, source }) =>
        source === null ? (
          detail
        ) : (
          <span>
            {detail} (<a href={source}>source</a>)
          </span>
        ),
    }),
  ];
  return createPageTable<CautionRow>({
    ...PLACES,
    id: "cautions",
    caption: "Places with cautions, and why",
    noun: "caution",
    plural: "cautions",
    columns,
    fileColumns: [...columns, { key: "source", value: ({ source }) => source }, ...COUNTY_AND_RESIDENTS],
    rows: gradedRows(snapshot).flatMap(({ name, county, population, href, cautions }) =>
      cautions
        .filter(({ code }) => code !== "older_year")
        .map(({ code, detail, source }) => ({
          name,
          county,
          population,
          href,
          code,
          detail: detail ?? "From the figures",
          source: source ?? null,
        })),
    ),
  });
}

interface CountyRow extends Filtered {
  readonly href: string;
  readonly graded: readonly string[];
  readonly absent: readonly string[];
  /** null if the county has no record. */
  readonly agencies: number | null;
}

function countyTable(snapshot: Snapshot): PageTable {
  const columns: readonly Column<CountyRow>[] = [
    placeColumn("County"),
    column("graded", "Graded", ({ graded }) => graded.length, {
      first: "descending",
      cell: ({ graded }) => <Links cities={graded} />,
    }),
    column("absent", "Absent", ({ absent }) => absent.length, {
      first: "descending",
      cell: ({ absent }) => <Links cities={absent} />,
    }),
    column("agencies", "Agencies", ({ agencies }) => agencies, {
      first: "descending",
      cell: ({ agencies }) => agencies ?? "no record",
    }),
  ];
  const records = new Map(snapshot.counties.map((county) => [county.record.county, county]));
  const absentPopulations = new Map(snapshot.absentCounties.map(({ county, population }) => [county, population]));
  const graded = Map.groupBy(snapshot.cities, ({ record }) => record.county);
  const absent = Map.groupBy(snapshot.absent, ({ county }) => county);
  return createPageTable<CountyRow>({
    path: URLS.coverage,
    id: "counties",
    caption: "Graded and absent cities and the number of agencies of each county",
    noun: "county",
    plural: "counties",
    searchLabel: "County",
    columns,
    fileColumns: [
      ...columns,
      { key: "population", value: ({ population }) => population },
      { key: "graded_cities", value: ({ graded }) => graded.join("; ") },
      { key: "absent_cities", value: ({ absent }) => absent.join("; ") },
    ],
    rows: countyNames(snapshot).map((name) => ({
      name,
      county: null,
      href: countyUrl(name),
      population: records.get(name)?.record.population ?? absentPopulations.get(name) ?? null,
      graded: (graded.get(name) ?? []).map(({ record }) => record.city),
      absent: (absent.get(name) ?? []).map(({ city }) => city),
      agencies: records.get(name)?.agencies.length ?? null,
    })),
  });
}

function Links({ cities }: { readonly cities: readonly string[] }) {
  const [first, second] = cities;
  if (first === undefined) return <>none</>;
  if (second === undefined) return <a href={cityUrl(first)}>{first}</a>;
  return (
    <span>
      {cities.map((city, index) => (
        <>
          {index === 0 ? "" : ", "}
          <a href={cityUrl(city)}>{city}</a>
        </>
      ))}
    </span>
  );
}
