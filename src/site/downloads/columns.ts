import { STATE, STATE_OFFICES } from "../../domain/california.ts";
import { gradeOf } from "../../domain/grade.ts";
import { OFFENSE_CLASSES, OFFENSE_GROUPS, OFFENSES, propertyOf, violentOf } from "../../domain/offense.ts";
import type { Place } from "../../domain/place.ts";
import { scoreOf } from "../../domain/score.ts";
import type { SnapshotCity, SnapshotCounty } from "../../domain/snapshot.ts";
import type { HistoryYear } from "../../domain/trend.ts";

/** The source and license of a column's values. */
export const COLUMN_SOURCES = {
  offenses: {
    source: `${STATE_OFFICES.justice}, OpenJustice, Crimes and Clearances`,
    license: `Public record of the State of ${STATE.name}`,
  },
  population: { source: "US Census Bureau, Population Estimates", license: "Public domain" },
  boundaries: { source: "US Census Bureau, TIGER/Line", license: "Public domain" },
  names: {
    source: "US Census Bureau; City of San Diego; City and County of San Francisco; GeoNames (geonames.org)",
    license: "Public domain, ODC-PDDL, or CC BY 4.0 (GeoNames), as the column license says",
  },
  service: { source: "Computed by this service from the offenses and the population", license: "MIT" },
} as const;

type CellValue = string | number | null;

/** A column of a download, with its line in the data dictionary. */
export interface DownloadColumn<Row> {
  readonly name: string;
  readonly description: string;
  readonly source: keyof typeof COLUMN_SOURCES;
  /** null becomes an empty CSV field. */
  readonly value: (row: Row) => CellValue;
}

function column<Row>(
  name: string,
  source: DownloadColumn<Row>["source"],
  description: string,
  value: DownloadColumn<Row>["value"],
): DownloadColumn<Row> {
  return { name, source, description, value };
}

/** A city or county with a record. */
export type RecordRow =
  | { readonly kind: "city"; readonly entry: SnapshotCity }
  | { readonly kind: "county"; readonly entry: SnapshotCounty };

export const RECORD_COLUMNS: readonly DownloadColumn<RecordRow>[] = [
  column("kind", "boundaries", "city (cities and towns) or county", ({ kind }) => kind),
  column("name", "boundaries", "The name in common use", (row) =>
    row.kind === "city" ? row.entry.record.city : row.entry.record.county,
  ),
  column(
    "county",
    "boundaries",
    "The county of the place; for a county, its own name",
    ({ entry }) => entry.record.county,
  ),
  column("geoid", "boundaries", "Census GEOID: seven digits for a city, five for a county", (row) =>
    row.kind === "city" ? row.entry.geoid : row.entry.fips,
  ),
  column("data_year", "offenses", "Year of the figures", ({ entry }) => entry.record.data_year),
  column(
    "population",
    "population",
    "Residents in the middle of the data year",
    ({ entry }) => entry.record.population,
  ),
  column("violent", "offenses", "Reported violent offenses", ({ entry }) => violentOf(entry.offenses)),
  column("property", "offenses", "Reported property offenses", ({ entry }) => propertyOf(entry.offenses)),
  column(
    "crime_rate_per_1k",
    "service",
    "Reported offenses per 1,000 residents",
    ({ entry }) => entry.record.crime_rate_per_1k,
  ),
  column(
    "state_average_rate",
    "service",
    "All offenses of the state per 1,000 of its residents",
    ({ entry }) => entry.record.state_average_rate,
  ),
  column("comparison", "service", "The rate compared with the state's", ({ entry }) => entry.record.comparison),
  column(
    "safety_score",
    "service",
    "0 to 100; higher means fewer reported offenses, and the state is 50",
    ({ entry }) => entry.record.safety_score,
  ),
  column("grade", "service", "Letter grade of the score", ({ entry }) => entry.record.grade),
  column("grade_label", "service", "The grade in words", ({ entry }) => entry.record.grade_label),
  ...OFFENSE_GROUPS.flatMap((group) => [
    column<RecordRow>(`${group}_score`, "service", `Score of the ${group} offenses alone, 0 to 100`, ({ entry }) =>
      scoreOf(entry.rating[group].ratio),
    ),
    column<RecordRow>(
      `${group}_grade`,
      "service",
      `Letter grade of that score`,
      ({ entry }) => gradeOf(scoreOf(entry.rating[group].ratio)).letter,
    ),
  ]),
  column("stars", "service", "1 to 5; empty for a county", (row) =>
    row.kind === "city" ? row.entry.record.stars : null,
  ),
  column("cities_covered", "service", "Graded cities of a county; empty for a city", (row) =>
    row.kind === "county" ? row.entry.record.cities_covered : null,
  ),
];

export interface PlaceDownloadRow {
  readonly place: Place;
  readonly nameSource: string;
  readonly nameLicense: string;
}

export const PLACE_COLUMNS: readonly DownloadColumn<PlaceDownloadRow>[] = [
  column(
    "kind",
    "names",
    "city, county, unincorporated (a community on county land), or neighborhood (a part of a city)",
    ({ place }) => place.kind,
  ),
  column("name", "names", "The name in common use", ({ place }) => place.name),
  column("county", "boundaries", "The county of the place; for a county, its own name", ({ place }) => place.county),
  column(
    "within",
    "boundaries",
    "The city of a neighborhood; the figures are those of the whole city",
    ({ place }) => place.within,
  ),
  column(
    "status",
    "service",
    "graded (has a record), absent (a city or county without one), or part (never has one; see within or county)",
    ({ place }) => place.status,
  ),
  column("reason", "service", "Why an absent city or county has no record", ({ place }) => place.reason),
  column("latitude", "names", "Latitude of a point in the place, in degrees north", ({ place }) => place.latitude),
  column("longitude", "names", "Longitude of the same point, in degrees east", ({ place }) => place.longitude),
  column(
    "safety_score",
    "service",
    "Score of a graded place, 0 to 100",
    ({ place }) => place.data?.safety_score ?? null,
  ),
  column("grade", "service", "Letter grade of a graded place", ({ place }) => place.data?.grade ?? null),
  column(
    "crime_rate_per_1k",
    "service",
    "Reported offenses per 1,000 residents",
    ({ place }) => place.data?.crime_rate_per_1k ?? null,
  ),
  column(
    "violent_rate_per_1k",
    "service",
    "Reported violent offenses per 1,000 residents",
    ({ place }) => place.data?.violent_rate_per_1k ?? null,
  ),
  column(
    "property_rate_per_1k",
    "service",
    "Reported property offenses per 1,000 residents",
    ({ place }) => place.data?.property_rate_per_1k ?? null,
  ),
  column(
    "population",
    "population",
    "Residents of a graded place in the middle of the data year",
    ({ place }) => place.data?.population ?? null,
  ),
  column("data_year", "offenses", "Year of the figures", ({ place }) => place.data?.data_year ?? null),
  column("name_source", "names", "The source of the name and the point", ({ nameSource }) => nameSource),
  column(
    "license",
    "names",
    "License of the name and the point; CC BY 4.0 requires attribution to GeoNames",
    ({ nameLicense }) => nameLicense,
  ),
];

/** A year of a city or county, graded or not. */
export interface HistoryRow {
  readonly kind: "city" | "county";
  readonly name: string;
  readonly county: string;
  readonly year: HistoryYear;
}

export const HISTORY_COLUMNS: readonly DownloadColumn<HistoryRow>[] = [
  column("kind", "boundaries", "city (cities and towns) or county", ({ kind }) => kind),
  column("name", "boundaries", "The name in common use", ({ name }) => name),
  column("county", "boundaries", "The county of the place; for a county, its own name", ({ county }) => county),
  column("data_year", "offenses", "Year of the figures", ({ year }) => year.year),
  column("status", "service", "complete, incomplete (no score), or none (no figures)", ({ year }) => year.status),
  column(
    "population",
    "population",
    `Residents in the middle of the year; before 2020 partly from the ${STATE_OFFICES.finance}`,
    ({ year }) => year.population,
  ),
  column(
    "violent_rate_per_1k",
    "service",
    "Reported violent offenses per 1,000 residents",
    ({ year }) => year.violentRate,
  ),
  column(
    "property_rate_per_1k",
    "service",
    "Reported property offenses per 1,000 residents",
    ({ year }) => year.propertyRate,
  ),
  column("crime_rate_per_1k", "service", "Reported offenses per 1,000 residents", ({ year }) => year.crimeRate),
  column(
    "state_average_rate",
    "service",
    "All offenses of the state per 1,000 of its residents",
    ({ year }) => year.stateAverageRate,
  ),
  column("safety_score", "service", "0 to 100, computed only from data up to that year", ({ year }) => year.score),
  column("grade", "service", "Letter grade of the score", ({ year }) => year.grade),
  ...OFFENSE_CLASSES.map((offense) =>
    column<HistoryRow>(
      OFFENSES[offense].field,
      "offenses",
      `${OFFENSES[offense].name}: reported offenses of a complete year`,
      ({ year }) => year.offenses?.[offense] ?? null,
    ),
  ),
];
