import { day, nonEmpty } from "../cell.ts";
import { readRows } from "../table.ts";

/** A name that is shown differently than in its source, or not shown. */
export interface ReviewedName {
  readonly county: string;
  /** As spelled in the source. */
  readonly name: string;
  /** null if it is not shown. */
  readonly shown: string | null;
}

/** `data/review/place-names.csv`. @throws DatasetError */
export function readReviewedNames(dataDir: string): Promise<readonly ReviewedName[]> {
  const columns = ["county", "name", "shown", "reason", "reviewed"] as const;
  return readRows(dataDir, "review/place-names.csv", columns, (cell) => {
    nonEmpty(cell("reason"));
    day(cell("reviewed"));
    return {
      county: nonEmpty(cell("county")),
      name: nonEmpty(cell("name")),
      shown: cell("shown").text === "" ? null : nonEmpty(cell("shown")),
    };
  });
}
