import { fail } from "../fault.ts";
import type { Identities } from "./identities.ts";
import type { AgencyMonth, NationTables } from "./tables.ts";

/** The months of each agency, oldest first, by its ORI. */
export function monthsByOri({ months }: Pick<NationTables, "months">): ReadonlyMap<string, readonly AgencyMonth[]> {
  const sorted = months.toSorted((a, b) => a.year - b.year || a.month - b.month);
  return Map.groupBy(sorted, ({ ori }) => ori);
}

/** The months of each place's department, oldest first, by the key of the place. @throws DatasetError if two agencies are one place's */
export function agencyMonths(
  tables: Pick<NationTables, "months">,
  identities: Identities,
  dataYear: number,
): ReadonlyMap<string, readonly AgencyMonth[]> {
  const found = new Map<string, readonly AgencyMonth[]>();
  for (const rows of monthsByOri(tables).values()) {
    const [first] = rows;
    if (first === undefined) continue;
    const { key } =
      [first, { ...first, agency: first.agency.replace(/ Police Department(?=,|$)/, "") }]
        .map((row) => identities.ofOther(row, dataYear))
        .find(({ unit, review }) => unit !== null || review !== null) ?? identities.ofOther(first, dataYear);
    const other = found.get(key)?.[0];
    if (other !== undefined)
      fail({ file: "us/months.csv" }, `${first.ori} and ${other.ori} are both ${first.agency}, ${first.state}`);
    found.set(key, rows);
  }
  return found;
}
