import { day, latitude, longitude, nonEmpty } from "../cell.ts";
import { fail } from "../fault.ts";
import { optionalText, type RowOf, readRows } from "../rows.ts";

/** A name that is shown differently than in its source, or not shown. */
const REVIEWED_NAME = {
  county: nonEmpty,
  /** As spelled in the source. */
  name: nonEmpty,
  /** null if it is not shown. */
  shown: optionalText,
  reason: nonEmpty,
  reviewed: day,
};
export type ReviewedName = RowOf<typeof REVIEWED_NAME>;

/** `data/review/place-names.csv`. @throws DatasetError */
export function readReviewedNames(dataDir: string): Promise<readonly ReviewedName[]> {
  return readRows(dataDir, "review/place-names.csv", REVIEWED_NAME);
}

const LOCATIONS = "review/place-locations.csv";
/** Where a place is, if its source has a point in water or outside it. */
const REVIEWED_LOCATION = {
  county: nonEmpty,
  /** As spelled in the source of a name, or the name of a city. */
  name: nonEmpty,
  /** The city of a neighborhood, if its source has another; null if it is right. */
  city: optionalText,
  latitude,
  longitude,
  reason: nonEmpty,
  source: nonEmpty,
  reviewed: day,
};
export type ReviewedLocation = RowOf<typeof REVIEWED_LOCATION>;

/** `data/review/place-locations.csv`. @throws DatasetError */
export function readReviewedLocations(dataDir: string): Promise<readonly ReviewedLocation[]> {
  return readRows(dataDir, LOCATIONS, REVIEWED_LOCATION);
}

/** @throws DatasetError if the review of a location is of none of the places */
export function checkLocated(
  review: readonly ReviewedLocation[],
  places: readonly { readonly name: string; readonly county: string }[],
): void {
  const known = new Set(places.map(({ name, county }) => `${name}, ${county}`));
  const unused = review.find(({ name, county }) => !known.has(`${name}, ${county}`));
  if (unused !== undefined)
    fail("name_unmatched", { file: LOCATIONS }, `${unused.name}, ${unused.county} is not known`);
}

/** A ZIP code that is wholly in one city, against its source. */
const REVIEWED_ZIP = {
  zip: nonEmpty,
  city: nonEmpty,
  county: nonEmpty,
  reason: nonEmpty,
  source: nonEmpty,
  reviewed: day,
};
export type ReviewedZip = RowOf<typeof REVIEWED_ZIP>;

/** `data/review/zip-codes.csv`. @throws DatasetError */
export function readReviewedZips(dataDir: string): Promise<readonly ReviewedZip[]> {
  return readRows(dataDir, "review/zip-codes.csv", REVIEWED_ZIP);
}
