import { dayText } from "../../base/window.ts";
import type { Nation, NationAbsence } from "../../domain/nation.ts";
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
import type { NationEntry } from "../../figures/entries.ts";
import { MONTHS_SOURCE } from "../../figures/months.ts";
import type { NationPlaceEntry } from "../../lookup/nation-names.ts";
import { nationPlaceUrl } from "../view/addresses.ts";

/** The months of a place with what its page says of them. */
export interface MonthsView {
  readonly name: string;
  readonly path: string;
  readonly source: string;
  readonly dataYear: number;
  readonly nation: MonthsOfNation;
  readonly months: PlaceMonths;
  readonly isGraded: boolean;
  /** null where the year is not compared with the data year. */
  readonly provisional: Provisional | null;
  /** Counts of the data year; null for a group that is not compared. */
  readonly before: ByGroup<number | null>;
}

/** undefined without a month that was reported. */
export function monthsView(place: NationPlaceEntry, nation: Nation): MonthsView | undefined {
  if (!("months" in place) || place.months === null || nation.months === null) return undefined;
  const { months } = place;
  if (!hasMonths(months)) return undefined;
  const { provisional, offenses, source } = comparedOf(place);
  return {
    name: place.name,
    path: nationPlaceUrl(place, nation),
    source: `${MONTHS_SOURCE}, of ${months.agency}, collected ${dayText(Date.parse(nation.months.asOf))}${source}`,
    dataYear: nation.dataYear,
    nation: nation.months,
    months,
    isGraded: "record" in place,
    provisional,
    before: byGroup((group) => (provisional?.[group] && offenses ? countOf(group, offenses) : null)),
  };
}

function comparedOf(place: NationEntry | NationAbsence) {
  if (!("record" in place)) return { provisional: null, offenses: null, source: "" };
  const { provisional, offenses, record } = place;
  return { provisional, offenses, source: `; ${record.data_year}: ${record.source}` };
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

/** Of one month or quarter; null if a month of it was not reported. */
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
        count: sumOf(own),
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
