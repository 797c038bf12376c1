import { OFFENSE_CLASSES, OFFENSES } from "../../domain/offense.ts";
import { monthsOfNationPlace } from "../../figures/months.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import { column, type DownloadColumn, type NamedInState, nationColumns } from "./download-columns.ts";

type MonthsAnswer = NonNullable<ReturnType<typeof monthsOfNationPlace>>;

/** A month of a place, graded or not. */
interface NationMonthRow extends NamedInState, Pick<MonthsAnswer, "ori" | "agency" | "population" | "as_of"> {
  readonly status: "graded" | "absent";
  readonly month: MonthsAnswer["months"][number];
}

export const NATION_MONTH_COLUMNS = nationColumns<NationMonthRow>([
  column("status", ({ status }) => status),
  column("ori", ({ ori }) => ori, "months"),
  column("agency", ({ agency }) => agency),
  column("agency_population", ({ population }) => population),
  column("month", ({ month }) => month.month),
  ...OFFENSE_CLASSES.map((offense): DownloadColumn<NationMonthRow> => {
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
]);

/** One place after the other. */
export function* nationMonthRows({ entries, nation }: NationPlaces): Generator<NationMonthRow> {
  for (const place of [...entries, ...nation.absent]) {
    const answer = monthsOfNationPlace(place, nation);
    if (answer === undefined) continue;
    const { state, name, county, geoid } = place;
    const { ori, agency, population, as_of } = answer;
    const status = "record" in place ? "graded" : "absent";
    for (const month of answer.months)
      yield { state, name, county, geoid, status, ori, agency, population, as_of, month };
  }
}
