/** @jsxImportSource hono/jsx */
import { CAUTIONS, type CautionCode } from "../../domain/caution.ts";
import type { AbsentCity, Snapshot } from "../../domain/snapshot.ts";
import { number } from "../number.ts";
import { URLS } from "../urls.ts";
import { ABSENCE_NAMES } from "./absence.ts";
import { countyNames } from "./county-names.ts";
import { createPageTable, type PageTable } from "./page-table.tsx";
import { shortCounty } from "./place-table.tsx";
import { cityUrl, countyUrl } from "./place-url.ts";
import type { Column, Filtered } from "./table.ts";

/** Ids of the tables of `/coverage`. */
export const COVERAGE_TABLES = ["absent", "older", "cautions", "counties"] as const;
export type CoverageTables = Readonly<Record<(typeof COVERAGE_TABLES)[number], PageTable>>;

export function createCoverageTables(snapshot: Snapshot): CoverageTables {
  return {
    absent: absentTable(snapshot),
    older: olderTable(snapshot),
    cautions: cautionTable(snapshot),
    counties: countyTable(snapshot),
  };
}

const PLACES = { path: URLS.coverage, noun: "place", plural: "places", searchLabel: "City or county" } as const;

interface AbsentRow extends Filtered {
  readonly city: AbsentCity;
}

function absentTable(snapshot: Snapshot): PageTable {
  const shared: readonly Column<AbsentRow>[] = [
    {
      key: "city",
      heading: "City",
      first: "ascending",
      value: ({ name }) => name,
      cell: ({ name }) => <a href={cityUrl(name)}>{name}</a>,
    },
    {
      key: "county",
      heading: "County",
      first: "ascending",
      value: ({ county }) => county,
      cell: ({ county }) => shortCounty(county ?? ""),
    },
    {
      key: "population",
      heading: "Residents",
      first: "descending",
      value: ({ population }) => population,
      cell: ({ population }) => (population === null ? "not published" : number(population)),
    },
    {
      key: "reason",
      heading: "Reason",
      first: "ascending",
      value: ({ city }) => ABSENCE_NAMES[city.reason],
      cell: ({ city }) => ABSENCE_NAMES[city.reason],
    },
    {
      key: "detail",
      heading: "Details",
      first: "ascending",
      value: ({ city }) => city.detail,
      cell: ({ city }) => city.detail,
    },
  ];
  return createPageTable<AbsentRow>({
    ...PLACES,
    id: "absent",
    caption: "Cities without a record",
    noun: "city",
    plural: "cities",
    columns: shared,
    fileColumns: shared,
    rows: snapshot.absent.map((city) => ({
      name: city.city,
      county: city.county,
      population: city.population,
      city,
    })),
  });
}

interface GradedRow extends Filtered {
  readonly href: string;
  readonly year: number;
  readonly cautions: Snapshot["cities"][number]["cautions"];
}

/** Cities, then counties. */
function gradedRows({ cities, counties }: Snapshot): readonly GradedRow[] {
  return [
    ...cities.map(({ record, cautions }) => ({
      name: record.city,
      county: record.county,
      population: record.population,
      href: cityUrl(record.city),
      year: record.data_year,
      cautions,
    })),
    ...counties.map(({ record, cautions }) => ({
      name: record.county,
      county: null,
      population: record.population,
      href: countyUrl(record.county),
      year: record.data_year,
      cautions,
    })),
  ];
}

const PLACE: Column<Filtered & { readonly href: string }> = {
  key: "place",
  heading: "Place",
  first: "ascending",
  value: ({ name }) => name,
  cell: ({ name, href }) => <a href={href}>{name}</a>,
};
/** Columns of a download after the name of a place. */
const COUNTY_AND_RESIDENTS = [
  { key: "county", value: ({ county }: Filtered) => county },
  { key: "population", value: ({ population }: Filtered) => population },
] as const;

function olderTable(snapshot: Snapshot): PageTable {
  const why = ({ cautions }: GradedRow) => cautions.find(({ code }) => code === "older_year")?.detail ?? "";
  const columns: readonly Column<GradedRow>[] = [
    PLACE,
    {
      key: "data_year",
      heading: "Year",
      first: "descending",
      value: ({ year }) => year,
      cell: ({ year }) => year,
    },
    { key: "why", heading: "Why", first: "ascending", value: why, cell: why },
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
    PLACE,
    {
      key: "caution",
      heading: "Caution",
      first: "ascending",
      value: ({ code }) => CAUTIONS[code].name,
      cell: ({ code }) => CAUTIONS[code].name,
    },
    {
      key: "why",
      heading: "Why",
      first: "ascending",
      value: ({ detail }) => detail,
      cell: ({ detail, source }) =>
        source === null ? (
          detail
        ) : (
          <span>
            {detail} (<a href={source}>source</a>)
          </span>
        ),
    },
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
        .filter(({ code }) => code !== "older_year" && !CAUTIONS[code].general)
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
  readonly graded: readonly string[];
  readonly absent: readonly string[];
  /** null if the county has no record. */
  readonly agencies: number | null;
}

function countyTable(snapshot: Snapshot): PageTable {
  const columns: readonly Column<CountyRow>[] = [
    {
      key: "county",
      heading: "County",
      first: "ascending",
      value: ({ name }) => name,
      cell: ({ name }) => <a href={countyUrl(name)}>{shortCounty(name)}</a>,
    },
    {
      key: "graded",
      heading: "Graded",
      first: "descending",
      value: ({ graded }) => graded.length,
      cell: ({ graded }) => <Links cities={graded} />,
    },
    {
      key: "absent",
      heading: "Absent",
      first: "descending",
      value: ({ absent }) => absent.length,
      cell: ({ absent }) => <Links cities={absent} />,
    },
    {
      key: "agencies",
      heading: "Agencies",
      first: "descending",
      value: ({ agencies }) => agencies,
      cell: ({ agencies }) => (agencies === null ? "no record" : agencies),
    },
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
