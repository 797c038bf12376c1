import { STATE_OFFICES } from "../../domain/california.ts";
import { CALIFORNIA } from "../../domain/edition.ts";
import { gradeOf } from "../../domain/grade.ts";
import type { YearRecord } from "../../domain/history-record.ts";
import { OFFENSE_CLASSES, OFFENSE_GROUPS, OFFENSES, propertyOf, violentOf } from "../../domain/offense.ts";
import type { Place } from "../../domain/place.ts";
import { scoreOf } from "../../domain/score.ts";
import type { SnapshotPlace } from "../../domain/snapshot.ts";
import { placeNameOf } from "../explore/place-name.ts";
import type { FileColumn } from "../ui/columns.ts";

/** The source and license of a column's values. */
export const COLUMN_SOURCES = {
  offenses: {
    source: `${STATE_OFFICES.justice}, OpenJustice, Crimes and Clearances`,
    license: `Public record of the State of ${CALIFORNIA.name}`,
  },
  population: { source: "US Census Bureau, Population Estimates", license: "Public domain" },
  boundaries: { source: "US Census Bureau, TIGER/Line", license: "Public domain" },
  names: {
    source: "US Census Bureau; City of San Diego; City and County of San Francisco; GeoNames (geonames.org)",
    license: "Public domain, ODC-PDDL, or CC BY 4.0 (GeoNames), as the column license says",
  },
  service: { source: "Computed by this service from the offenses and the population", license: "MIT" },
} as const;
type Source = keyof typeof COLUMN_SOURCES;

/** The source and the meaning of each column, which is the same in every file. */
const MEANINGS = {
  kind: ["boundaries", "city (cities and towns), county, unincorporated (a community on county land), or neighborhood"],
  name: ["boundaries", "The name in common use"],
  county: ["boundaries", "The county of the place; for a county, its own name"],
  within: ["boundaries", "The city of a neighborhood; the figures are those of the whole city"],
  geoid: ["boundaries", "Census GEOID: seven digits for a city, five for a county"],
  status: [
    "service",
    "Of a place: graded (has a record), absent (a city or county without one), or part (never has one; see within or county). Of a year: complete, incomplete (no score), or none (no figures)",
  ],
  reason: ["service", "Why an absent city or county has no record"],
  latitude: ["names", "Latitude of a point in the place, in degrees north"],
  longitude: ["names", "Longitude of the same point, in degrees east"],
  data_year: ["offenses", "Year of the figures"],
  population: [
    "population",
    `Residents in the middle of the year; before 2020 partly from the ${STATE_OFFICES.finance}`,
  ],
  violent: ["offenses", "Reported violent offenses"],
  property: ["offenses", "Reported property offenses"],
  crime_rate_per_1k: ["service", "Reported offenses per 1,000 residents"],
  violent_rate_per_1k: ["service", "Reported violent offenses per 1,000 residents"],
  property_rate_per_1k: ["service", "Reported property offenses per 1,000 residents"],
  state_average_rate: ["service", "All offenses of the state per 1,000 of its residents"],
  comparison: ["service", "The rate compared with the state's"],
  safety_score: [
    "service",
    "0 to 100, from data up to that year; higher means fewer reported offenses, and the state is 50",
  ],
  grade: ["service", "Letter grade of the score"],
  grade_label: ["service", "The grade in words"],
  violent_score: ["service", "Score of the violent offenses alone, 0 to 100"],
  violent_grade: ["service", "Letter grade of that score"],
  property_score: ["service", "Score of the property offenses alone, 0 to 100"],
  property_grade: ["service", "Letter grade of that score"],
  stars: ["service", "1 to 5; empty for a county"],
  cities_covered: ["service", "Graded cities of a county; empty for a city"],
  name_source: ["names", "The source of the name and the point"],
  license: ["names", "License of the name and the point; CC BY 4.0 requires attribution to GeoNames"],
} as const satisfies Readonly<Record<string, readonly [Source, string]>>;

/** A column of a download, with its line in the data dictionary. */
export interface DownloadColumn<Row> extends FileColumn<Row> {
  readonly description: string;
  readonly source: Source;
}

function column<Row>(
  key: keyof typeof MEANINGS,
  value: FileColumn<Row>["value"],
  source: Source = MEANINGS[key][0],
): DownloadColumn<Row> {
  return { key, source, description: MEANINGS[key][1], value };
}

export const RECORD_COLUMNS: readonly DownloadColumn<SnapshotPlace>[] = [
  column("kind", (place) => ("geoid" in place ? "city" : "county")),
  column("name", ({ record }) => placeNameOf(record)),
  column("county", ({ record }) => record.county),
  column("geoid", (place) => ("geoid" in place ? place.geoid : place.fips)),
  column("data_year", ({ record }) => record.data_year),
  column("population", ({ record }) => record.population),
  column("violent", ({ offenses }) => violentOf(offenses)),
  column("property", ({ offenses }) => propertyOf(offenses)),
  column("crime_rate_per_1k", ({ record }) => record.crime_rate_per_1k),
  column("state_average_rate", ({ record }) => record.state_average_rate),
  column("comparison", ({ record }) => record.comparison),
  column("safety_score", ({ record }) => record.safety_score),
  column("grade", ({ record }) => record.grade),
  column("grade_label", ({ record }) => record.grade_label),
  ...OFFENSE_GROUPS.flatMap((group) => {
    const score = ({ rating }: SnapshotPlace) => scoreOf(rating[group].ratio);
    return [
      column(`${group}_score`, score),
      column<SnapshotPlace>(`${group}_grade`, (place) => gradeOf(score(place)).letter),
    ];
  }),
  column("stars", ({ record }) => ("stars" in record ? record.stars : null)),
  column("cities_covered", ({ record }) => ("cities_covered" in record ? record.cities_covered : null)),
];

export interface PlaceDownloadRow {
  readonly place: Place;
  readonly nameSource: string;
  readonly nameLicense: string;
}

export const PLACE_COLUMNS: readonly DownloadColumn<PlaceDownloadRow>[] = [
  column("kind", ({ place }) => place.kind, "names"),
  column("name", ({ place }) => place.name, "names"),
  column("county", ({ place }) => place.county),
  column("within", ({ place }) => place.within),
  column("status", ({ place }) => place.status),
  column("reason", ({ place }) => place.reason),
  column("latitude", ({ place }) => place.latitude),
  column("longitude", ({ place }) => place.longitude),
  column("safety_score", ({ place }) => place.data?.safety_score ?? null),
  column("grade", ({ place }) => place.data?.grade ?? null),
  column("crime_rate_per_1k", ({ place }) => place.data?.crime_rate_per_1k ?? null),
  column("violent_rate_per_1k", ({ place }) => place.data?.violent_rate_per_1k ?? null),
  column("property_rate_per_1k", ({ place }) => place.data?.property_rate_per_1k ?? null),
  column("population", ({ place }) => place.data?.population ?? null),
  column("data_year", ({ place }) => place.data?.data_year ?? null),
  column("name_source", ({ nameSource }) => nameSource),
  column("license", ({ nameLicense }) => nameLicense),
];

/** A year of a city or county, graded or not. */
export interface HistoryRow {
  readonly kind: "city" | "county";
  readonly name: string;
  readonly county: string;
  readonly year: YearRecord;
}

export const HISTORY_COLUMNS: readonly DownloadColumn<HistoryRow>[] = [
  column("kind", ({ kind }) => kind),
  column("name", ({ name }) => name),
  column("county", ({ county }) => county),
  column("data_year", ({ year }) => year.data_year),
  column("status", ({ year }) => year.status),
  column("population", ({ year }) => year.population),
  column("violent_rate_per_1k", ({ year }) => year.violent_rate_per_1k),
  column("property_rate_per_1k", ({ year }) => year.property_rate_per_1k),
  column("crime_rate_per_1k", ({ year }) => year.crime_rate_per_1k),
  column("state_average_rate", ({ year }) => year.state_average_rate),
  column("safety_score", ({ year }) => year.safety_score),
  column("grade", ({ year }) => year.grade),
  ...OFFENSE_CLASSES.map((offense) => ({
    key: OFFENSES[offense].field,
    source: "offenses" as const,
    description: `${OFFENSES[offense].name}: reported offenses of a complete year`,
    value: ({ year }: HistoryRow) => year.offenses?.[OFFENSES[offense].field] ?? null,
  })),
];
