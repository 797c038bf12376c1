import { STATE, STATE_OFFICES } from "../../domain/california.ts";
import { propertyOf, violentOf } from "../../domain/offense.ts";
import type { Place } from "../../domain/place.ts";
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

/** A city or county with a record. */
export type RecordRow =
  | { readonly kind: "city"; readonly entry: SnapshotCity }
  | { readonly kind: "county"; readonly entry: SnapshotCounty };

export const RECORD_COLUMNS: readonly DownloadColumn<RecordRow>[] = [
  { name: "kind", description: "city (cities and towns) or county", source: "boundaries", value: ({ kind }) => kind },
  {
    name: "name",
    description: "The name in common use",
    source: "boundaries",
    value: (row) => (row.kind === "city" ? row.entry.record.city : row.entry.record.county),
  },
  {
    name: "county",
    description: "The county of the place; for a county, its own name",
    source: "boundaries",
    value: ({ entry }) => entry.record.county,
  },
  {
    name: "geoid",
    description: "Census GEOID: seven digits for a city, five for a county",
    source: "boundaries",
    value: (row) => (row.kind === "city" ? row.entry.geoid : row.entry.fips),
  },
  {
    name: "data_year",
    description: "Year of the figures",
    source: "offenses",
    value: ({ entry }) => entry.record.data_year,
  },
  {
    name: "population",
    description: "Residents in the middle of the data year",
    source: "population",
    value: ({ entry }) => entry.record.population,
  },
  {
    name: "violent",
    description: "Reported violent offenses",
    source: "offenses",
    value: ({ entry }) => violentOf(entry.offenses),
  },
  {
    name: "property",
    description: "Reported property offenses",
    source: "offenses",
    value: ({ entry }) => propertyOf(entry.offenses),
  },
  {
    name: "crime_rate_per_1k",
    description: "Reported offenses per 1,000 residents",
    source: "service",
    value: ({ entry }) => entry.record.crime_rate_per_1k,
  },
  {
    name: "state_average_rate",
    description: "All offenses of the state per 1,000 of its residents",
    source: "service",
    value: ({ entry }) => entry.record.state_average_rate,
  },
  {
    name: "comparison",
    description: "The rate compared with the state's",
    source: "service",
    value: ({ entry }) => entry.record.comparison,
  },
  {
    name: "safety_score",
    description: "0 to 100; higher is safer, and the state is 50",
    source: "service",
    value: ({ entry }) => entry.record.safety_score,
  },
  {
    name: "grade",
    description: "Letter grade of the score",
    source: "service",
    value: ({ entry }) => entry.record.grade,
  },
  {
    name: "grade_label",
    description: "The grade in words",
    source: "service",
    value: ({ entry }) => entry.record.grade_label,
  },
  {
    name: "stars",
    description: "1 to 5; empty for a county",
    source: "service",
    value: (row) => (row.kind === "city" ? row.entry.record.stars : null),
  },
  {
    name: "cities_covered",
    description: "Graded cities of a county; empty for a city",
    source: "service",
    value: (row) => (row.kind === "county" ? row.entry.record.cities_covered : null),
  },
];

/** A place with the license of its name. */
export interface PlaceDownloadRow {
  readonly place: Place;
  readonly nameSource: string;
  readonly nameLicense: string;
}

export const PLACE_COLUMNS: readonly DownloadColumn<PlaceDownloadRow>[] = [
  {
    name: "kind",
    description: "city, county, unincorporated (a community on county land), or neighborhood (a part of a city)",
    source: "names",
    value: ({ place }) => place.kind,
  },
  {
    name: "name",
    description: "The name in common use",
    source: "names",
    value: ({ place }) => place.name,
  },
  {
    name: "county",
    description: "The county of the place; for a county, its own name",
    source: "boundaries",
    value: ({ place }) => place.county,
  },
  {
    name: "within",
    description: "The city of a neighborhood; the figures are those of the whole city",
    source: "boundaries",
    value: ({ place }) => place.within,
  },
  {
    name: "status",
    description:
      "graded (has a record), absent (a city or county without one), or part (never has one; see within or county)",
    source: "service",
    value: ({ place }) => place.status,
  },
  {
    name: "reason",
    description: "Why an absent city or county has no record",
    source: "service",
    value: ({ place }) => place.reason,
  },
  {
    name: "latitude",
    description: "Latitude of a point in the place, in degrees north",
    source: "names",
    value: ({ place }) => place.latitude,
  },
  {
    name: "longitude",
    description: "Longitude of the same point, in degrees east",
    source: "names",
    value: ({ place }) => place.longitude,
  },
  {
    name: "safety_score",
    description: "Score of a graded place, 0 to 100",
    source: "service",
    value: ({ place }) => place.data?.safety_score ?? null,
  },
  {
    name: "grade",
    description: "Letter grade of a graded place",
    source: "service",
    value: ({ place }) => place.data?.grade ?? null,
  },
  {
    name: "crime_rate_per_1k",
    description: "Reported offenses per 1,000 residents",
    source: "service",
    value: ({ place }) => place.data?.crime_rate_per_1k ?? null,
  },
  {
    name: "violent_rate_per_1k",
    description: "Reported violent offenses per 1,000 residents",
    source: "service",
    value: ({ place }) => place.data?.violent_rate_per_1k ?? null,
  },
  {
    name: "property_rate_per_1k",
    description: "Reported property offenses per 1,000 residents",
    source: "service",
    value: ({ place }) => place.data?.property_rate_per_1k ?? null,
  },
  {
    name: "population",
    description: "Residents of a graded place in the middle of the data year",
    source: "population",
    value: ({ place }) => place.data?.population ?? null,
  },
  {
    name: "data_year",
    description: "Year of the figures",
    source: "offenses",
    value: ({ place }) => place.data?.data_year ?? null,
  },
  {
    name: "name_source",
    description: "The source of the name and the point",
    source: "names",
    value: ({ nameSource }) => nameSource,
  },
  {
    name: "license",
    description: "License of the name and the point; CC BY 4.0 requires attribution to GeoNames",
    source: "names",
    value: ({ nameLicense }) => nameLicense,
  },
];

/** A year of a city or county, graded or not. */
export interface HistoryRow {
  readonly kind: "city" | "county";
  readonly name: string;
  readonly county: string;
  readonly year: HistoryYear;
}

export const HISTORY_COLUMNS: readonly DownloadColumn<HistoryRow>[] = [
  { name: "kind", description: "city (cities and towns) or county", source: "boundaries", value: ({ kind }) => kind },
  {
    name: "name",
    description: "The name in common use",
    source: "boundaries",
    value: ({ name }) => name,
  },
  {
    name: "county",
    description: "The county of the place; for a county, its own name",
    source: "boundaries",
    value: ({ county }) => county,
  },
  { name: "data_year", description: "Year of the figures", source: "offenses", value: ({ year }) => year.year },
  {
    name: "status",
    description: "complete, incomplete (no score), or none (no figures)",
    source: "service",
    value: ({ year }) => year.status,
  },
  {
    name: "population",
    description: `Residents in the middle of the year; before 2020 partly from the ${STATE_OFFICES.finance}`,
    source: "population",
    value: ({ year }) => year.population,
  },
  {
    name: "violent_rate_per_1k",
    description: "Reported violent offenses per 1,000 residents",
    source: "service",
    value: ({ year }) => year.violentRate,
  },
  {
    name: "property_rate_per_1k",
    description: "Reported property offenses per 1,000 residents",
    source: "service",
    value: ({ year }) => year.propertyRate,
  },
  {
    name: "crime_rate_per_1k",
    description: "Reported offenses per 1,000 residents",
    source: "service",
    value: ({ year }) => year.crimeRate,
  },
  {
    name: "state_average_rate",
    description: "All offenses of the state per 1,000 of its residents",
    source: "service",
    value: ({ year }) => year.stateAverageRate,
  },
  {
    name: "safety_score",
    description: "0 to 100, computed only from data up to that year",
    source: "service",
    value: ({ year }) => year.score,
  },
  { name: "grade", description: "Letter grade of the score", source: "service", value: ({ year }) => year.grade },
];
