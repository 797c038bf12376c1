import { familyOf, gradeOf } from "../../domain/grade.ts";
import { type ByGroup, byGroup, OFFENSE_GROUPS, type OffenseGroup } from "../../domain/offense.ts";
import type { GammaRate } from "../../domain/snapshot.ts";
import type { KnownRate } from "./filter.ts";
import type { Tails } from "./gamma-poisson.ts";
import { NOTHING, type OtherCount, type PlaceYear, scoreWith } from "./panel.ts";

/**
 * A count is too far off if both tails are below `both`, or one below `either` (docs/decisions/incomplete-years.md).
 */
export interface FallBound {
  readonly both: number;
  readonly either: number;
}
export const FALL_BOUND: FallBound = { both: 0.01, either: 0.0001 };
/** A count beyond these wider bounds is not withheld, but gets a caution: the widest candidates in the same page. */
export const LOW_BOUND: FallBound = { both: 0.05, either: 0.001 };

/** A forecast is made from the newest complete year up to each of these years back, so that a slow loss counts like a sudden one. */
export const YEARS_BACK = [1, 2, 3] as const;

/** A fall is not cleared by staying low: it stays one until the count returns, or for this many years. */
export const YEARS_FALLEN = 5;

/**
 * After `interruption` years or more, or a year reviewed as incomplete, first reports are often partial: a count below
 * `leastShare` of its forecast in either group, and `fewestShort` offenses or more below it, is a fall
 * (docs/decisions/incomplete-years.md).
 */
export const RETURN = { interruption: 2, leastShare: 2 / 3, fewestShort: 5 } as const;

/** When a first report after an interruption is a fall. */
export interface ReturnRule {
  /** Below this share of its forecast, in either group. */
  readonly leastShare: number;
  /** And less likely than this, by the lower tail of the forecast; 1 where the share alone decides. */
  readonly tail: number;
  /** Whether the years after such a fall are judged by the same rule, because a partial report says nothing of their level. */
  readonly again: boolean;
}
export const RETURN_RULE: ReturnRule = { leastShare: RETURN.leastShare, tail: 1, again: false };

/** The forecast of a place's year from one of its earlier years. */
export interface Forecast {
  /** The posterior after the earlier year. */
  readonly from: ByGroup<KnownRate>;
  readonly groups: ByGroup<GroupForecast>;
}

export interface GroupForecast extends Tails {
  readonly rate: GammaRate;
  readonly expected: number;
  /** Variance of the expected count: that of the rate, without the chance in the count. */
  readonly variance: number;
}

/** The counts that were expected, as they are published. */
export function expectedOf({ groups }: Forecast): ByGroup<number> {
  return byGroup((group) => Math.round(groups[group].expected));
}

/** Later years are compared with the level before an open fall. */
export interface OpenFall {
  /** Its first year. */
  readonly year: number;
  readonly from: ByGroup<KnownRate>;
  /** The group that fell furthest, and how far: the share of the expected count that was reported. */
  readonly group: OffenseGroup;
  readonly share: number;
  /** It began with a review, or with a partial first report, so its own count says little about the level of later reports. */
  readonly isReviewed: boolean;
}

export interface YearVerdict {
  readonly isComplete: boolean;
  /**
   * `review`: a person decided. `fall`: far below a forecast, or still at the level of such a fall. `shared_fall`: low
   * together with the agencies that report with it. `class_lost`: a class is nearly gone. `second_source`: another
   * collection has many more. `missing`: a county whose agencies lack too much. `shared_low`:
   * these are low, the place is not. `low`: below the forecast, but not far enough to be withheld. `jump`: far above.
   * null: as expected.
   */
  readonly finding:
    | "review"
    | "fall"
    | "shared_fall"
    | "class_lost"
    | "second_source"
    | "missing"
    | "shared_low"
    | "low"
    | "jump"
    | null;
  /** The one that the finding is about, else that of the newest complete year; null without a complete year before. */
  readonly forecast: Forecast | null;
  /** The fall that begins or continues in this year. */
  readonly fall: OpenFall | null;
}

export interface YearCase {
  readonly year: number;
  readonly place: PlaceYear;
  /** One for each different earlier year of `YEARS_BACK`, the newest first. */
  readonly forecasts: readonly Forecast[];
  /** Years of the panel between the place's last complete year and this one. */
  readonly interruption: number;
  readonly returned: ReturnRule;
  /** The fall of an earlier year that has not ended, and the forecast from the level before it. */
  readonly open: { readonly fall: OpenFall; readonly forecast: Forecast } | null;
}

/** The verdict on a place's year by its own figures. */
export function judge(judged: YearCase): YearVerdict {
  const { year, place, forecasts, open } = judged;
  const [newest = null] = forecasts;
  if (place.review !== null) {
    const isComplete = place.review !== "partial_year";
    const begun = open?.fall ?? (newest && { ...fallFrom(year, place, newest), isReviewed: true });
    return { isComplete, finding: "review", forecast: newest, fall: isComplete ? null : begun };
  }
  if (newest === null) return { isComplete: true, finding: null, forecast: null, fall: null };
  if (
    open !== null &&
    year - open.fall.year < YEARS_FALLEN &&
    staysDown(place, open.fall, open.forecast, judged.returned)
  ) {
    return { isComplete: false, finding: "fall", forecast: open.forecast, fall: open.fall };
  }
  const hasExpired = open !== null && year - open.fall.year >= YEARS_FALLEN;
  const beyond = hasExpired ? undefined : forecastOfFall(judged);
  if (beyond !== undefined) {
    const isReviewed = judged.returned.again && isReturn(judged);
    return {
      isComplete: false,
      finding: "fall",
      forecast: beyond,
      fall: { ...fallFrom(year, place, beyond), isReviewed },
    };
  }
  return { isComplete: true, finding: forecastFinding(newest.groups), forecast: newest, fall: null };
}

/** The forecast that the count is too far below, if there is one. */
function forecastOfFall(judged: YearCase): Forecast | undefined {
  if (isReturn(judged)) return judged.forecasts[0];
  return judged.forecasts.find(({ groups }) => isBeyond(groups, "lower", FALL_BOUND));
}

/** Whether it is a partial first report after an interruption. */
function isReturn({ place, forecasts: [newest], interruption, returned }: YearCase): boolean {
  if (newest === undefined || interruption < RETURN.interruption) return false;
  return OFFENSE_GROUPS.some((group) => isPartial(place, newest, group, returned));
}

function isPartial(
  place: PlaceYear,
  { groups }: Forecast,
  group: OffenseGroup,
  { leastShare, tail }: ReturnRule = RETURN_RULE,
): boolean {
  const { expected, lower } = groups[group];
  return lower <= tail && place[group] < leastShare * expected && expected - place[group] >= RETURN.fewestShort;
}

/** What stands out in a count that is no fall. */
export function forecastFinding(forecast: ByGroup<GroupForecast>): "low" | "jump" | null {
  if (isBeyond(forecast, "upper", FALL_BOUND)) return "jump";
  return isBeyond(forecast, "lower", LOW_BOUND) ? "low" : null;
}

export function isBeyond({ violent, property }: ByGroup<Tails>, side: keyof Tails, bound: FallBound): boolean {
  const tails = [violent[side], property[side]];
  return Math.max(...tails) < bound.both || Math.min(...tails) < bound.either;
}

/** A fall that begins in this year. @param group the one with the smaller tail where it is not given */
export function fallFrom(
  year: number,
  place: PlaceYear,
  { from, groups }: Forecast,
  group: OffenseGroup = groups.property.lower < groups.violent.lower ? "property" : "violent",
): OpenFall {
  return { year, from, group, share: shareOf(place[group], groups[group].expected), isReviewed: false };
}

/** Whether a later count is nearer to the level of the fall than to the level before it, in logarithms. */
function staysDown(
  place: PlaceYear,
  { group, share, isReviewed }: OpenFall,
  forecast: Forecast,
  returned: ReturnRule,
): boolean {
  if (isReviewed) return isPartial(place, forecast, group, returned);
  const { groups } = forecast;
  return isNearerTo(share, shareOf(place[group], groups[group].expected));
}

/** Whether a share of the expected count is nearer to a lower share than to one, in logarithms. */
export function isNearerTo(low: number, share: number): boolean {
  return share <= Math.sqrt(Math.min(1, low));
}

/** The share of the expected count. Half an offense is added to both, because the logarithm of zero is undefined. */
export function shareOf(count: number, expected: number): number {
  return (count + 0.5) / (expected + 0.5);
}

/** With over `contradicts` times the count, a year is not complete if the letter would change; over `noted`, it is named. */
const TIMES = { contradicts: 1.1, noted: 1.05 } as const;

/** Whether another collection has so many more offenses in a group that they would change the letter of the score. */
export function isContradicted(place: PlaceYear, yardstick: ByGroup<number>, forecast: Forecast | null): boolean {
  const priors = forecast && byGroup((group) => forecast.groups[group].rate);
  const letter = (more: ByGroup<number>) => familyOf(gradeOf(scoreWith(place, yardstick, priors, more)).letter);
  return (place.others ?? []).some((other) => letter(moreIn(place, other, TIMES.contradicts)) !== letter(NOTHING));
}

/** Collections that have so many more offenses in a group that a reader should know. */
export function higherOthers(place: PlaceYear): readonly OtherCount[] {
  return (place.others ?? []).filter((other) => {
    const more = moreIn(place, other, TIMES.noted);
    return more.violent + more.property > 0;
  });
}

/** Whether another collection is as near as a difference that needs no notice, in both groups. */
export function isConfirmedBy(counts: ByGroup<number>, other: OtherCount): boolean {
  return OFFENSE_GROUPS.every((group) => {
    const [ours, theirs] = [counts[group], other[group]];
    return theirs !== null && Math.max(ours, theirs) <= TIMES.noted * Math.min(ours, theirs);
  });
}

/** What it has more in the groups in which it has over so many times the count. */
function moreIn(place: PlaceYear, other: OtherCount, times: number): ByGroup<number> {
  return byGroup((group) => {
    const theirs = other[group] ?? 0;
    return theirs > times * place[group] ? theirs - place[group] : 0;
  });
}

/** Of the count over the standard deviation of its forecast. */
export interface CorrelationFit {
  add(counts: ByGroup<number>, forecast: ByGroup<GroupForecast>): CorrelationFit;
  /** Of the errors added so far; 0 without any. */
  correlation(): number;
}

export function fitCorrelation(sums = { product: 0, violent: 0, property: 0 }): CorrelationFit {
  return {
    add(counts, forecast) {
      const [violent = 0, property = 0] = OFFENSE_GROUPS.map((group) => {
        const { expected, variance } = forecast[group];
        return (counts[group] - expected) / Math.sqrt(expected + variance);
      });
      return fitCorrelation({
        product: sums.product + violent * property,
        violent: sums.violent + violent ** 2,
        property: sums.property + property ** 2,
      });
    },
    correlation: () => (sums.product === 0 ? 0 : sums.product / Math.sqrt(sums.violent * sums.property)),
  };
}
