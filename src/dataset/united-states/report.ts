import { familyOf, GRADE_FAMILIES, gradeOf, scoreOf } from "../../domain/grade.ts";
import { NATION_ABSENCES, type NationFile } from "../../domain/nation.ts";
import { countBy } from "../count-by.ts";
import { JOIN_RULES, type JoinRule } from "./identities.ts";
import type { NationLedger } from "./ledger.ts";

/** Why a row of the data year gave no record: the reasons of absences, and places that were never large. */
const UNUSED = ["smaller", ...NATION_ABSENCES] as const;

/** A row of the data year without a record. */
interface UnusedRow {
  readonly state: string;
  readonly agency: string;
  readonly residents: number | null;
  readonly reason: (typeof UNUSED)[number];
  readonly detail: string;
}

/** What a reviewer of a build looks at: counts, and every row of the data year with what became of it. */
export function nationReport(
  { version, dataYear, lastUpdated, yardstick, places, absent }: NationFile,
  ledger: NationLedger,
) {
  const absences = new Map(absent.map((place) => [`${place.state}|${place.name}|${place.county}`, place]));
  const unused = ledger.rows.flatMap(({ row: { state, agency, residents }, place }): UnusedRow[] => {
    if (place === null) return [{ state, agency, residents, reason: "smaller", detail: "" }];
    const absence = absences.get(`${place.state}|${place.name}|${place.county}`);
    return absence === undefined ? [] : [{ state, agency, residents, reason: absence.reason, detail: absence.detail }];
  });
  return {
    version,
    dataYear,
    lastUpdated,
    yardstick: { violentRate: yardstick.violentRate, propertyRate: yardstick.propertyRate },
    grades: countBy(
      GRADE_FAMILIES,
      places.map(({ rating }) => familyOf(gradeOf(scoreOf(rating.relativeRisk)).letter)),
    ),
    places: {
      all: places.length + absent.length,
      graded: places.length,
      residents: places.reduce((sum, { trend }) => sum + (trend.population.at(-1) ?? 0), 0),
      ...countBy(
        NATION_ABSENCES,
        absent.map(({ reason }) => reason),
      ),
    },
    /** Rows of the data year: those with a record, and the others by reason. */
    rows: {
      all: ledger.rows.length,
      used: ledger.rows.length - unused.length,
      ...countBy(
        UNUSED,
        unused.map(({ reason }) => reason),
      ),
    },
    /** Rows of all years by how they were joined to a municipality, or to an agency of several. */
    joins: countBy(
      JOIN_RULES,
      ledger.joins.flatMap(({ rule, years }) => Array<JoinRule>(years).fill(rule)),
    ),
    /** The names of Table 8 whose municipality is not certain, with the years of their rows. */
    openJoins: ledger.joins.flatMap(({ state, agency, from, to, rule }) =>
      rule === "open" ? [{ state, agency, from, to }] : [],
    ),
    /** The names of state programs that are joined to no row of Table 8, with the years of their rows. */
    unusedStateCounts: ledger.unusedStateCounts,
    unused,
  };
}
