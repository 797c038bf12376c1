import { DatasetError, type Fault, fault } from "../fault.ts";
import { compareText } from "../input-rows.ts";
import type { Residents } from "../sources/census-estimates.ts";
import type { AgencyOffenses, County, DatasetTables, Population, RowPlace } from "./input-tables.ts";
import type { AgencyYear, OfficialRows, Release } from "./official-rows.ts";
import type { Reviewed } from "./review.ts";
import type { StateBuild } from "./state-build.ts";

/** The tables begin here: the first year that the explorer shows. */
const FIRST_YEAR = 2010;

/** The state, and its counties, that a file is joined with. */
interface Joining {
  readonly state: StateBuild;
  readonly counties: readonly County[];
  /** Collects a fault of a file. */
  readonly report: (file: string, reason: string) => void;
}

/**
 * Joins the files by name (one folding on both sides) into the project's tables. Every place must be in all three of
 * mapped places, population, and county list, or be a reviewed incorporation. If two releases have the same year,
 * offenses are taken from the newer one and estimates of the Census Bureau from the older: a year keeps its vintage, so
 * that city, county and state of one year share it. @throws DatasetError with all faults
 */
export function joinOfficial(
  state: StateBuild,
  official: OfficialRows,
  incorporations: readonly Reviewed<"incorporations">[],
  counties: readonly County[],
): Omit<DatasetTables, "sources" | "counties" | "secondSource" | "secondRelease"> {
  const faults: Fault[] = [];
  const joining: Joining = {
    state,
    counties,
    report(file, reason) {
      faults.push(fault({ file }, reason));
    },
  };
  const places = placesOf(official, joining);
  const population = populationByYear([
    ...cityPopulation(official, [...places, ...incorporations], joining),
    ...countyPopulation(official.countyPopulation, joining),
  ]);
  const offenses = offensesByYear(official.offenses, joining);
  if (faults.length > 0) throw new DatasetError(faults);
  return { places, offenses, population };
}

/** "Adelanto city" → "Adelanto"; "Amador City city" → "Amador City"; the name in common use where the bureau gives two. */
function cityOf(officialName: string, { names }: StateBuild): string {
  return names.canonical(officialName.replace(/ (city|town)$/, ""));
}

/** The canonical name of a city in the state's own list. */
function listedCity(name: string, { names, shortNames }: StateBuild): string {
  return names.canonical(shortNames.get(names.foldCity(name)) ?? name);
}

function placesOf(
  { cityCounty, places, placePopulation }: OfficialRows,
  { state, counties, report }: Joining,
): readonly RowPlace[] {
  const { foldCity } = state.names;
  const known = new Set(counties.map(({ county }) => county));
  const countyOf = new Map<string, string>();
  for (const { file, rows } of cityCounty) {
    for (const { county, name } of rows) {
      if (!known.has(county)) report(file, `"${county}" is not a county of ${state.edition.name}`);
      countyOf.set(foldCity(listedCity(name, state)), county);
    }
  }
  const mapped = new Map(places.flatMap(({ rows }) => rows.map((row) => [row.geoid, row] as const)));
  const populated = new Set(placePopulation.flatMap(({ rows }) => rows.map(({ name }) => name)));

  const joined = [...mapped.values()].flatMap((row): RowPlace[] => {
    const city = cityOf(row.officialName, state);
    const county = countyOf.get(foldCity(city));
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

/** 1 January of the state's own list first, then 1 July of the Census Bureau, which replaces it where both are. */
function cityPopulation(
  { cityCounty, placePopulation }: OfficialRows,
  places: readonly Pick<RowPlace, "city" | "county">[],
  { state, report }: Joining,
): YearResidents[] {
  const { foldCity } = state.names;
  const homes = new Map(places.map(({ city, county }) => [foldCity(city), { city, county }]));
  const figures = <Row extends Residents>({ file, rows }: Release<Row>, nameOf: typeof cityOf) =>
    rows.map(({ name, population }) => ({ file, city: nameOf(name, state), population }));
  return [
    ...cityCounty.flatMap((release) => figures(release, listedCity)),
    ...placePopulation.toReversed().flatMap((release) => figures(release, cityOf)),
  ].flatMap(({ file, city, population }) => {
    const home = homes.get(foldCity(city));
    if (home !== undefined) return [...population].map(([year, residents]) => ({ year, ...home, residents }));
    report(file, `"${city}" is not a known place; add a newly incorporated one to review/incorporations.csv`);
    return [];
  });
}

function countyPopulation(
  releases: readonly Release<Residents>[],
  { state, counties, report }: Joining,
): YearResidents[] {
  const { foldCounty } = state.names;
  const names = new Map(counties.map(({ county }) => [foldCounty(county), county]));
  const rows = releases.toReversed().flatMap(({ file, rows }) =>
    rows.flatMap(({ name, population }): YearResidents[] => {
      const county = names.get(foldCounty(name));
      if (county === undefined) {
        report(file, `"${name}" is not a county of ${state.edition.name}`);
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
  { state, counties, report }: Joining,
): ReadonlyMap<number, readonly AgencyOffenses[]> {
  const known = new Set(counties.map(({ county }) => county));
  const years = new Map<number, readonly AgencyOffenses[]>();
  for (const { file, rows } of releases) {
    for (const [year, ofYear] of Map.groupBy(rows, ({ year }) => year)) {
      if (year < FIRST_YEAR) continue;
      const named = new Set(ofYear.map(({ county }) => county));
      for (const county of named.difference(known))
        report(file, `"${county}" is not a county of ${state.edition.name}`);
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
