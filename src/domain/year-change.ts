import {
  type ByGroup,
  byGroup,
  mapOffenses,
  OFFENSE_GROUPS,
  OFFENSES,
  type Offense,
  type OffenseCounts,
  type OffenseGroup,
  offensesIn,
} from "./offense.ts";
import type { RatedPlace, Snapshot, Trend } from "./snapshot.ts";
import { figuresOf } from "./trend.ts";

/** From this many standard deviations on, a change is unusual: one pair of years in twenty has such a one. */
const UNUSUAL = 1.96;
/** With fewer offenses in either year, a change in percent says little. */
const FEWEST_FOR_PERCENT = 10;

interface CountChange {
  readonly before: number;
  readonly after: number;
  /** Of the rate per resident, such as −0.21; null if either count is small, or lacks a class. */
  readonly change: number | null;
}

interface GroupChange extends CountChange {
  /** The benchmark's rates per 1,000 residents. */
  readonly benchmark: { readonly before: number; readonly after: number };
  /** Whether the rate moved against the state's by more than chance and a usual year explain; null if a class is missing. */
  readonly isUnusual: boolean | null;
}

/** A class that is missing in a year, where the score counts what was expected. */
export interface FilledClass {
  readonly year: number;
  readonly offense: Offense;
  readonly expected: number;
}

/** How a place's year differs from an earlier one. */
export interface YearChange {
  readonly from: number;
  readonly to: number;
  readonly score: { readonly before: number; readonly after: number; readonly isUnusual: boolean };
  readonly groups: ByGroup<GroupChange>;
  /** Missing in either year, so that neither they nor their groups are compared. */
  readonly missing: readonly FilledClass[];
  readonly classes: Readonly<Record<Offense, CountChange>>;
}

/** What a dataset says about how much rates usually move. */
export interface Moves extends Pick<Snapshot, "yearlyMoves" | "correlations"> {
  /** Of what scores 50. */
  readonly benchmark: Trend;
}

export function movesOf({ state, yearlyMoves, correlations }: Snapshot): Moves {
  return { benchmark: state.trend, yearlyMoves, correlations };
}

/**
 * The change of a year, by default the record's, against an earlier one, by default the year before; null if either is not
 * complete. A group's change is that of its ratio to the state's rate. Its relative variance is that of two Poisson
 * counts, and for each year the square of the yearly move of places of its size; the change of the score is that of the
 * sum of both ratios, with the correlation of their forecast errors. Where a class is missing, the score's change is that of
 * the expected counts.
 */
export function yearChange(
  { record, trend, filled = [] }: Pick<RatedPlace, "record" | "trend"> & { readonly filled?: readonly FilledClass[] },
  { benchmark, yearlyMoves, correlations }: Moves,
  to = record.data_year,
  from = to - 1,
): YearChange | null {
  const [before, after] = [yearOf(trend, from), yearOf(trend, to)];
  const missing = filled.filter(({ year }) => year === from || year === to);
  const isMissing = (offense: Offense) => missing.some((one) => one.offense === offense);
  const [benchmarkBefore, benchmarkAfter] = [yearOf(benchmark, from), yearOf(benchmark, to)];
  const [scoreBefore, scoreAfter] = [from, to].map((year) => trend.score[year - trend.from] ?? null);
  if (!before || !after || !benchmarkBefore || !benchmarkAfter || !isNumber(scoreBefore) || !isNumber(scoreAfter))
    return null;
  const kind = "city" in record ? "cities" : "counties";
  const move = yearlyMoves[kind].findLast(({ from }) => from <= after.residents) ?? { violent: 0, property: 0 };
  const ratios = byGroup((group) => {
    const [had, has] = [whole(before, from, missing), whole(after, to, missing)];
    const earlier = smoothed(had, group) / smoothed(benchmarkBefore, group);
    const later = smoothed(has, group) / smoothed(benchmarkAfter, group);
    const chance = chanceOf(had[group], has[group]);
    return { earlier, later, deviation: Math.sqrt(chance + (to - from) * move[group] ** 2) };
  });
  const { violent, property } = byGroup((group) => {
    const { earlier, later, deviation } = ratios[group];
    return ((earlier + later) / 2) * deviation;
  });
  const deviation = Math.sqrt(violent ** 2 + property ** 2 + 2 * correlations[kind] * violent * property);
  const moved = OFFENSE_GROUPS.reduce((sum, group) => sum + ratios[group].later - ratios[group].earlier, 0);
  return {
    from,
    to,
    score: { before: scoreBefore, after: scoreAfter, isUnusual: Math.abs(moved) > UNUSUAL * deviation },
    missing,
    groups: byGroup((group) => {
      const { earlier, later, deviation } = ratios[group];
      const lacks = offensesIn(group).some(isMissing);
      return {
        ...countChange(before[group], after[group], before.residents / after.residents),
        ...(lacks ? { change: null } : {}),
        benchmark: { before: rateOf(benchmarkBefore, group), after: rateOf(benchmarkAfter, group) },
        isUnusual: lacks ? null : Math.abs(Math.log(later / earlier)) > UNUSUAL * deviation,
      };
    }),
    classes: mapOffenses((offense) => ({
      ...countChange(before.offenses[offense], after.offenses[offense], before.residents / after.residents),
      ...(isMissing(offense) ? { change: null } : {}),
    })),
  };
}

/** A group's count in a year, with the benchmark's rate of that year. */
export interface CountedYear {
  readonly count: number;
  readonly residents: number;
  readonly benchmark: number;
}

/** How a rate moved, and whether chance, or chance and a usual year against the benchmark, explain it. */
export function rateChange(before: CountedYear, after: CountedYear, move: number) {
  const smoothedRate = ({ count, residents }: CountedYear) => (count + HALF) / residents;
  const moved = Math.log(smoothedRate(after) / smoothedRate(before));
  const chance = chanceOf(before.count, after.count);
  return {
    change: countChange(before.count, after.count, before.residents / after.residents).change,
    exceedsChance: Math.abs(moved) > UNUSUAL * Math.sqrt(chance),
    exceedsUsual:
      Math.abs(moved - Math.log(after.benchmark / before.benchmark)) > UNUSUAL * Math.sqrt(chance + move ** 2),
  };
}

/** The relative variance of the ratio of two Poisson counts. */
function chanceOf(before: number, after: number): number {
  return 1 / (before + HALF) + 1 / (after + HALF);
}

function isNumber(value: number | null | undefined): value is number {
  return typeof value === "number";
}

/** Added to counts, so that zero has a logarithm. */
const HALF = 0.5;

interface Year extends ByGroup<number> {
  readonly residents: number;
  readonly offenses: OffenseCounts;
}

function yearOf(trend: Trend, year: number): Year | null {
  const { population, offenses, violent, property } = figuresOf(trend, year);
  if (population === null || offenses === null || violent === null || property === null) return null;
  return { residents: population, offenses, violent, property };
}

/** The year with the expected counts of the classes that it lacks. */
function whole(counts: Year, year: number, missing: readonly FilledClass[]): Year {
  const more = (group: OffenseGroup) =>
    missing
      .filter((one) => one.year === year && OFFENSES[one.offense].group === group)
      .reduce((sum, { offense, expected }) => sum + expected - counts.offenses[offense], 0);
  return { ...counts, ...byGroup((group) => counts[group] + more(group)) };
}

function smoothed(year: Year, group: OffenseGroup): number {
  return (year[group] + HALF) / year.residents;
}

function rateOf(year: Year, group: OffenseGroup): number {
  return (1_000 * year[group]) / year.residents;
}

/** `residents` is the ratio of the earlier year's to the later one's. */
function countChange(before: number, after: number, residents: number): CountChange {
  const isSmall = before < FEWEST_FOR_PERCENT || after < FEWEST_FOR_PERCENT;
  return { before, after, change: isSmall ? null : (after / before) * residents - 1 };
}
