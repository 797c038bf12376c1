import { cautionText } from "../../domain/explain.ts";
import { gradeOf, scoreOf } from "../../domain/grade.ts";
import type { YearRecord } from "../../domain/history-record.ts";
import type { NationAbsence } from "../../domain/nation.ts";
import type { NationRecord } from "../../domain/nation-record.ts";
import {
  OFFENSE_CLASSES,
  OFFENSE_GROUPS,
  OFFENSES,
  type Offense,
  type OffenseGroup,
  propertyOf,
  violentOf,
} from "../../domain/offense.ts";
import type { Place } from "../../domain/place.ts";
import { sixDecimals } from "../../domain/published.ts";
import type { SnapshotPlace } from "../../domain/snapshot.ts";
import type { NationEntry } from "../../figures/entries.ts";
import { qualifiedGeoid } from "../../gazetteer/geoid.ts";
import type { ZipCode, ZipShare } from "../../gazetteer/tables.ts";
import type { FileColumn } from "../ui/columns.ts";
import { placeNameOf } from "../view/addresses.ts";
import { MEANINGS, type Source } from "./column-meanings.ts";

/** A column of a download, with its line in the data dictionary. */
export interface DownloadColumn<Row> extends FileColumn<Row> {
  readonly description: string;
  readonly source: Source;
  /** Of its values, in the words of a Data Package. */
  readonly type: "string" | "integer" | "number";
}

/** By the end of their names; all other columns are text. */
const NUMBER = /_per_1k$|_provisional_change$|^rate_|_filled(?:_variance)?$|_rate$|^latitude$|^longitude$|^share$/;
const INTEGER =
  /_year$|_provisional$|_exceeds_(?:chance|usual)$|^begins_again$|^has_boundary$|_score$|_low$|_high$|population$|^rank|^violent$|^property$|^stars$|^cities_covered$/;

export function column<Row>(
  key: keyof typeof MEANINGS,
  value: FileColumn<Row>["value"],
  source: Source = MEANINGS[key][0],
): DownloadColumn<Row> {
  const type = NUMBER.test(key) ? "number" : INTEGER.test(key) ? "integer" : "string";
  return { key, source, type, description: MEANINGS[key][1], value };
}

function qualified(geoid: string | null): string | null {
  return geoid === null ? null : qualifiedGeoid(geoid);
}

export function geoidColumns<Row>(
  geoidOf: (row: Row) => string | null,
  source?: Source,
): readonly DownloadColumn<Row>[] {
  return [column("geoid", geoidOf, source), column("geoid_fq", (row) => qualified(geoidOf(row)), source)];
}

/** A record of any edition, as files show it. */
interface RecordRow extends Pick<SnapshotPlace, "offenses" | "rating" | "cautions"> {
  readonly record: Omit<SnapshotPlace["record"] | NationRecord, "county" | "state" | "cities_covered">;
}

/** The figures of a record up to its scores. */
function figureColumns<Row extends RecordRow>(average: DownloadColumn<Row>): readonly DownloadColumn<Row>[] {
  return [
    column("data_year", ({ record }) => record.data_year),
    column("population", ({ record }) => record.population),
    column("violent", ({ offenses }) => violentOf(offenses)),
    column("property", ({ offenses }) => propertyOf(offenses)),
    column("crime_rate_per_1k", ({ record }) => record.crime_rate_per_1k),
    ...OFFENSE_GROUPS.map((group) =>
      column<Row>(`${group}_estimated_per_1k`, ({ rating }) => rating[group].smoothedRate),
    ),
    average,
    column("comparison", ({ record }) => record.comparison),
    column("safety_score", ({ record }) => record.safety_score),
    column("grade", ({ record }) => record.grade),
    column("grade_label", ({ record }) => record.grade_label),
    ...OFFENSE_GROUPS.flatMap((group) => {
      const score = ({ rating }: Row) => scoreOf(rating[group].ratio);
      return [column(`${group}_score`, score), column<Row>(`${group}_grade`, (place) => gradeOf(score(place)).letter)];
    }),
  ];
}

export function cautionsColumn<Row extends Pick<RecordRow, "cautions">>(): DownloadColumn<Row> {
  return column("cautions", ({ cautions }) =>
    cautions.length === 0 ? null : cautions.map((one) => `${one.code}: ${cautionText(one)}`).join(" "),
  );
}

export const RECORD_COLUMNS: readonly DownloadColumn<SnapshotPlace>[] = [
  column("kind", (place) => ("geoid" in place ? "city" : "county")),
  column("name", ({ record }) => placeNameOf(record)),
  column("county", ({ record }) => record.county),
  ...geoidColumns((place: SnapshotPlace) => ("geoid" in place ? place.geoid : place.fips)),
  ...figureColumns(column<SnapshotPlace>("state_average_rate", ({ record }) => record.state_average_rate)),
  column("score_this_year_low", ({ intervals }) => intervals.thisYear.low),
  column("score_this_year_high", ({ intervals }) => intervals.thisYear.high),
  column("score_next_year_low", ({ intervals }) => intervals.nextYear.low),
  column("score_next_year_high", ({ intervals }) => intervals.nextYear.high),
  cautionsColumn(),
  column("stars", ({ record }) => ("stars" in record ? record.stars : null)),
  column("cities_covered", ({ record }) => ("cities_covered" in record ? record.cities_covered : null)),
];

export interface PlaceDownloadRow {
  readonly place: Place;
  /** null for a neighborhood. */
  readonly geoid: string | null;
  readonly nameSource: string;
  readonly nameLicense: string;
}

export const PLACE_COLUMNS: readonly DownloadColumn<PlaceDownloadRow>[] = [
  column("kind", ({ place }) => place.kind, "names"),
  column("name", ({ place }) => place.name, "names"),
  column("county", ({ place }) => place.county),
  column("within", ({ place }) => place.within),
  ...geoidColumns(({ geoid }: PlaceDownloadRow) => geoid),
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

/** A year of a city or county, graded or not, or of the state. */
export interface HistoryRow {
  readonly kind: "city" | "county" | "state";
  readonly name: string;
  /** null for the state. */
  readonly county: string | null;
  /** null for the state, and if a city has none. */
  readonly geoid: string | null;
  readonly year: YearRecord;
  readonly begins: boolean;
}

/** The figures of a year. @param average of the edition */
export function yearColumns<Row extends Pick<HistoryRow, "year" | "begins">>(
  average: "state_average_rate" | "national_average_rate",
): readonly DownloadColumn<Row>[] {
  return [
    column("data_year", ({ year }) => year.data_year),
    column("status", ({ year }) => year.status),
    column("population", ({ year }) => year.population),
    column("violent_rate_per_1k", ({ year }) => year.violent_rate_per_1k),
    column("property_rate_per_1k", ({ year }) => year.property_rate_per_1k),
    column("crime_rate_per_1k", ({ year }) => year.crime_rate_per_1k),
    column(average, ({ year }) => year.state_average_rate),
    column("safety_score", ({ year }) => year.safety_score),
    column("grade", ({ year }) => year.grade),
    ...OFFENSE_CLASSES.map((offense) => ({
      key: OFFENSES[offense].field,
      type: "integer" as const,
      source: "offenses" as const,
      description: `${OFFENSES[offense].name}: reported offenses of a complete year`,
      value: ({ year }: Row) => year.offenses?.[OFFENSES[offense].field] ?? null,
    })),
    column("begins_again", ({ begins }) => (begins ? 1 : null)),
  ];
}

export const HISTORY_COLUMNS: readonly DownloadColumn<HistoryRow>[] = [
  column("kind", ({ kind }) => kind),
  column("name", ({ name }) => name),
  column("county", ({ county }) => county),
  ...geoidColumns(({ geoid }: HistoryRow) => geoid),
  ...yearColumns<HistoryRow>("state_average_rate"),
];

export type NamedInState = Pick<NationAbsence, "name" | "county" | "geoid"> & { readonly state: string };

/** The columns of a file of the nation: which place a row is about, and its figures from the FBI. */
export function nationColumns<Row extends NamedInState>(
  columns: readonly DownloadColumn<Row>[],
): readonly DownloadColumn<Row>[] {
  const sources: Partial<Record<Source, Source>> = { offenses: "fbi", population: "fbi" };
  return [
    column("state", ({ state }) => state),
    column("name", ({ name }) => name, "fbi"),
    column("county", ({ county }) => county, "codes"),
    ...geoidColumns(({ geoid }: Row) => geoid, "codes"),
    ...columns.map((one) => ({ ...one, source: sources[one.source] ?? one.source })),
  ];
}

export const NATION_RECORD_COLUMNS = nationColumns<NationEntry>([
  ...figureColumns(column<NationEntry>("national_average_rate", ({ record }) => record.national_average_rate)),
  column("score_next_year_low", ({ nextYear }) => nextYear?.low ?? null),
  column("score_next_year_high", ({ nextYear }) => nextYear?.high ?? null),
  cautionsColumn(),
  column("stars", ({ record }) => record.stars),
  column("source", ({ record }) => record.source),
  column("yardstick", ({ record }) => record.yardstick),
  ...provisionalColumns<NationEntry>(),
]);

/** The year after that of a record, by its months. */
export function provisionalColumns<
  Row extends { readonly record: Pick<NationRecord, "provisional"> },
>(): readonly DownloadColumn<Row>[] {
  return [
    column("provisional_year", ({ record }) => record.provisional?.year ?? null),
    ...OFFENSE_GROUPS.flatMap((group): readonly DownloadColumn<Row>[] => {
      const flag = (exceeds: boolean | undefined) => (exceeds === undefined ? null : Number(exceeds));
      const found = ({ record }: Row) => record.provisional?.[group];
      return [
        column(`${group}_provisional`, (place) => found(place)?.offenses ?? null),
        column(`${group}_provisional_per_1k`, (place) => found(place)?.rate_per_1k ?? null),
        column(`${group}_provisional_change`, (place) => found(place)?.change_percent ?? null),
        column(`${group}_provisional_exceeds_chance`, (place) => flag(found(place)?.exceeds_chance)),
        column(`${group}_provisional_exceeds_usual`, (place) => flag(found(place)?.exceeds_usual_change)),
      ];
    }),
  ];
}

export const NATION_ABSENT_COLUMNS = nationColumns<NationAbsence>([
  column("population", ({ population }) => population),
  column("reason", ({ reason }) => reason),
  column("detail", ({ detail }) => detail),
  column("last_complete_year", ({ lastComplete }) => lastComplete),
]);

/** A year of a place of the nation, graded or not. */
export interface NationHistoryRow extends NamedInState {
  readonly yardstick: string;
  readonly year: YearRecord;
  readonly begins: boolean;
  /** Of this year. */
  readonly filled: NationAbsence["filled"];
}

/** What was added to a group, and its variance; null where no class of it was filled in. */
function filledIn({ filled, year }: NationHistoryRow, group: OffenseGroup) {
  const own = filled.filter(({ offense }) => OFFENSES[offense].group === group);
  if (own.length === 0) return null;
  const had = (offense: Offense) => Math.max(0, year.offenses?.[OFFENSES[offense].field] ?? 0);
  return {
    count: sixDecimals(own.reduce((sum, { offense, expected }) => sum + expected - had(offense), 0)),
    variance: sixDecimals(own.reduce((sum, { variance }) => sum + variance, 0)),
  };
}

export const NATION_HISTORY_COLUMNS = nationColumns<NationHistoryRow>([
  ...yearColumns<NationHistoryRow>("national_average_rate"),
  ...OFFENSE_GROUPS.flatMap((group) => [
    column<NationHistoryRow>(`${group}_filled`, (row) => filledIn(row, group)?.count ?? null),
    column<NationHistoryRow>(`${group}_filled_variance`, (row) => filledIn(row, group)?.variance ?? null),
  ]),
  column("yardstick", ({ yardstick }) => yardstick),
]);

/** A part of a ZIP code: in a city, or on a county's unincorporated land. */
export interface ZipRow extends ZipCode {
  readonly part: ZipShare;
  readonly name: string;
  /** Of the city, or of the county. */
  readonly geoid: string;
}

export const ZIP_COLUMNS: readonly DownloadColumn<ZipRow>[] = [
  column("zip", ({ zip }) => zip),
  column("postal_name", ({ postalName }) => (postalName === "" ? null : postalName)),
  column("kind", ({ part }) => (part.cityGeoid === null ? "county" : "city")),
  column("name", ({ name }) => name),
  column("county", ({ part }) => part.county),
  ...geoidColumns(({ geoid }: ZipRow) => geoid),
  column("share", ({ part }) => part.share),
  column("basis", ({ part }) => part.basis),
];

interface AreaRow {
  readonly place: Place;
  readonly geoid: string;
}

export const AREA_COLUMNS: readonly DownloadColumn<AreaRow>[] = [
  column("kind", ({ place }) => place.kind),
  column("name", ({ place }) => place.name),
  column("county", ({ place }) => place.county),
  ...geoidColumns(({ geoid }: AreaRow) => geoid),
  column("status", ({ place }) => place.status),
  ...(["data_year", "population", "crime_rate_per_1k", "safety_score", "grade"] as const).map((key) =>
    column<AreaRow>(key, ({ place }) => place.data?.[key] ?? null),
  ),
];
