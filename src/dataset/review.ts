import { REVIEWED_CAUTIONS } from "../domain/caution.ts";
import { agencyKind } from "../domain/snapshot.ts";
import { type Cell, day, latitude, longitude, nonEmpty, oneOf, wholeNumber, year } from "./cell.ts";
import { fail } from "./fault.ts";
import { optional, optionalText, type RowOf, readRows } from "./rows.ts";

/** Facts in no official file, each with its reason and day: all that a person edits for a new year. */
export interface ReviewTables {
  readonly agencies: readonly ReviewedAgency[];
  readonly policing: readonly RowOf<typeof POLICING>[];
  readonly incorporations: readonly ReviewedIncorporation[];
  readonly anomalies: readonly ReviewedAnomaly[];
  readonly cautions: readonly RowOf<typeof CAUTION>[];
  readonly campuses: readonly RowOf<typeof CAMPUS>[];
  readonly reporting: readonly RowOf<typeof REPORTING>[];
}

/** `reviewed` is a day, `YYYY-MM-DD`. */
const REVIEWED = { reason: nonEmpty, reviewed: day };

/** An agency whose kind or city is not clear from its name, or which has a successor. */
const AGENCY = {
  county: nonEmpty,
  agency: nonEmpty,
  kind: (cell: Cell) => oneOf(cell, agencyKind.options),
  /** Canonical name, for the kind `city`. */
  city: optionalText,
  successorCounty: optionalText,
  successor: optionalText,
  /** Files under `data/` that prove it. */
  source: nonEmpty,
  ...REVIEWED,
};

interface ReviewedAgency extends Omit<RowOf<typeof AGENCY>, "successor" | "successorCounty"> {
  /** The row that continues this one, in the same or another county; usually null. */
  readonly successor: { readonly county: string; readonly agency: string } | null;
}

/** Who polices a city without a row of its own in some year. */
const POLICING = {
  county: nonEmpty,
  city: nonEmpty,
  policedBy: (cell: Cell) => oneOf(cell, ["own", "sheriff", "shared"]),
  ...REVIEWED,
};

/** A city that is newer than the official list of places. */
const INCORPORATION = {
  county: nonEmpty,
  city: nonEmpty,
  officialName: nonEmpty,
  incorporated: day,
  geoid: nonEmpty,
  landM2: wholeNumber,
  latitude,
  longitude,
  ...REVIEWED,
};
export type ReviewedIncorporation = RowOf<typeof INCORPORATION>;

/** A reviewed figure: an incomplete year, or a correct one that looks wrong. */
const ANOMALY = {
  county: nonEmpty,
  /** null for the county as a whole; with the name of the state as the county, the state. */
  agency: optionalText,
  year,
  kind: (cell: Cell) => oneOf(cell, ["partial_year", "accepted"]),
  /** Of a publisher's own statement; null where the figures themselves show it. */
  source: optionalText,
  ...REVIEWED,
};
export type ReviewedAnomaly = RowOf<typeof ANOMALY>;

/** A fact about a place that its figures do not show. */
const CAUTION = {
  county: nonEmpty,
  /** null for the county as a whole. */
  city: optionalText,
  code: (cell: Cell) => oneOf(cell, REVIEWED_CAUTIONS),
  /** The year that it applies to; null for all. */
  year: optional(year),
  source: nonEmpty,
  ...REVIEWED,
};

/** A county whose agencies report through a regional system. */
const REPORTING = {
  system: nonEmpty,
  county: nonEmpty,
  source: nonEmpty,
  ...REVIEWED,
};

/** A campus with police of its own, whose offenses the figures of a city leave out. */
const CAMPUS = {
  county: nonEmpty,
  agency: nonEmpty,
  city: nonEmpty,
  source: nonEmpty,
  ...REVIEWED,
};

/** @throws DatasetError */
export async function readReview(dataDir: string): Promise<ReviewTables> {
  const agencies = await readRows(dataDir, "review/agencies.csv", AGENCY, ({ successor, successorCounty }, line) => {
    if ((successor === null) === (successorCounty === null)) return;
    fail("value_malformed", { file: "review/agencies.csv", line }, "a successor needs its county");
  });
  return {
    agencies: agencies.map(({ successorCounty, successor, ...row }) => ({
      ...row,
      successor: successor === null ? null : { county: successorCounty ?? row.county, agency: successor },
    })),
    policing: await readRows(dataDir, "review/policing.csv", POLICING),
    incorporations: await readRows(dataDir, "review/incorporations.csv", INCORPORATION),
    anomalies: await readRows(dataDir, "review/anomalies.csv", ANOMALY),
    cautions: await readRows(dataDir, "review/cautions.csv", CAUTION),
    campuses: await readRows(dataDir, "review/campuses.csv", CAMPUS),
    reporting: await readRows(dataDir, "review/reporting.csv", REPORTING),
  };
}
