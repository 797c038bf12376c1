import { z } from "zod";
import { namesOf } from "../../base/named-table.ts";
import { REVIEWED_CAUTIONS } from "../../domain/caution.ts";
import { AGENCY_KINDS } from "../../domain/snapshot.ts";
import type { StateEdition } from "../../editions/edition.ts";
import { area, day, decimal, nonEmpty, oneOf, optionalText, optionalYear, type RowOf, year } from "../csv.ts";
import { readRows } from "../input-rows.ts";

/** Degrees north and east within the state. */
export function pointIn({ landBox: { west, east, south, north } }: Pick<StateEdition, "landBox">) {
  return { latitude: decimal(south, north), longitude: decimal(west, east) };
}

const reviewed = { reason: nonEmpty, reviewed: day };
const sourced = { ...reviewed, source: nonEmpty };

/** Facts in no official file, each with its reason and day: all that a person edits for a new year. */
const tablesOf = (edition: Pick<StateEdition, "landBox">) => ({
  /** An agency whose kind or city is not clear from its name, or which has a successor. */
  agencies: z
    .object({
      county: nonEmpty,
      agency: nonEmpty,
      kind: oneOf(AGENCY_KINDS),
      /** Canonical name, for the kind `city`. */
      city: optionalText,
      /** The row that continues this one, in the same or another county; usually null. */
      successorCounty: optionalText,
      successor: optionalText,
      /** Files under `data/` that prove it. */
      ...sourced,
    })
    .refine(({ successor, successorCounty }) => (successor === null) === (successorCounty === null), {
      path: ["successor"],
      message: "needs both the agency and its county",
    }),
  /** Who polices a city without a row of its own in some year. */
  policing: z.object({
    county: nonEmpty,
    city: nonEmpty,
    policedBy: oneOf(["own", "sheriff", "shared"]),
    ...reviewed,
  }),
  /** A city that is newer than the official list of places. */
  incorporations: z.object({
    county: nonEmpty,
    city: nonEmpty,
    officialName: nonEmpty,
    incorporated: day,
    geoid: nonEmpty,
    landM2: area,
    ...pointIn(edition),
    ...reviewed,
  }),
  /** An incomplete year, or a correct one that looks wrong. */
  anomalies: z.object({
    /** The name of the state for the state's total. */
    county: nonEmpty,
    /** null for the county as a whole. */
    agency: optionalText,
    year,
    /** `notice`: a publisher says that figures are incomplete, which a second source may disprove. */
    kind: oneOf(["partial_year", "accepted", "notice"]),
    /** Of a publisher's own statement; null where the figures themselves show it. */
    source: optionalText,
    ...reviewed,
  }),
  /** A fact about a place that its figures do not show. */
  cautions: z.object({
    county: nonEmpty,
    /** null for the county as a whole. */
    city: optionalText,
    code: oneOf(REVIEWED_CAUTIONS),
    /** The year that it applies to; null for all. */
    year: optionalYear,
    ...sourced,
  }),
  /** A campus with police of its own, whose offenses the figures of a city leave out. */
  campuses: z.object({ county: nonEmpty, agency: nonEmpty, city: nonEmpty, ...sourced }),
  /** A county whose agencies report through a regional system. */
  reporting: z.object({ system: nonEmpty, county: nonEmpty, ...sourced }),
  /** A name that is shown differently than in its source, or not shown (null). */
  placeNames: z.object({ county: nonEmpty, name: nonEmpty, shown: optionalText, ...reviewed }),
  /** Where a place is, if its source has a point in water or outside it; null if the city of a neighborhood is right. */
  placeLocations: z.object({ county: nonEmpty, name: nonEmpty, city: optionalText, ...pointIn(edition), ...sourced }),
  /** A ZIP code that is wholly in one city, or on one county's land if that is null, against its source. */
  zipCodes: z.object({ zip: nonEmpty, city: optionalText, county: nonEmpty, ...sourced }),
});
type Tables = ReturnType<typeof tablesOf>;

export type Reviewed<Name extends keyof Tables> = RowOf<Tables[Name]>;
export type ReviewTables = { readonly [Name in keyof Tables]: readonly Reviewed<Name>[] };

/** Under the data folder: `review/agencies.csv`. */
export function reviewFile(table: keyof Tables): string {
  return `review/${table.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.csv`;
}

/** @throws DatasetError */
export async function readReview(dataDir: string, edition: StateEdition): Promise<ReviewTables> {
  const schemas = tablesOf(edition);
  const tables = await Promise.all(
    namesOf(schemas).map(async (name) => [name, await readRows(dataDir, reviewFile(name), schemas[name])] as const),
  );
  // The cast: a mapped type does not follow from an object with an entry for each table.
  return Object.fromEntries(tables) as unknown as ReviewTables;
}
