import { mapOffenses, OFFENSES, type OffenseCounts, sumOffenses } from "../../domain/offense.ts";
import type { NationTables, NationYearReview } from "./tables.ts";

export interface NationFigures {
  readonly residents: number;
  readonly offenses: OffenseCounts;
}

export function nationOf({ estimates }: NationTables, year: number): NationFigures {
  const states = estimates.filter((row) => row.year === year);
  return {
    residents: states.reduce((sum, row) => sum + row.residents, 0),
    offenses: sumOffenses(states.map((row) => ({ offenses: mapOffenses((offense) => row[offense]) }))),
  };
}

/**
 * A year of which only changes are published: the counts of the year before, changed alike in each class of a group. The
 * FBI revises the year before with it, so its counts of the later year alone cannot be compared with these tables.
 */
export function changedNation({ offenses }: NationFigures, later: NationYearReview): NationFigures {
  const change = { violent: later.violentChange, property: later.propertyChange };
  return {
    residents: Math.round((100_000 * later.violent) / later.violentRate),
    offenses: mapOffenses((offense) => Math.round(offenses[offense] * (1 + change[OFFENSES[offense].group] / 100))),
  };
}
