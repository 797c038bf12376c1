import type { NationAreaAbsence } from "../../domain/nation-area.ts";
import { OFFENSE_GROUPS, propertyOf, violentOf } from "../../domain/offense.ts";
import type { NationAreaEntry } from "../../figures/area-entries.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import {
  cautionsColumn,
  column,
  type DownloadColumn,
  geoidColumns,
  type HistoryRow,
  provisionalColumns,
  yearColumns,
} from "./download-columns.ts";
import { withYears } from "./download-rows.ts";

export type AnyArea = Pick<NationAreaAbsence, "state" | "county" | "geoid" | "ori" | "department" | "kind">;

/** Whose area a row is about, and its figures from the FBI's table of county departments. */
export function areaColumns<Row extends AnyArea>(
  columns: readonly DownloadColumn<Row>[],
): readonly DownloadColumn<Row>[] {
  return [
    column("state", ({ state }) => state),
    column("county", ({ county }) => county, "codes"),
    ...geoidColumns(({ geoid }: Row) => geoid, "codes"),
    column("department", ({ department }) => department),
    column("department_kind", ({ kind }) => kind),
    column("ori", ({ ori }) => ori),
    ...columns.map((one) => (isOfOffenses(one) ? { ...one, source: "fbiAreas" as const } : one)),
  ];
}

function isOfOffenses({ source }: Pick<DownloadColumn<never>, "source">): boolean {
  return source === "offenses" || source === "population";
}

export const NATION_AREA_COLUMNS = areaColumns<NationAreaEntry>([
  column("data_year", ({ record }) => record.data_year),
  column("population", ({ population }) => population),
  column("violent", ({ offenses }) => violentOf(offenses)),
  column("property", ({ offenses }) => propertyOf(offenses)),
  column("crime_rate_per_1k", ({ record }) => record.crime_rate_per_1k),
  column("violent_rate_per_1k", ({ record }) => record.violent_rate_per_1k),
  column("property_rate_per_1k", ({ record }) => record.property_rate_per_1k),
  ...OFFENSE_GROUPS.map((group) =>
    column<NationAreaEntry>(`${group}_estimated_per_1k`, ({ rating }) => rating[group].smoothedRate),
  ),
  column("national_average_rate", ({ record }) => record.national_average_rate),
  column("safety_score", ({ record }) => record.safety_score),
  column("grade", ({ record }) => record.grade),
  column("without_grade", ({ record }) => record.without_grade?.reason ?? null),
  column("score_next_year_low", ({ record }) => record.next_year?.low ?? null),
  column("score_next_year_high", ({ record }) => record.next_year?.high ?? null),
  column("rate_next_year_low", ({ record }) => record.next_year_rate.low),
  column("rate_next_year_high", ({ record }) => record.next_year_rate.high),
  cautionsColumn(),
  column("yardstick", ({ record }) => record.yardstick),
  ...provisionalColumns<NationAreaEntry>(),
]);

export const NATION_ABSENT_AREA_COLUMNS = areaColumns<NationAreaAbsence>([
  column("population", ({ population }) => population),
  column("reason", ({ reason }) => reason),
  column("detail", ({ detail }) => detail),
  column("last_complete_year", ({ lastComplete }) => lastComplete),
]);

export interface AreaYearRow extends AnyArea, Pick<HistoryRow, "year" | "begins"> {}

export const NATION_AREA_HISTORY_COLUMNS = areaColumns<AreaYearRow>(yearColumns("national_average_rate"));

/** The years of every department with figures of one. A grade is only where the area has one today. */
export function areaYearRows({ areas, nation }: NationPlaces): readonly AreaYearRow[] {
  const inYears = withYears(nation.yardstick.trend);
  return [...areas.entries, ...nation.absentAreas].flatMap((area) => {
    const hasGrade = "record" in area && area.record.grade !== null;
    return inYears(area).map((row) =>
      hasGrade ? row : { ...row, year: { ...row.year, safety_score: null, grade: null } },
    );
  });
}
