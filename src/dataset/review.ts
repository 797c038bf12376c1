import { LAND_BOX } from "../domain/california.ts";
import { REVIEWED_CAUTIONS, type ReviewedCautionCode } from "../domain/caution.ts";
import { type AgencyKind, agencyKind } from "../domain/snapshot.ts";
import { day, decimal, nonEmpty, oneOf, wholeNumber, year } from "./cell.ts";
import { type RowPlace, readRows } from "./table.ts";

/**
 * The tables under `data/review/`: facts that are in no official file, each with its reason and the day of its review.
 * They are the only tables that a person edits for a new year, and only if the build asks for it.
 */
export interface ReviewTables {
  readonly agencies: readonly ReviewedAgency[];
  readonly policing: readonly ReviewedPolicing[];
  readonly incorporations: readonly ReviewedIncorporation[];
  readonly anomalies: readonly ReviewedAnomaly[];
  readonly cautions: readonly ReviewedCaution[];
}

interface Reviewed {
  readonly county: string;
  readonly reason: string;
  /** `YYYY-MM-DD`. */
  readonly reviewed: string;
}

/** An agency whose kind or city is not clear from its name, or which has a successor. */
export interface ReviewedAgency extends Reviewed {
  readonly agency: string;
  readonly kind: AgencyKind;
  /** Canonical name, for the kind `city`. */
  readonly city: string | null;
  /** The row that continues this one, in the same or another county; usually null. */
  readonly successor: Successor | null;
  /** Files under `data/` that prove it. */
  readonly source: string;
}

export interface Successor {
  readonly county: string;
  readonly agency: string;
}

/** Who polices a city without a row of its own in some year. */
export interface ReviewedPolicing extends Reviewed {
  readonly city: string;
  readonly policedBy: (typeof POLICED_BY)[number];
}

/** A city that is newer than the official list of places. */
export interface ReviewedIncorporation extends Reviewed, RowPlace {
  readonly incorporated: string;
}

/** A reviewed figure: an incomplete year, or a correct one that looks wrong. */
export interface ReviewedAnomaly extends Reviewed {
  /** null for the county as a whole; with the name of the state as the county, the state. */
  readonly agency: string | null;
  readonly year: number;
  readonly kind: (typeof ANOMALY_KINDS)[number];
}

/** A fact about a place that its figures do not show. */
export interface ReviewedCaution extends Reviewed {
  /** null for the county as a whole. */
  readonly city: string | null;
  readonly code: ReviewedCautionCode;
  /** The year that it applies to; null for all. */
  readonly year: number | null;
  readonly source: string;
}

const POLICED_BY = ["own", "sheriff", "shared"] as const;
const ANOMALY_KINDS = ["partial_year", "accepted"] as const;

/** @throws DatasetError */
export async function readReview(dataDir: string): Promise<ReviewTables> {
  return {
    agencies: await readRows(
      dataDir,
      "review/agencies.csv",
      ["county", "agency", "kind", "city", "successor_county", "successor", "source", "reason", "reviewed"],
      (cell) => ({
        county: nonEmpty(cell("county")),
        agency: nonEmpty(cell("agency")),
        kind: oneOf(cell("kind"), agencyKind.options),
        city: cell("city").text === "" ? null : nonEmpty(cell("city")),
        successor:
          cell("successor").text === ""
            ? null
            : { county: nonEmpty(cell("successor_county")), agency: nonEmpty(cell("successor")) },
        source: nonEmpty(cell("source")),
        reason: nonEmpty(cell("reason")),
        reviewed: day(cell("reviewed")),
      }),
    ),
    policing: await readRows(
      dataDir,
      "review/policing.csv",
      ["county", "city", "policed_by", "reason", "reviewed"],
      (cell) => ({
        county: nonEmpty(cell("county")),
        city: nonEmpty(cell("city")),
        policedBy: oneOf(cell("policed_by"), POLICED_BY),
        reason: nonEmpty(cell("reason")),
        reviewed: day(cell("reviewed")),
      }),
    ),
    incorporations: await readRows(
      dataDir,
      "review/incorporations.csv",
      [
        "county",
        "city",
        "official_name",
        "incorporated",
        "geoid",
        "land_m2",
        "latitude",
        "longitude",
        "reason",
        "reviewed",
      ],
      (cell) => ({
        county: nonEmpty(cell("county")),
        city: nonEmpty(cell("city")),
        officialName: nonEmpty(cell("official_name")),
        incorporated: day(cell("incorporated")),
        geoid: nonEmpty(cell("geoid")),
        landM2: wholeNumber(cell("land_m2")),
        latitude: decimal(cell("latitude"), LAND_BOX.south, LAND_BOX.north),
        longitude: decimal(cell("longitude"), LAND_BOX.west, LAND_BOX.east),
        reason: nonEmpty(cell("reason")),
        reviewed: day(cell("reviewed")),
      }),
    ),
    anomalies: await readRows(
      dataDir,
      "review/anomalies.csv",
      ["county", "agency", "year", "kind", "reason", "reviewed"],
      (cell) => ({
        county: nonEmpty(cell("county")),
        agency: cell("agency").text === "" ? null : nonEmpty(cell("agency")),
        year: year(cell("year")),
        kind: oneOf(cell("kind"), ANOMALY_KINDS),
        reason: nonEmpty(cell("reason")),
        reviewed: day(cell("reviewed")),
      }),
    ),
    cautions: await readRows(
      dataDir,
      "review/cautions.csv",
      ["county", "city", "code", "year", "reason", "source", "reviewed"],
      (cell) => ({
        county: nonEmpty(cell("county")),
        city: cell("city").text === "" ? null : nonEmpty(cell("city")),
        code: oneOf(cell("code"), REVIEWED_CAUTIONS),
        year: cell("year").text === "" ? null : year(cell("year")),
        reason: nonEmpty(cell("reason")),
        source: nonEmpty(cell("source")),
        reviewed: day(cell("reviewed")),
      }),
    ),
  };
}
