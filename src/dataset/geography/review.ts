import { day, nonEmpty } from "../cell.ts";
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
