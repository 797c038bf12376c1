import { canonicalCityName } from "../domain/alias.ts";
import { COUNTIES, STATE } from "../domain/california.ts";
import { foldCityName, foldCountyName } from "../domain/name.ts";
import type { Residents } from "./census.ts";
import type { E4County } from "./dof.ts";
import type { AgencyYear } from "./doj.ts";
import { DatasetError, type Fault, fault } from "./fault.ts";
import {
  type AgencyOffenses,
  type County,
  compareText,
  type DatasetTables,
  type Population,
  type RowPlace,
} from "./input-tables.ts";
import type { Reviewed } from "./review.ts";
import type { MappedPlace } from "./tiger.ts";

export interface Release<T> {
  readonly file: string;
  /** Newest year with a figure: of two releases, the one that goes further is the newer. */
  readonly lastYear: number;
  readonly rows: readonly T[];
}

export interface OfficialRows {
  readonly offenses: readonly Release<AgencyYear>[];
  readonly placePopulation: readonly Release<Residents>[];
  readonly countyPopulation: readonly Release<Residents>[];
  readonly cityCounty: readonly Release<E4County>[];
  readonly places: readonly Release<MappedPlace>[];
}

/** The tables begin here: the first year that the explorer shows. */
const FIRST_YEAR = 2010;

/** A short name of the Department of Finance that cannot be an alias, because it is also a county's. */
const E4_NAMES: ReadonlyMap<string, string> = new Map([["amador", "Amador City"]]);

interface Home {
  readonly city: string;
  readonly county: string;
}

/** By folded canonical name. */
type Homes = ReadonlyMap<string, Home>;
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
): Omit<DatasetTables, "sources"> {
  const faults: Fault[] = [];
  const report: Report = (file, reason) => {
    faults.push(fault({ file }, reason));
  };
  const counties = countiesOf(official.cityCounty, report);
  const places = placesOf(official, report);
  const homes: Homes = new Map(
    [...places, ...incorporations].map(({ city, county }): [string, Home] => [foldCityName(city), { city, county }]),
  );
  const population = populationByYear([
    ...cityPopulation(official, homes, report),
    ...countyPopulation(official.countyPopulation, counties, report),
  ]);
  const offenses = offensesByYear(official.offenses, counties, report);
  if (faults.length > 0) throw new DatasetError(faults);
  return { counties, places, offenses, population };
}

/** "Adelanto city" → "Adelanto"; "Amador City city" → "Amador City"; the name in common use where the bureau gives two. */
function cityOf(officialName: string): string {
  return canonicalCityName(officialName.replace(/ (city|town)$/, ""));
}

function e4City(name: string): string {
  return canonicalCityName(E4_NAMES.get(foldCityName(name)) ?? name);
}

/** The state's counties, which must be exactly those in the files. */
function countiesOf(releases: readonly Release<E4County>[], report: Report): readonly County[] {
  const counties = Object.entries(COUNTIES).map(([county, fips]) => ({ fips, county }));
  const named = new Set(releases.flatMap(({ rows }) => rows.map(({ county }) => county)));
  const unknown = [...named].filter((county) => COUNTIES[county] === undefined);
  const missing = counties.filter(({ county }) => !named.has(county)).map(({ county }) => county);
  for (const county of unknown) report(filesOf(releases), `"${county}" is not a county of ${STATE.name}`);
  for (const county of missing) report(filesOf(releases), `"${county}" is not named`);
  return counties.toSorted((a, b) => compareText(a.fips, b.fips));
}

function placesOf(official: OfficialRows, report: Report): readonly RowPlace[] {
  const countyOf = new Map<string, string>();
  for (const { rows } of oldestFirst(official.cityCounty)) {
    for (const { county, cities } of rows) {
      for (const { city } of cities) countyOf.set(foldCityName(e4City(city)), county);
    }
  }
  const mapped = new Map<string, MappedPlace>();
  for (const { rows } of oldestFirst(official.places)) for (const row of rows) mapped.set(row.geoid, row);
  const populated = new Set(official.placePopulation.flatMap(({ rows }) => rows.map(({ name }) => name)));

  const places = [...mapped.values()].flatMap((row): RowPlace[] => {
    const city = cityOf(row.officialName);
    const county = countyOf.get(foldCityName(city));
    if (county === undefined) report(filesOf(official.cityCounty), `"${row.officialName}" is under no county`);
    if (!populated.has(row.officialName)) {
      report(filesOf(official.placePopulation), `there is no population of "${row.officialName}"`);
    }
    return county === undefined ? [] : [{ ...row, city, county }];
  });
  return places.toSorted((a, b) => compareText(a.geoid, b.geoid));
}

interface YearResidents extends Population {
  readonly year: number;
}

/** 1 January of the Department of Finance first, then 1 July of the Census Bureau, which replaces it where both are. */
function cityPopulation(official: OfficialRows, homes: Homes, report: Report): YearResidents[] {
  const e4 = oldestFirst(official.cityCounty).flatMap(({ file, rows }) =>
    rows.flatMap(({ cities }) => cities.map(({ city, population }) => ({ file, city: e4City(city), population }))),
  );
  const census = newestFirst(official.placePopulation).flatMap(({ file, rows }) =>
    rows.map(({ name, population }) => ({ file, city: cityOf(name), population })),
  );
  return [...e4, ...census].flatMap(({ file, city, population }) => {
    const home = homes.get(foldCityName(city));
    if (home === undefined) {
      report(file, `"${city}" is not a known place; add a newly incorporated one to review/incorporations.csv`);
      return [];
    }
    return [...population].map(([year, residents]) => ({ year, ...home, residents }));
  });
}

function countyPopulation(
  releases: readonly Release<Residents>[],
  counties: readonly County[],
  report: Report,
): YearResidents[] {
  const names = new Map(counties.map(({ county }) => [foldCountyName(county), county]));
  const rows = newestFirst(releases).flatMap(({ file, rows }) =>
    rows.flatMap(({ name, population }): YearResidents[] => {
      const county = names.get(foldCountyName(name));
      if (county === undefined) {
        report(file, `"${name}" is not a county of ${STATE.name}`);
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
  const years = new Map<number, Map<string, Population>>();
  for (const { year, county, city, residents } of rows) {
    if (year < FIRST_YEAR) continue;
    const places = years.get(year) ?? new Map<string, Population>();
    places.set(`${county}|${city ?? ""}`, { county, city, residents });
    years.set(year, places);
  }
  return new Map(
    [...years]
      .toSorted(([a], [b]) => a - b)
      .map(([year, places]) => [
        year,
        [...places.values()].toSorted(
          (a, b) => compareText(a.county, b.county) || compareText(a.city ?? "", b.city ?? ""),
        ),
      ]),
  );
}

function offensesByYear(
  releases: readonly Release<AgencyYear>[],
  counties: readonly County[],
  report: Report,
): ReadonlyMap<number, readonly AgencyOffenses[]> {
  const known = new Set(counties.map(({ county }) => county));
  const years = new Map<number, AgencyOffenses[]>();
  for (const { file, rows } of oldestFirst(releases)) {
    const release = Map.groupBy(rows, ({ year }) => year);
    for (const [year, ofYear] of [...release].filter(([year]) => year >= FIRST_YEAR)) {
      const unknown = ofYear.find(({ county }) => !known.has(county));
      if (unknown !== undefined) report(file, `"${unknown.county}" (${year}) is not a county of ${STATE.name}`);
      reportMissingCounties(file, year, ofYear, known, report);
      years.set(
        year,
        ofYear
          .map(({ county, agency, offenses }) => ({ county, agency, offenses }))
          .toSorted((a, b) => compareText(a.county, b.county) || compareText(a.agency, b.agency)),
      );
    }
  }
  return new Map([...years].toSorted(([a], [b]) => a - b));
}

/** Every county has agencies that report each year. A county without a row means a truncated file or a wrong year. */
function reportMissingCounties(
  file: string,
  year: number,
  rows: readonly AgencyYear[],
  counties: ReadonlySet<string>,
  report: Report,
): void {
  const missing = counties.difference(new Set(rows.map(({ county }) => county)));
  const [first] = missing;
  if (first === undefined) return;
  const others = missing.size > 1 ? ` and of ${missing.size - 1} more counties` : "";
  report(
    file,
    `${year} has no row of ${first}${others}: the file is truncated, or the year is wrong; retrieve it again`,
  );
}

function oldestFirst<T>(releases: readonly Release<T>[]): readonly Release<T>[] {
  return releases.toSorted((a, b) => a.lastYear - b.lastYear || compareText(a.file, b.file));
}

function newestFirst<T>(releases: readonly Release<T>[]): readonly Release<T>[] {
  return oldestFirst(releases).toReversed();
}

function filesOf(releases: readonly Release<unknown>[]): string {
  return releases.map(({ file }) => file).join(" and ");
}
