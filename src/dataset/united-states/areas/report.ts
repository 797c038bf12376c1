import { AREA_ABSENCES, type NationArea, type NationAreaAbsence } from "../../../domain/nation-area.ts";
import { countBy } from "../../count-by.ts";
import { AREA_JOINS } from "./join.ts";
import type { AreaLedger } from "./ledger.ts";

/** What became of a row of the data year: figures, a reason of an absence, or why it was not joined. */
const USES = ["letter", "figures", ...AREA_ABSENCES, "own_edition", "not_listed", "no_county", "two_rows"] as const;

/** What a reviewer of a build looks at: counts, and every row of Table 10 of the data year with what became of it. */
export function areaReport(
  { areas, absentAreas }: { readonly areas: readonly NationArea[]; readonly absentAreas: readonly NationAreaAbsence[] },
  { joins, dataYear }: AreaLedger,
) {
  const served = new Map(areas.map((area) => [area.ori, area]));
  const absent = new Map(absentAreas.map((area) => [area.ori, area]));
  const rows = (joins.get(dataYear) ?? []).map(({ row: { state, department }, rule, area }) => {
    const use = (): (typeof USES)[number] => {
      if (area === null) return USES.find((one) => one === rule) ?? "not_listed";
      const own = served.get(area.ori);
      if (own !== undefined) return own.withoutLetter === null ? "letter" : "figures";
      return absent.get(area.ori)?.reason ?? "own_edition";
    };
    return { state, department, ori: area?.ori ?? null, rule, use: use() };
  });
  const graded = areas.filter(({ withoutLetter }) => withoutLetter === null);
  return {
    areas: areas.length,
    residents: residentsOf(areas),
    graded: graded.length,
    gradedResidents: residentsOf(graded),
    joins: countBy(
      AREA_JOINS,
      [...joins.values()].flatMap((own) => own.map(({ rule }) => rule)),
    ),
    uses: countBy(
      USES,
      rows.map(({ use }) => use),
    ),
    rows,
  };
}

/** In the data year, the last one of each trend. */
export function residentsOf(areas: readonly NationArea[]): number {
  return areas.reduce((sum, { trend }) => sum + (trend.population.at(-1) ?? 0), 0);
}
