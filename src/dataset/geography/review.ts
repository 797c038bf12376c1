import { day, nonEmpty } from "../cell.ts";
import { readRows } from "../table.ts";

/** A name that is shown otherwise than its source writes it, or not at all. */
export interface ReviewedName {
  readonly county: string;
  /** As the source writes it. */
  readonly name: string;
  /** null where it is left out. */
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
