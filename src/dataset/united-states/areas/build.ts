import type { NationArea, NationAreaAbsence, StateAreas } from "../../../domain/nation-area.ts";
import { type ByGroup, byGroup } from "../../../domain/offense.ts";
import { sixDecimals } from "../../../domain/published.ts";
import type { StateCode } from "../../../editions/us-states.ts";
import type { NationLedger } from "../ledger.ts";
import type { NationTables } from "../tables.ts";
import { areaEntry } from "./entry.ts";
import { type AreaLedger, openAreaLedger } from "./ledger.ts";
import { type AreaModels, openAreaModels } from "./models.ts";
import { areaReport } from "./report.ts";
import { readAreaReview, readAreaTables } from "./tables.ts";
import { unheldByState } from "./whole-reports.ts";

export interface BuiltAreas {
  readonly areas: readonly NationArea[];
  readonly absentAreas: readonly NationAreaAbsence[];
  readonly areasOfState: (code: StateCode) => StateAreas;
  readonly report: ReturnType<typeof areaReport>;
  readonly ledger: AreaLedger;
  readonly models: AreaModels;
}

/** The areas that county departments police, from the tables under the data folder. @throws DatasetError */
export async function buildAreas(
  dataDir: string,
  tables: NationTables,
  nation: NationLedger,
  ownEdition: StateCode,
): Promise<BuiltAreas> {
  const areaTables = await readAreaTables(dataDir);
  const ledger = openAreaLedger(areaTables, await readAreaReview(dataDir), ownEdition, nation, tables);
  const models = openAreaModels(ledger, nation);
  const unheld = unheldByState(tables, areaTables, ledger.dataYear);
  const entries = ledger.areas.map((area) => areaEntry(area, { ledger, models, unheld }));
  const areas = entries.filter((entry) => "rating" in entry);
  const absentAreas = entries.flatMap((entry) => ("rating" in entry ? [] : [entry]));
  const residentsOf = (of: readonly NationArea[]) =>
    of.reduce((sum, { trend }) => sum + (trend.population.at(-1) ?? 0), 0);
  return {
    areas,
    absentAreas,
    ledger,
    models,
    report: areaReport({ areas, absentAreas }, ledger),
    areasOfState(code) {
      const own = areas.filter(({ state }) => state === code);
      const graded = own.filter(({ withoutLetter }) => withoutLetter === null);
      const shares = unheld.get(code) ?? null;
      return {
        areas: own.length,
        residents: residentsOf(own),
        graded: graded.length,
        gradedResidents: residentsOf(graded),
        median:
          own.length === 0
            ? null
            : byGroup((group) => sixDecimals(medianOf(own.map(({ rating }) => rating[group].ratio)))),
        unheld: shares && rounded(shares),
      };
    },
  };
}

function rounded(shares: ByGroup<number>): ByGroup<number> {
  return byGroup((group) => sixDecimals(shares[group]));
}

/** Of one number or more. */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
