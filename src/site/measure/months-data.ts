import { dayText } from "../../base/window.ts";
import type { Nation } from "../../domain/nation.ts";
import { hasMonths, type MonthsOfNation, type PlaceMonths, type Provisional } from "../../domain/nation-months.ts";
import {
  type ByGroup,
  byGroup,
  countOf,
  OFFENSE_GROUPS,
  type Offense,
  type OffenseGroup,
  offensesIn,
} from "../../domain/offense.ts";
import type { NationAreaEntry } from "../../figures/area-entries.ts";
import { MONTHS_SOURCE } from "../../figures/months.ts";
import { nameInState } from "../../gazetteer/state-text.ts";
import type { NationPlaceEntry } from "../../lookup/nation-names.ts";
import { areaUrl, nationPlaceUrl } from "../view/addresses.ts";

/** Whose months are shown: a place, or the area of a county's department. */
export type MonthsSubject = NationPlaceEntry | NationAreaEntry;

/** The months of a place or an area with what its page says of them. */
export interface MonthsView {
  /** After "offenses of". */
  readonly name: string;
  /** In a title, which a file of the picture has without its page. */
  readonly title: string;
  readonly path: string;
  readonly source: string;
  readonly dataYear: number;
  readonly nation: MonthsOfNation;
  readonly months: PlaceMonths;
  /** What it has of the data year, which the months do not change. */
  readonly kept: "grade" | "figures" | null;
  /** null where the year is not compared with the data year. */
  readonly provisional: Provisional | null;
  /** Counts of the data year; null for a group that is not compared. */
  readonly before: ByGroup<number | null>;
}

/** undefined without a month that was reported. */
export function monthsView(subject: MonthsSubject, nation: Nation): MonthsView | undefined {
  if (!("months" in subject) || subject.months === null || nation.months === null) return undefined;
  const { months } = subject;
  if (!hasMonths(months)) return undefined;
  const { provisional, offenses, source, kept } = comparedOf(subject);
  return {
    ...("department" in subject
      ? {
          name: `the area of the ${subject.department}`,
          title: subject.department,
          path: areaUrl(subject.state, subject.county),
        }
      : {
          name: subject.name,
          title: nameInState(subject),
          path: nationPlaceUrl(subject, nation),
        }),
    source: `${MONTHS_SOURCE}, of ${months.agency}, collected ${dayText(Date.parse(nation.months.asOf))}${source}`,
    dataYear: nation.dataYear,
    nation: nation.months,
    months,
    kept,
    provisional,
    before: byGroup((group) => (provisional?.[group] && offenses ? countOf(group, offenses) : null)),
  };
}

function comparedOf(subject: MonthsSubject) {
  if (!("record" in subject)) return { provisional: null, offenses: null, source: "", kept: null };
  const { provisional, offenses, record } = subject;
  const kept = record.grade === null ? ("figures" as const) : ("grade" as const);
  return { provisional, offenses, source: `; ${record.data_year}: ${record.source}`, kept };
}

export const YEAR = 12;
export const QUARTER = 3;
export const MONTH_NAMES = [
  "Jan",
  "Feb",
  "Mar",
  "Apr",
  "May",
  "Jun",
  "Jul",
  "Aug",
  "Sep",
  "Oct",
  "Nov",
  "Dec",
] as const;
/** With fewer offenses a month, quarters are shown; with fewer a year, only the counts. */
const FEWEST = 10;

/** Of one month or quarter; null if a month of it was not reported, or has none of ten or more usual offenses. */
interface Stretch {
  readonly from: string;
  readonly to: string;
  readonly year: number;
  readonly count: number | null;
}

export interface GroupMonths {
  readonly group: OffenseGroup;
  /** Those that the department reported in any month: some states' months lack one. */
  readonly classes: readonly Offense[];
  readonly size: 1 | typeof QUARTER;
  readonly stretches: readonly Stretch[];
  /** The data year's average of a month or quarter. */
  readonly usual: number | null;
}

/** What the columns of each group show; a group with too few offenses has none. */
export function groupsOf({ months, nation, before }: MonthsView): readonly GroupMonths[] {
  return OFFENSE_GROUPS.flatMap((group): GroupMonths[] => {
    const classes = offensesIn(group).filter((offense) => months.offenses[offense].some((count) => count !== null));
    const counts = monthCounts(months, classes);
    const known = counts.filter((count) => count !== null);
    const monthly = known.reduce((sum, count) => sum + count, 0) / Math.max(1, known.length);
    if (classes.length === 0 || monthly * YEAR < FEWEST) return [];
    const size = monthly < FEWEST ? QUARTER : 1;
    const stretches = Array.from({ length: Math.floor(counts.length / size) }, (_, index): Stretch => {
      const own = counts.slice(index * size, (index + 1) * size);
      const [first, last] = [index * size, (index + 1) * size - 1].map((month) => MONTH_NAMES[month % YEAR] ?? "");
      return {
        from: first ?? "",
        to: last ?? "",
        year: nation.year + Math.floor((index * size) / YEAR),
        count: size === 1 && own[0] === 0 ? null : sumOf(own),
      };
    });
    const yearBefore = before[group];
    return [{ group, classes, size, stretches, usual: yearBefore === null ? null : (yearBefore * size) / YEAR }];
  });
}

/** null for a month of which a class was not reported. */
function monthCounts({ offenses }: PlaceMonths, classes: readonly Offense[]): readonly (number | null)[] {
  return offenses.homicide.map((_, month) => sumOf(classes.map((offense) => offenses[offense][month] ?? null)));
}

/** Of the first year; null unless all of its months are known. */
export function yearCount({ months }: MonthsView, group: OffenseGroup): number | null {
  return sumOf(monthCounts(months, offensesIn(group)).slice(0, YEAR));
}

function sumOf(counts: readonly (number | null)[]): number | null {
  const known = counts.filter((count) => count !== null);
  return known.length === counts.length ? known.reduce((sum, count) => sum + count, 0) : null;
}
