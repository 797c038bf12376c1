import { z } from "zod";
import { offenseCounts } from "./offense.ts";
import { cityRecord, countyRecord, gradeLetter, score } from "./record.ts";
import { SNAPSHOT_FORMAT } from "./snapshot-format.ts";

const count = z.int().min(0);
const rate = z.number().min(0);
const year = z.int().min(1985).max(2100);

/** An official file that was read, as in `data/sources.json`. */
export const source = z
  .strictObject({
    /** Which of the project's tables it feeds. */
    table: z.string(),
    /** Name of the file as it was read. */
    file: z.string(),
    publisher: z.string(),
    title: z.string(),
    url: z.url(),
    release: z.string(),
    /** Day of retrieval, `YYYY-MM-DD`. */
    retrieved: z.iso.date(),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    /** How the file at hand differs from the published one; empty when it does not. */
    note: z.string(),
  })
  .readonly();
export type Source = z.infer<typeof source>;

/** Prior of the empirical Bayes smoothing (Marshall 1991): per 1,000 residents, and that squared. */
export const prior = z.strictObject({ mean: rate, variance: rate }).readonly();
export type Prior = z.infer<typeof prior>;

const priors = z.strictObject({ violent: prior, property: prior }).readonly();
export type Priors = z.infer<typeof priors>;

/**
 * How one group of offenses was rated. `smoothedRate = weight · rate + (1 − weight) · prior mean`, per 1,000 residents;
 * `ratio = smoothedRate / the state's rate`. Six decimals each.
 */
export const groupRating = z
  .strictObject({ rate, weight: z.number().min(0).max(1), smoothedRate: rate, ratio: rate })
  .readonly();
export type GroupRating = z.infer<typeof groupRating>;

/** `relativeRisk` is the geometric mean of the two ratios; the score in the record is round(100 / (1 + relativeRisk²)). */
export const rating = z.strictObject({ violent: groupRating, property: groupRating, relativeRisk: rate }).readonly();
export type Rating = z.infer<typeof rating>;

/** The same group smoothed toward the place's own years: `last` is what was known after the newest of them, null without any. */
const ownPastGroup = groupRating.unwrap().omit({ rate: true }).extend({ last: prior.nullable(), prior }).readonly();

/**
 * The place as its own past would have it, beside the record and never in it: years `since` on, but for those `without` figures,
 * make the prior for the data year. `since` is the data year where there are none; the prior is then that of all places.
 */
export const ownPast = z
  .strictObject({
    since: year,
    without: z.array(year).readonly(),
    violent: ownPastGroup,
    property: ownPastGroup,
    relativeRisk: rate,
    score,
    grade: gradeLetter,
  })
  .readonly();
export type OwnPast = z.infer<typeof ownPast>;

const move = z.number().min(0).max(1);

/** How far underlying rates move in a year (standard deviation, relative), and the years before the data year that say so. */
export const yearlyMoves = z
  .strictObject({ violent: move, property: move, fittedOn: z.array(year).readonly() })
  .readonly();
export type YearlyMoves = z.infer<typeof yearlyMoves>;

const yearly = z.array(count.nullable()).readonly();

/**
 * Yearly figures, column by column: element i belongs to the year `from + i`. null is a gap in the sources, never a
 * zero, and is not to be filled. `partialYears` are years with a known incomplete count (reviewed anomalies).
 */
export const trend = z
  .strictObject({
    from: year,
    population: yearly,
    violent: yearly,
    property: yearly,
    partialYears: z.array(year).readonly(),
  })
  .readonly();
export type Trend = z.infer<typeof trend>;

/** Why residents may be the wrong denominator, or the figures of the data year need care. Sources in `data/review/`. */
export const PLACE_FLAGS = ["visitors_and_jobs", "prison", "partial_year"] as const;
export const placeFlag = z.enum(PLACE_FLAGS);
export type PlaceFlag = z.infer<typeof placeFlag>;

export const snapshotCity = z
  .strictObject({
    record: cityRecord,
    /** Census GEOID of the place, 7 digits. */
    geoid: z.string().regex(/^06\d{5}$/),
    /** The Census's name with its legal kind: "El Paso de Robles (Paso Robles) city". */
    officialName: z.string(),
    aliases: z.array(z.string()).readonly(),
    latitude: z.number(),
    longitude: z.number(),
    landAreaKm2: z.number(),
    /** The agency's name as the California Department of Justice writes it. */
    agency: z.string(),
    offenses: offenseCounts,
    rating,
    ownPast,
    trend,
    flags: z.array(placeFlag).readonly(),
  })
  .readonly();
export type SnapshotCity = z.infer<typeof snapshotCity>;

/** What an agency of the Department of Justice's list is. A county's figures are those of all its agencies. */
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
export const agencyKind = z.enum(AGENCY_KINDS);
export type AgencyKind = z.infer<typeof agencyKind>;

export const snapshotAgency = z
  .strictObject({ name: z.string(), kind: agencyKind, violent: count, property: count })
  .readonly();
export type SnapshotAgency = z.infer<typeof snapshotAgency>;

export const snapshotCounty = z
  .strictObject({
    record: countyRecord,
    /** Five digits, `06` and the county's. */
    fips: z.string().regex(/^06\d{3}$/),
    offenses: offenseCounts,
    rating,
    ownPast,
    trend,
    agencies: z.array(snapshotAgency).readonly(),
    flags: z.array(placeFlag).readonly(),
  })
  .readonly();
export type SnapshotCounty = z.infer<typeof snapshotCounty>;

/** Why an incorporated city or town has no record. */
export const ABSENCE_REASONS = [
  "newly_incorporated",
  "shared_police",
  "no_separate_report",
  "no_figures",
  "few_residents",
] as const;
export const absenceReason = z.enum(ABSENCE_REASONS);
export type AbsenceReason = z.infer<typeof absenceReason>;

export const absentCity = z
  .strictObject({
    city: z.string(),
    county: z.string(),
    geoid: z
      .string()
      .regex(/^06\d{5}$/)
      .nullable(),
    population: count.nullable(),
    reason: absenceReason,
    /** A sentence for people. */
    detail: z.string(),
  })
  .readonly();
export type AbsentCity = z.infer<typeof absentCity>;

/** The scored snapshot: everything that the service and the explorer show, sorted by name, made ahead of time. */
export const snapshot = z
  .strictObject({
    format: z.literal(SNAPSHOT_FORMAT),
    /** First 16 hex digits of the SHA-256 of the canonical bytes of the rest of the file. */
    version: z.string().regex(/^[0-9a-f]{16}$/),
    lastUpdated: z.iso.datetime(),
    dataYear: year,
    sources: z.array(source).readonly(),
    state: z
      .strictObject({ population: count, offenses: offenseCounts, violentRate: rate, propertyRate: rate, trend })
      .readonly(),
    priors: z.strictObject({ cities: priors, counties: priors }).readonly(),
    yearlyMoves: z.strictObject({ cities: yearlyMoves, counties: yearlyMoves }).readonly(),
    cities: z.array(snapshotCity).readonly(),
    counties: z.array(snapshotCounty).readonly(),
    absent: z.array(absentCity).readonly(),
  })
  .readonly();
export type Snapshot = z.infer<typeof snapshot>;
