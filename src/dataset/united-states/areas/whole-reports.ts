import { type ByGroup, byGroup, type Offense, type OffenseGroup, offensesIn } from "../../../domain/offense.ts";
import type { StateCode } from "../../../editions/us-states.ts";
import type { NationTables } from "../tables.ts";
import type { AreaIdentity } from "./join.ts";
import type { AreaTables } from "./tables.ts";

/**
 * Steady is not complete: where a state's police takes most reports of a county, its sheriff's figures are low every year.
 * An area has a letter only where what neither table has is at most this share of Table 10's offenses. A county police
 * department takes the reports of its own area, so the bound of its letter is far away: Delaware's state police reports
 * more than twice as many offenses as its county police does.
 */
const MOST_UNHELD = { sheriff: 0.35, police: 2 } as const;

export type Unheld = ByGroup<number>;

/**
 * For each state, the offenses of its estimate that are in neither table, as a share of those in Table 10; null where
 * Table 10 has none.
 */
export function unheldByState(
  { estimates, agencies }: Pick<NationTables, "estimates" | "agencies">,
  { rows }: AreaTables,
  year: number,
): ReadonlyMap<StateCode, Unheld | null> {
  return new Map(
    estimates.flatMap((estimate): [StateCode, Unheld | null][] => {
      if (estimate.year !== year) return [];
      const { state } = estimate;
      const cities = (agencies.get(year) ?? []).filter((row) => row.state === state);
      const counties = (rows.get(year) ?? []).filter((row) => row.state === state);
      const shares = byGroup((group) => {
        const held = sumOf(counties, group);
        return (sumOf([estimate], group) - sumOf(cities, group) - held) / held;
      });
      return [[state, counties.length === 0 ? null : shares]];
    }),
  );
}

function sumOf(rows: readonly Readonly<Record<Offense, number | null>>[], group: OffenseGroup): number {
  return rows.reduce((sum, row) => sum + offensesIn(group).reduce((own, offense) => own + (row[offense] ?? 0), 0), 0);
}

/** Whether others take so few reports in its area that the department's figures are those of the area. */
export function areReportsWhole({ kind, state }: AreaIdentity, unheld: ReadonlyMap<StateCode, Unheld | null>): boolean {
  const own = unheld.get(state) ?? null;
  return own !== null && Math.max(own.violent, own.property) <= MOST_UNHELD[kind];
}
