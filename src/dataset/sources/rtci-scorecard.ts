import { z } from "zod";
import { mapOffenses, OFFENSE_CLASSES, OFFENSES, type Offense } from "../../domain/offense.ts";
import { US_STATES } from "../../editions/us-states.ts";
import { nonEmpty, readTable, separatedCount } from "../csv.ts";
import type { AgencyRow } from "../united-states/tables.ts";

const ROW = z.object({
  agency_name: nonEmpty,
  state_name: nonEmpty,
  crime_type: nonEmpty,
  two_years_prior_full: separatedCount,
  previous_year_full: separatedCount,
  last_updated: z.string().regex(/^20\d\d-/, "does not begin with a year"),
});

/** The index's own name of each class. */
const NAMES: Readonly<Record<Offense, string>> = {
  ...mapOffenses((offense) => OFFENSES[offense].field),
  homicide: "murder",
  larceny: "theft",
};

export interface ScorecardRow extends Pick<AgencyRow, "state" | "agency"> {
  readonly year: number;
  /** null for a class, other than homicide, that is 0 in both years: the index lacks it. */
  readonly offenses: Readonly<Record<Offense, number | null>>;
}

/** The Real-Time Crime Index's scorecard: both full years before it. @throws DatasetError */
export function readScorecard(bytes: Uint8Array, file: string): readonly ScorecardRow[] {
  const rows = readTable(bytes, file, ROW);
  const agencies = Map.groupBy(rows, ({ state_name, agency_name }) => `${state_name}|${agency_name}`);
  return [...agencies.values()].flatMap((classes) => {
    const [{ agency_name: agency, state_name, last_updated } = { agency_name: "", state_name: "", last_updated: "" }] =
      classes;
    const state = US_STATES.find(({ name }) => name === state_name)?.code;
    if (state === undefined) return [];
    const rowOf = new Map(classes.map((row) => [row.crime_type, row]));
    return ([2, 1] as const).flatMap((before): readonly ScorecardRow[] => {
      const offenses = mapOffenses((offense) => {
        const row = rowOf.get(NAMES[offense]);
        if (row === undefined || (offense !== "homicide" && !row.two_years_prior_full && !row.previous_year_full))
          return null;
        return before === 2 ? row.two_years_prior_full : row.previous_year_full;
      });
      if (!OFFENSE_CLASSES.some((offense) => offenses[offense])) return [];
      return [{ state, agency, year: Number(last_updated.slice(0, 4)) - before, offenses }];
    });
  });
}
