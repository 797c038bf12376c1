import type { MonthsOfNation, PlaceMonths, Provisional } from "../../domain/nation-months.ts";
import {
  type ByGroup,
  byGroup,
  countOf,
  mapOffenses,
  OFFENSE_CLASSES,
  OFFENSE_GROUPS,
  OFFENSES,
  type Offense,
  type OffenseCounts,
  offensesIn,
} from "../../domain/offense.ts";
import { fourDecimals, sixDecimals } from "../../domain/published.ts";
import { rateChange } from "../../domain/year-change.ts";
import { rateOf } from "../model/gamma-poisson.ts";
import { type PlaceYear, placeYear, yardstickOf } from "../model/panel.ts";
import type { ReportedYear } from "../model/rating.ts";
import type { NationLedger, NationLedgerPlace } from "./ledger.ts";
import type { NationModels } from "./models.ts";
import { OFFICIAL_FILES } from "./official.ts";
import type { AgencyMonth, NationReview, NationTables } from "./tables.ts";

const MONTHS = 12;
/** A month under this share of the usual one was not reported in full, where so many offenses are usual. */
const LOW_MONTH = { usual: 10, share: 0.1 } as const;
/** Residents by the months and by the record that differ more are those of two areas. */
const SAME_AREA = 1.15;
/** A class that the months of a state lack: in Florida 31 of 50 agencies have under 30% of the state's own count. */
const LACKING: Readonly<Partial<Record<NationLedgerPlace["state"], Offense>>> = { FL: "motorVehicleTheft" };

/** A level held to be a fall lasts where the next year has so many times its offenses. */
const LASTING = { violent: [0.6, 1.3], property: [0.6, 1.2] } as const;

/** A place, or the area of a county's department, with the years that its months are compared with. */
interface MonthsPlace extends Pick<NationLedgerPlace, "key" | "state" | "name"> {
  readonly years: ReadonlyMap<number, ReportedYear>;
}

/** Places or areas, and the months of their departments by key. */
export interface MonthsLedger extends Pick<NationLedger, "dataYear" | "nation" | "months"> {
  readonly places: readonly MonthsPlace[];
}

/** What judges the years and classes of places, or of areas. */
export type MonthsModels = Pick<NationModels, "model" | "goneClasses" | "judgeClasses">;

/** Why the months of a year are not compared with the year before; `none` if they are. */
export const MONTH_FINDINGS = ["none", "blank", "area", "low_month", "fall", "class_lost"] as const;
export type MonthFinding = (typeof MONTH_FINDINGS)[number];

export interface JudgedMonths {
  readonly months: PlaceMonths;
  /** `no_year` until the nation's year is known. */
  readonly finding: MonthFinding | "no_year";
  /** Of the year after the data year; a blank month counts as none, and a group is null where its state's months lack a class. */
  readonly counted: ByGroup<number | null> & { readonly year: number };
  /** Whether the year is whole but for its level, which is that of the data year, and no class is gone. */
  readonly isLasting: boolean;
  /** The year against the data year; null unless both are whole. */
  readonly provisional: Provisional | null;
}

/**
 * The months of all places, or areas, after the data year, by key, and what the first year of them says. Until the nation's
 * figures of that year are known, all months that there are.
 */
export function judgeMonths(ledger: MonthsLedger, models: MonthsModels): ReadonlyMap<string, JudgedMonths> {
  const { dataYear } = ledger;
  const [before, after] = [dataYear, dataYear + 1].map((year) => ledger.nation(year));
  if (!before || !after) return new Map();
  if (after.residents === 0) return unjudged(ledger);
  const yardsticks = [before, after].map(({ residents, offenses }) => yardstickOf(residents, offenses));
  const found = ledger.places.flatMap((place) => {
    const rows = ledger.months.get(place.key);
    const later = rows?.filter(({ year }) => year > dataYear) ?? [];
    return later.length === 0 ? [] : [{ place, months: placeMonths(place, later) }];
  });
  const whole = new Map(
    found.flatMap(({ place, months }): [string, PlaceYear][] => {
      const counts = countsOf(place, months);
      if (counts === null || !isSameArea(place, months)) return [];
      return [[place.key, placeYear(months.residents ?? 0, judgedCounts(place, counts), null)]];
    }),
  );
  const judged = models.model.judge({
    year: dataYear + 1,
    places: whole,
    yardstick: yardsticks[1] ?? yardstickOf(1, NONE),
  });

  function findingOf(place: MonthsPlace, months: PlaceMonths): MonthFinding {
    const { key } = place;
    if (countsOf(place, months) === null) return "blank";
    const year = whole.get(key);
    if (year === undefined) return "area";
    if (hasLowMonth(place, months)) return "low_month";
    if (judged.verdicts.get(key)?.isComplete === false) return "fall";
    const known = new Set(models.goneClasses(dataYear, key).map(({ offense }) => offense));
    return goneIn(place).some((offense) => !known.has(offense)) ? "class_lost" : "none";
  }

  /** Classes that the months lack. */
  function goneIn({ key, state }: MonthsPlace): readonly Offense[] {
    const year = whole.get(key);
    if (year === undefined) return [];
    const gone = models.judgeClasses(models.model, dataYear + 1, key, year, null).map(({ offense }) => offense);
    return gone.filter((offense) => offense !== LACKING[state]);
  }

  function provisionalOf(place: MonthsPlace, months: PlaceMonths): Provisional | null {
    const [earlier, later] = [models.model.estimate(dataYear, place.key), whole.get(place.key)];
    if (earlier === null || later === undefined) return null;
    const missing = new Set(models.goneClasses(dataYear, place.key).map(({ offense }) => OFFENSES[offense].group));
    const lacking = LACKING[place.state];
    if (lacking !== undefined) missing.add(OFFENSES[lacking].group);
    const counts = countsOf(place, months) ?? NONE;
    return {
      year: dataYear + 1,
      ...byGroup((group) => {
        if (missing.has(group)) return null;
        const of = (year: PlaceYear, offenses: OffenseCounts, index: number) => {
          const benchmark = yardsticks[index]?.[group] ?? 1;
          return { count: countOf(group, offenses), residents: year.residents, benchmark };
        };
        const [then, now] = [of(earlier.place, earlier.place.offenses, 0), of(later, counts, 1)];
        const { change, ...tests } = rateChange(then, now, earlier.moves[group]);
        return {
          offenses: now.count,
          ratePer1k: sixDecimals(rateOf(now.count, now.residents)),
          change: change === null ? null : fourDecimals(change),
          ...tests,
        };
      }),
    };
  }

  return new Map(
    found.map(({ place, months }) => {
      const finding = findingOf(place, months);
      const counted = { year: dataYear + 1, ...byGroup((group) => yearCount(place, months, group)) };
      const isWhole = finding === "none" || finding === "fall";
      const isLasting = isWhole && repeatsLevel(place, months, dataYear) && goneIn(place).length === 0;
      const provisional = finding === "none" ? provisionalOf(place, months) : null;
      return [place.key, { months, finding, counted, isLasting, provisional }];
    }),
  );
}

function unjudged({ places, months, dataYear }: MonthsLedger): ReadonlyMap<string, JudgedMonths> {
  const counted = { year: dataYear + 1, violent: null, property: null };
  return new Map(
    places.flatMap((place): [string, JudgedMonths][] => {
      const rows = months.get(place.key);
      if (rows === undefined) return [];
      const own = { months: placeMonths(place, rows), counted, isLasting: false, provisional: null };
      return [[place.key, { ...own, finding: "no_year" }]];
    }),
  );
}

/** Whether both groups have about as many offenses as in the data year. A blank month counts as none. */
export function repeatsLevel(
  { years }: Pick<MonthsPlace, "years">,
  { offenses }: PlaceMonths,
  dataYear: number,
): boolean {
  const now = years.get(dataYear)?.offenses;
  if (!now) return false;
  const counts = mapOffenses((offense) =>
    offenses[offense].slice(0, MONTHS).reduce<number>((sum, count) => sum + (count ?? 0), 0),
  );
  return OFFENSE_GROUPS.every((group) => {
    const times = countOf(group, counts) / countOf(group, now);
    return times >= LASTING[group][0] && times <= LASTING[group][1];
  });
}

function yearCount({ state }: MonthsPlace, { offenses }: PlaceMonths, group: keyof ByGroup<null>): number | null {
  if (offensesIn(group).some((offense) => offense === LACKING[state])) return null;
  const counts = offensesIn(group).flatMap((offense) => offenses[offense].slice(0, MONTHS));
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

/** The months as a whole, with the changes of the places of `judged`; null without a year that can be compared. */
export function monthsOfNation(
  { dataYear }: NationLedger,
  { model }: NationModels,
  { tables, review: { nationYears } }: { readonly tables: NationTables; readonly review: NationReview },
  judged: ReadonlyMap<string, JudgedMonths>,
): MonthsOfNation | null {
  const [first] = judged.values();
  const asOf = tables.sources.find(({ table }) => table === OFFICIAL_FILES.months.table)?.retrieved;
  if (first === undefined || asOf === undefined) return null;
  const months = first.months.offenses.homicide.length;
  const published = nationYears.find(({ year }) => year === dataYear + 1);
  if (published === undefined) {
    const none = { violentRatePer100k: null, violentChange: null, propertyChange: null, source: null, changes: null };
    const year = Math.min(...tables.months.map((row) => row.year));
    return { year, months, asOf, places: 0, residents: 0, ...none };
  }
  const compared = [...judged].flatMap(([key, { months, provisional }]) => {
    const estimate = model.estimate(dataYear, key);
    return estimate && (provisional?.violent || provisional?.property)
      ? [{ provisional, before: estimate.place, residents: months.residents ?? 0 }]
      : [];
  });
  const { violentRate, violentChange, propertyChange, source } = published;
  return {
    year: published.year,
    months,
    ...{ violentRatePer100k: violentRate, violentChange, propertyChange, source, asOf },
    places: compared.length,
    residents: compared.reduce((sum, { residents }) => sum + residents, 0),
    changes: byGroup((group) => {
      const both = compared.filter(({ provisional }) => provisional[group] !== null);
      const [then, now] = [
        both.reduce((sum, { before }) => sum + countOf(group, before.offenses), 0),
        both.reduce((sum, { provisional }) => sum + (provisional[group]?.offenses ?? 0), 0),
      ];
      return fourDecimals(now / then - 1);
    }),
  };
}

const NONE: OffenseCounts = mapOffenses(() => 0);

/** All months from January on, one after the other. A class that the state's months lack is blank. */
function placeMonths({ state }: MonthsPlace, rows: readonly AgencyMonth[]): PlaceMonths {
  const [first] = rows;
  return {
    ori: first?.ori ?? "",
    agency: first?.agency ?? "",
    residents: first?.residents ?? null,
    offenses: mapOffenses((offense) => rows.map((row) => (LACKING[state] === offense ? null : row[offense]))),
  };
}

/** The counts of the first twelve months, without a class that the state's months lack; null if one is blank. */
export function countsOf({ state }: Pick<MonthsPlace, "state">, { offenses }: PlaceMonths): OffenseCounts | null {
  const year = mapOffenses((offense) => offenses[offense].slice(0, MONTHS));
  const isWhole = OFFENSE_CLASSES.every((offense) => {
    return LACKING[state] === offense || (year[offense].length === MONTHS && !year[offense].includes(null));
  });
  return isWhole ? mapOffenses((offense) => year[offense].reduce<number>((sum, count) => sum + (count ?? 0), 0)) : null;
}

export function isSameArea({ years }: Pick<MonthsPlace, "years">, { residents }: PlaceMonths): boolean {
  const before = [...years.values()].at(-1)?.residents;
  if (!before || residents === null) return false;
  return Math.max(before, residents) <= SAME_AREA * Math.min(before, residents);
}

/** A class that the months lack is judged as in the data year. */
function judgedCounts({ state, years }: MonthsPlace, counts: OffenseCounts): OffenseCounts {
  const lacking = LACKING[state];
  const before = [...years.values()].at(-1)?.offenses;
  return lacking === undefined ? counts : { ...counts, [lacking]: before?.[lacking] ?? 0 };
}

/** Of both groups and of each class. */
export function hasLowMonth({ state }: Pick<MonthsPlace, "state">, { offenses }: PlaceMonths): boolean {
  const classes = OFFENSE_CLASSES.filter((offense) => LACKING[state] !== offense);
  const ofMonth = (group: keyof ByGroup<null>, month: number) =>
    offensesIn(group).reduce((sum, offense) => sum + (offenses[offense][month] ?? 0), 0);
  const groups = byGroup((group) => Array.from({ length: MONTHS }, (_, month) => ofMonth(group, month)));
  return [...classes.map((offense) => offenses[offense].slice(0, MONTHS)), groups.violent, groups.property].some(
    (counts) => {
      const sorted = counts.map((count) => count ?? 0).toSorted((a, b) => a - b);
      const middle = ((sorted[MONTHS / 2 - 1] ?? 0) + (sorted[MONTHS / 2] ?? 0)) / 2;
      // Some departments of Florida send the whole year as one month: then the middle month is empty, too.
      const usual = Math.max(middle, sorted.reduce((sum, count) => sum + count, 0) / MONTHS);
      return usual >= LOW_MONTH.usual && (sorted[0] ?? 0) < LOW_MONTH.share * usual;
    },
  );
}
