import type { NationArea, NationAreaAbsence, StateAreas } from "../../../domain/nation-area.ts";
import { type ByGroup, byGroup } from "../../../domain/offense.ts";
import { sixDecimals } from "../../../domain/published.ts";
import type { StateCode } from "../../../editions/us-states.ts";
import { fail } from "../../fault.ts";
import { withLastingFall, withLaterMonths } from "../cautions.ts";
import type { NationLedger } from "../ledger.ts";
import { judgeMonths, type MonthsLedger } from "../months.ts";
import type { NationTables } from "../tables.ts";
import { areaEntry } from "./entry.ts";
import { type AreaLedger, openAreaLedger } from "./ledger.ts";
import { type AreaModels, openAreaModels } from "./models.ts";
import { areaReport, residentsOf } from "./report.ts";
import { type AreaTables, readAreaReview, readAreaTables } from "./tables.ts";
import { unheldByState } from "./whole-reports.ts";

/** The areas and their months, before any record. */
export interface OpenedAreas {
  readonly tables: AreaTables;
  readonly ledger: AreaLedger;
  readonly models: AreaModels;
  readonly monthsLedger: MonthsLedger;
}

export interface BuiltAreas {
  readonly areas: readonly NationArea[];
  readonly absentAreas: readonly NationAreaAbsence[];
  readonly areasOfState: (code: StateCode) => StateAreas;
  readonly report: ReturnType<typeof areaReport>;
}

/** From the tables under the data folder. @throws DatasetError */
export async function openAreas(
  dataDir: string,
  official: NationTables,
  nation: NationLedger,
  ownEdition: StateCode,
): Promise<OpenedAreas> {
  const tables = await readAreaTables(dataDir);
  const ledger = openAreaLedger(tables, await readAreaReview(dataDir), ownEdition, nation, official);
  const { dataYear, months, areas: places } = ledger;
  const models = openAreaModels(ledger, nation);
  return { tables, ledger, models, monthsLedger: { dataYear, months, places, nation: nation.nation } };
}

/** The areas that county departments police, from the tables under the data folder. @throws DatasetError */
export async function buildAreas(
  dataDir: string,
  official: NationTables,
  nation: NationLedger,
  ownEdition: StateCode,
): Promise<BuiltAreas> {
  const { tables, ledger, models, monthsLedger } = await openAreas(dataDir, official, nation, ownEdition);
  if (ledger.dataYear !== nation.dataYear)
    fail({ file: `us/areas/${nation.dataYear}.csv` }, "Table 10 of the year of the newest Table 8 is missing");
  const unheld = unheldByState(official, tables, ledger.dataYear);
  const months = judgeMonths(monthsLedger, models);
  const entries = ledger.areas.map((area): NationArea | NationAreaAbsence => {
    const [entry, judged] = [areaEntry(area, { ledger, models, unheld }), months.get(area.key)];
    const own = { months: judged?.months ?? null };
    if (!("rating" in entry)) {
      const verdict = models.model.verdict(ledger.dataYear, area.key);
      return { ...entry, ...own, detail: withLastingFall(entry, verdict, judged) };
    }
    const cautions = withLaterMonths(entry.cautions, judged);
    return { ...entry, ...own, cautions, provisional: judged?.provisional ?? null };
  });
  const areas = entries.filter((entry) => "rating" in entry);
  const absentAreas = entries.flatMap((entry) => ("rating" in entry ? [] : [entry]));
  return {
    areas,
    absentAreas,
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
