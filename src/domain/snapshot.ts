import { z } from "zod";
import { countyCode, placeGeoid, type StateEdition } from "../editions/edition.ts";
import { STATE_EDITIONS } from "../editions/table.ts";
import { CAUTION_CODES } from "./caution.ts";
import { DATASET_FORMAT } from "./dataset-format.ts";
import { mapOffenses, OFFENSE_CLASSES } from "./offense.ts";
import { cityRecord, countyRecord, readonlyObject, score } from "./record.ts";

export const count = z.int().min(0);
export const rate = z.number().min(0);
export const year = z.int().min(1985).max(2100);
const STATES = STATE_EDITIONS.map(({ fips }) => fips);
const geoid = z.string().regex(placeGeoid(...STATES));
const fips = z.string().regex(countyCode(...STATES));

/** An official file that was read, as in `data/sources.json`. */
export const source = readonlyObject({
  table: z.string(),
  file: z.string(),
  publisher: z.string(),
  title: z.string(),
  url: z.url(),
  release: z.string(),
  /** The date of retrieval, `YYYY-MM-DD`. */
  retrieved: z.iso.date(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** How this copy of the file differs from the published one. Empty if it does not. */
  note: z.string(),
});
export type Source = z.infer<typeof source>;

/** Gamma distribution of an underlying rate: mean per 1,000 residents, and variance in that unit squared. */
const gammaRate = readonlyObject({ mean: rate, variance: rate });
export type GammaRate = z.infer<typeof gammaRate>;

/** Reported offenses of one year. Negative in a few rows, where the department takes back offenses of an earlier year. */
export const offenseCounts = readonlyObject(mapOffenses(() => z.int().min(-1_000)));

const move = z.number().min(0).max(1);

/**
 * How one group of offenses was rated; all with six decimals. `prior` is the year's rate as earlier years predict it;
 * in a first year that of all places of the kind. `last` is the estimate after the newest earlier year. `kept` is the
 * weight of its mean until the year, and `anchor` the ratio to the state toward which the rate moves meanwhile. `move`
 * is the yearly move (standard deviation, relative). `smoothedRate = weight · rate + (1 − weight) · prior mean`, per
 * 1,000 residents. `ratio` is that over `benchmarkRateOf`.
 */
const groupRating = readonlyObject({
  rate,
  last: readonlyObject({ mean: rate, variance: rate, year, anchor: rate, kept: z.number().min(0).max(1) }).nullable(),
  move,
  prior: gammaRate,
  weight: z.number().min(0).max(1),
  smoothedRate: rate,
  ratio: rate,
  /** Where classes were filled in: the count that the score is made of, and the share of its evidence that is left. */
  filled: readonlyObject({ count: rate, trust: z.number().min(0).max(1) }).optional(),
});
export type GroupRating = z.infer<typeof groupRating>;

/** `relativeRisk` is the mean of the two ratios; the score in the record is round(100 / (1 + relativeRisk²)). */
export const rating = readonlyObject({ violent: groupRating, property: groupRating, relativeRisk: rate });
export type Rating = z.infer<typeof rating>;

/** Scores that cover 80% of a distribution, with 10% on either side. `low` ≤ `high`. */
export const scoreRange = readonlyObject({ low: score, high: score });
export type ScoreRange = z.infer<typeof scoreRange>;

/** Where next year's score will likely be, and the range of this year's score given chance in its counts. */
const intervals = readonlyObject({ nextYear: scoreRange, thisYear: scoreRange });

/** `from` is the lowest number of residents. Fitted on the years up to the data year. */
export const yearlyMoves = z.array(readonlyObject({ from: count, violent: move, property: move })).readonly();

const correlation = z.number().min(-1).max(1);

/** `detail` is the text for this place, if the code's own text is not enough. `source` is the source of a review. */
export const placeCaution = readonlyObject({
  code: z.enum(CAUTION_CODES),
  detail: z.string().optional(),
  source: z.url().optional(),
});
export type PlaceCaution = z.infer<typeof placeCaution>;

/** A class far below what the level of the year `from` suggests. */
const lowClass = readonlyObject({ offense: z.enum(OFFENSE_CLASSES), expected: count, from: year });
export type LowClass = z.infer<typeof lowClass>;

const yearly = z.array(count.nullable()).readonly();
/** Negative in a few years, where the department takes back offenses of an earlier year. */
const yearlyOffenses = z.array(z.int().min(-1_000).nullable()).readonly();

/** Element i is the year `from + i`; null is a gap, not zero. `partialYears` are or may be incomplete. */
const trendMembers = {
  from: year,
  population: yearly,
  offenses: readonlyObject(mapOffenses(() => yearlyOffenses)),
  partialYears: z.array(year).readonly(),
};
export const trend = readonlyObject(trendMembers);
export type Trend = z.infer<typeof trend>;

/** Adds the score of each complete year, made only from the years up to it; null in all others. */
export const placeTrend = readonlyObject({
  ...trendMembers,
  score: z.array(score.nullable()).readonly(),
  /** The years in which the place begins again, so that no earlier one is its past. */
  begins: z.array(year).readonly(),
});
export type PlaceTrend = z.infer<typeof placeTrend>;

const snapshotCity = readonlyObject({
  record: cityRecord,
  /** Census GEOID of the place, 7 digits. */
  geoid,
  /** The Census's name with the legal kind: "El Paso de Robles (Paso Robles) city". */
  officialName: z.string(),
  aliases: z.array(z.string()).readonly(),
  latitude: z.number(),
  longitude: z.number(),
  landAreaKm2: z.number(),
  /** The agency's name in the year of the record, as the Department of Justice writes it. */
  agency: z.string(),
  offenses: offenseCounts,
  rating,
  intervals,
  trend: placeTrend,
  lowClasses: z.array(lowClass).readonly(),
  cautions: z.array(placeCaution).readonly(),
});
export type SnapshotCity = z.infer<typeof snapshotCity>;

/** The kind of an agency in the Department of Justice's list. A county's figures are those of all its agencies. */
export const AGENCY_KINDS = [
  "city",
  "shared_police",
  "sheriff",
  "highway_patrol",
  "campus",
  "school",
  "transit",
  "port_airport",
  "railroad",
  "park",
  "hospital",
  "special_district",
  "county_office",
  "state",
] as const;
export type AgencyKind = (typeof AGENCY_KINDS)[number];

const snapshotAgency = readonlyObject({
  name: z.string(),
  kind: z.enum(AGENCY_KINDS),
  violent: count,
  property: count,
});
export type SnapshotAgency = z.infer<typeof snapshotAgency>;

const snapshotCounty = readonlyObject({
  record: countyRecord,
  fips,
  offenses: offenseCounts,
  rating,
  intervals,
  trend: placeTrend,
  lowClasses: z.array(lowClass).readonly(),
  agencies: z.array(snapshotAgency).readonly(),
  cautions: z.array(placeCaution).readonly(),
});
export type SnapshotCounty = z.infer<typeof snapshotCounty>;
export type SnapshotPlace = SnapshotCity | SnapshotCounty;

/** What explains the score of a place of any edition. */
export interface RatedPlace extends Pick<SnapshotCity, "offenses" | "rating" | "trend" | "cautions"> {
  readonly record: Pick<SnapshotCity["record"], "population" | "data_year" | "safety_score" | "grade" | "grade_label">;
}

/** Why a city, a town, or a county has no record. */
export const ABSENCE_REASONS = [
  "newly_incorporated",
  "shared_police",
  "no_separate_report",
  "no_figures",
  "few_residents",
  "incomplete_figures",
] as const;
export const absenceReason = z.enum(ABSENCE_REASONS);
export type AbsenceReason = z.infer<typeof absenceReason>;

/** Offenses that earlier years suggest for a year that is not complete. */
const expectedCount = readonlyObject({ year, violent: count, property: count });
export type ExpectedCount = z.infer<typeof expectedCount>;

const absentCity = readonlyObject({
  city: z.string(),
  county: z.string(),
  geoid: geoid.nullable(),
  population: count.nullable(),
  reason: absenceReason,
  /** A sentence for people. */
  detail: z.string(),
  /** null if no year has figures. */
  trend: placeTrend.nullable(),
  /** Of its incomplete years that have earlier years to judge by. */
  expected: z.array(expectedCount).readonly(),
});
export type AbsentCity = z.infer<typeof absentCity>;

/** A county without a complete year among the last six. */
const absentCounty = readonlyObject({
  county: countyRecord.unwrap().shape.county,
  fips,
  population: count.nullable(),
  reason: absenceReason,
  /** Why each of the three years is incomplete, in sentences for people, without the final period. */
  detail: z.string(),
  trend: placeTrend,
});
export type AbsentCounty = z.infer<typeof absentCounty>;

/** The first members of a dataset's file. */
export function fileMembers<Format extends number>(format: Format) {
  return {
    format: z.literal(format),
    /** The first 16 hex digits of the SHA-256 of the canonical bytes of the rest of the file. */
    version: z.string().regex(/^[0-9a-f]{16}$/),
    lastUpdated: z.iso.datetime(),
    dataYear: year,
    sources: z.array(source).readonly(),
  };
}

/** An edition of a state, built ahead of time: everything that the service and the explorer show, sorted by name. */
export const snapshot = readonlyObject({
  ...fileMembers(DATASET_FORMAT),
  state: readonlyObject({
    population: count,
    offenses: offenseCounts,
    violentRate: rate,
    propertyRate: rate,
    /** Offenses of agencies that are neither a city's nor a sheriff's: no city can have them. */
    otherAgencies: readonlyObject({ violent: count, property: count }),
    trend,
  }),
  yearlyMoves: readonlyObject({ cities: yearlyMoves, counties: yearlyMoves }),
  /** Of the forecast errors of violent and property offenses, fitted on the years up to the data year. */
  correlations: readonlyObject({ cities: correlation, counties: correlation }),
  cities: z.array(snapshotCity).readonly(),
  counties: z.array(snapshotCounty).readonly(),
  absent: z.array(absentCity).readonly(),
  absentCounties: z.array(absentCounty).readonly(),
});
export type SnapshotFile = z.infer<typeof snapshot>;

/** The dataset of a state's edition. */
export interface Snapshot extends SnapshotFile {
  readonly edition: StateEdition;
}
