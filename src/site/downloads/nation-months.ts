import type { NationMonths } from "../../domain/nation-record.ts";
import { OFFENSE_CLASSES, OFFENSES } from "../../domain/offense.ts";
import { monthsOfAreas, monthsOfNationPlace } from "../../figures/months.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import { column, type DownloadColumn, type NamedInState, nationColumns } from "./download-columns.ts";
import { type AnyArea, areaColumns } from "./nation-areas.ts";

/** A month of a department. */
interface MonthRow extends Pick<NationMonths, "population" | "as_of"> {
  readonly month: NationMonths["months"][number];
}

/** A month of a place, graded or not. */
interface NationMonthRow extends MonthRow, NamedInState, Pick<NationMonths, "ori" | "agency"> {
  readonly status: "graded" | "absent";
}

/** A month of a county department, with or without figures. */
interface AreaMonthRow extends MonthRow, AnyArea {}

/** The counts of a month, and the residents that the department serves. */
function monthColumns<Row extends MonthRow>(): readonly DownloadColumn<Row>[] {
  return [
    column("agency_population", ({ population }) => population),
    column("month", ({ month }) => month.month),
    ...OFFENSE_CLASSES.map((offense): DownloadColumn<Row> => {
      const { field, name } = OFFENSES[offense];
      return {
        key: field,
        type: "integer",
        source: "months",
        description: `${name}: reported offenses of the month; empty if not reported, or not in full`,
        value: ({ month }) => month[field],
      };
    }),
    column("as_of", (row) => row.as_of),
  ];
}

export const NATION_MONTH_COLUMNS = nationColumns<NationMonthRow>([
  column("status", ({ status }) => status),
  column("ori", ({ ori }) => ori, "months"),
  column("agency", ({ agency }) => agency),
  ...monthColumns<NationMonthRow>(),
]);

export const NATION_AREA_MONTH_COLUMNS = areaColumns<AreaMonthRow>(monthColumns());

/** One place after the other. */
export function* nationMonthRows({ entries, nation, countyOf }: NationPlaces): Generator<NationMonthRow> {
  for (const place of [...entries, ...nation.absent]) {
    const answer = monthsOfNationPlace(place, nation);
    if (answer === undefined) continue;
    const { state, name, geoid } = place;
    const county = countyOf(place);
    const { ori, agency, population, as_of } = answer;
    const status = "record" in place ? "graded" : "absent";
    for (const month of answer.months)
      yield { state, name, county, geoid, status, ori, agency, population, as_of, month };
  }
}

/** One department after the other. */
export function* areaMonthRows({ areas, nation }: NationPlaces): Generator<AreaMonthRow> {
  for (const area of [...areas.entries, ...nation.absentAreas]) {
    const answer = monthsOfAreas(area, [area], nation);
    const { state, county, geoid, ori, department, kind } = area;
    for (const { months, population } of answer?.areas ?? []) {
      const row = { state, county, geoid, ori, department, kind, population, as_of: answer?.as_of ?? "" };
      for (const month of months) yield { ...row, month };
    }
  }
}
