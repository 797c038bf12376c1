import { CALIFORNIA } from "../../editions/california.ts";
import { canonicalCityName, foldCityName, foldCountyName } from "../../gazetteer/california/alias.ts";
import { DatasetError, type Fault, fault } from "../fault.ts";
import { compareText } from "../input-rows.ts";
import type { Residents } from "./census.ts";
import type { E4City } from "./dof.ts";
import type { AgencyYear } from "./doj.ts";
import type { AgencyOffenses, County, DatasetTables, Population, RowPlace } from "./input-tables.ts";
import type { Reviewed } from "./review.ts";
import type { MappedPlace } from "./tiger.ts";

export interface Release<T> {
  readonly file: string;
  readonly rows: readonly T[];
}

/** The releases of each kind, those with the oldest newest year first. */
export interface OfficialRows {
  readonly offenses: readonly Release<AgencyYear>[];
  readonly placePopulation: readonly Release<Residents>[];
  readonly countyPopulation: readonly Release<Residents>[];
  readonly cityCounty: readonly Release<E4City>[];
  readonly places: readonly Release<MappedPlace>[];
}

/** The tables begin here: the first year that the explorer shows. */
const FIRST_YEAR = 2010;

/** A short name of the Department of Finance that cannot be an alias, because it is also a county's. */
const E4_NAMES: ReadonlyMap<string, string> = new Map([["amador", "Amador City"]]);

type Report = (file: string, reason: string) => void;

/**
 * Joins the files by name (one folding on both sides) into the project's tables. Every place must be in all three of
 * mapped places, population, and county list, or be a reviewed incorporation. If two releases have the same year,
 * offenses are taken from the newer one and estimates of the Census Bureau from the older: a year keeps its vintage, so
 * that city, county and state of one year share it. @throws DatasetError with all faults
 */
export function joinOfficial(
  official: OfficialRows,
  incorporations: readonly Reviewed<"incorporations">[],
  counties: readonly County[],
): Omit<DatasetTables, "sources" | "counties" | "secondSource"> {
  const faults: Fault[] = [];
  const report: Report = (file, reason) => {
    faults.push(fault({ file }, reason));
  };
  const places = placesOf(official, counties, report);
  const population = populationByYear([
    ...cityPopulation(official, [...places, ...incorporations], report),
    ...countyPopulation(official.countyPopulation, counties, report),
  ]);
  const offenses = offensesByYear(official.offenses, counties, report);
  if (faults.length > 0) throw new DatasetError(faults);
  return { places, offenses, population };
}

/** "Adelanto city" → "Adelanto"; "Amador City city" → "Amador City"; the name in common use where the bureau gives two. */
function cityOf(officialName: string): string {
  return canonicalCityName(officialName.replace(/ (city|town)$/, ""));
}

function e4City(name: string): string {
  return canonicalCityName(E4_NAMES.get(foldCityName(name)) ?? name);
}

function placesOf(
  { cityCounty, places, placePopulation }: OfficialRows,
  counties: readonly County[],
  report: Report,
): readonly RowPlace[] {
  const known = new Set(counties.map(({ county }) => county));
  const countyOf = new Map<string, string>();
  for (const { file, rows } of cityCounty) {
    for (const { county, name } of rows) {
      if (!known.has(county)) report(file, `"${county}" is not a county of ${CALIFORNIA.name}`);
      countyOf.set(foldCityName(e4City(name)), county);
    }
  }
  const mapped = new Map(places.flatMap(({ rows }) => rows.map((row) => [row.geoid, row] as const)));
  const populated = new Set(placePopulation.flatMap(({ rows }) => rows.map(({ name }) => name)));

  const joined = [...mapped.values()].flatMap((row): RowPlace[] => {
    const city = cityOf(row.officialName);
    const county = countyOf.get(foldCityName(city));
    if (county === undefined) report(filesOf(cityCounty), `"${row.officialName}" is under no county`);
    if (!populated.has(row.officialName)) {
      report(filesOf(placePopulation), `there is no population of "${row.officialName}"`);
    }
    return county === undefined ? [] : [{ ...row, city, county }];
  });
  return joined.toSorted((a, b) => compareText(a.geoid, b.geoid));
}

interface YearResidents extends Population {
  readonly year: number;
}

/** 1 January of the Department of Finance first, then 1 July of the Census Bureau, which replaces it where both are. */
function cityPopulation(
  { cityCounty, placePopulation }: OfficialRows,
  places: readonly Pick<RowPlace, "city" | "county">[],
  report: Report,
): YearResidents[] {
  const homes = new Map(places.map(({ city, county }) => [foldCityName(city), { city, county }]));
  const figures = <Row extends Residents>({ file, rows }: Release<Row>, nameOf: (name: string) => string) =>
    rows.map(({ name, population }) => ({ file, city: nameOf(name), population }));
  return [
    ...cityCounty.flatMap((release) => figures(release, e4City)),
    ...placePopulation.toReversed().flatMap((release) => figures(release, cityOf)),
  ].flatMap(({ file, city, population }) => {
    const home = homes.get(foldCityName(city));
    if (home !== undefined) return [...population].map(([year, residents]) => ({ year, ...home, residents }));
    report(file, `"${city}" is not a known place; add a newly incorporated one to review/incorporations.csv`);
    return [];
  });
}

function countyPopulation(
  releases: readonly Release<Residents>[],
  counties: readonly County[],
  report: Report,
): YearResidents[] {
  const names = new Map(counties.map(({ county }) => [foldCountyName(county), county]));
  const rows = releases.toReversed().flatMap(({ file, rows }) =>
    rows.flatMap(({ name, population }): YearResidents[] => {
      const county = names.get(foldCountyName(name));
      if (county === undefined) {
        report(file, `"${name}" is not a county of ${CALIFORNIA.name}`);
        return [];
      }
      return [...population].map(([year, residents]) => ({ year, county, city: null, residents }));
    }),
  );
  const counted = new Set(rows.map(({ county }) => county));
  for (const { county } of counties) {
    if (!counted.has(county)) report(filesOf(releases), `there is no population of ${county}`);
  }
  return rows;
}

/** Later rows replace earlier ones of the same year and place. */
function populationByYear(rows: readonly YearResidents[]): ReadonlyMap<number, readonly Population[]> {
  const years = Map.groupBy(
    rows.filter(({ year }) => year >= FIRST_YEAR),
    ({ year }) => year,
  );
  const sorted = [...years].toSorted(([a], [b]) => a - b);
  return new Map(
    sorted.map(([year, ofYear]) => {
      const places = new Map(ofYear.map((row) => [`${row.county}|${row.city ?? ""}`, row]));
      return [
        year,
        [...places.values()].toSorted(
          (a, b) => compareText(a.county, b.county) || compareText(a.city ?? "", b.city ?? ""),
        ),
      ];
    }),
  );
}

function offensesByYear(
  releases: readonly Release<AgencyYear>[],
  counties: readonly County[],
  report: Report,
): ReadonlyMap<number, readonly AgencyOffenses[]> {
  const known = new Set(counties.map(({ county }) => county));
  const years = new Map<number, readonly AgencyOffenses[]>();
  for (const { file, rows } of releases) {
    for (const [year, ofYear] of Map.groupBy(rows, ({ year }) => year)) {
      if (year < FIRST_YEAR) continue;
      const named = new Set(ofYear.map(({ county }) => county));
      for (const county of named.difference(known)) report(file, `"${county}" is not a county of ${CALIFORNIA.name}`);
      // Every county has agencies that report each year.
      const missing = [...known.difference(named)];
      if (missing.length > 0) {
        const which = new Intl.ListFormat("en-US").format(missing);
        report(file, `${year} has no row of ${which}: the file is truncated, or the year is wrong; retrieve it again`);
      }
      years.set(
        year,
        ofYear.toSorted((a, b) => compareText(a.county, b.county) || compareText(a.agency, b.agency)),
      );
    }
  }
  return new Map([...years].toSorted(([a], [b]) => a - b));
}

function filesOf(releases: readonly Release<unknown>[]): string {
  return releases.map(({ file }) => file).join(" and ");
}
