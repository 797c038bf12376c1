import { type ByGroup, byGroup, OFFENSE_GROUPS, type OffenseGroup } from "../../domain/offense.ts";
import { type Forecast, fallFrom, isNearerTo, shareOf, YEARS_BACK, type YearVerdict } from "./completeness.ts";
import { likeliestMove, MOVES } from "./filter.ts";
import { logPredictive, type Tails, tailsOf } from "./gamma-poisson.ts";
import type { PlaceYear } from "./panel.ts";

/** Agencies that report together lose reports together: each may stay inside its own bound, but not all of them at once. */

/** In either group, the sum's lower tail is below `tail`, and the sum below `leastShare` of the expected one. */
export interface SharedBound {
  readonly tail: number;
  readonly leastShare: number;
}
const SHARED_FALL: SharedBound = { tail: 0.0005, leastShare: 0.6 };
/** The same where other agencies of the county lack so much that its year is withheld. */
export const WITHHELD_COUNTY: SharedBound = { tail: 0.01, leastShare: 0.8 };
/** Of fewer agencies, the test would repeat that of one. */
const FEWEST_MEMBERS = 3;

/** An agency of a group whose own count is no fall. */
export interface Member {
  readonly place: PlaceYear;
  readonly forecasts: readonly Forecast[];
}

/** A group's year, compared with the sum of the forecasts of its members from one distance in the past. */
export interface SharedCase {
  readonly back: number;
  readonly members: ReadonlyMap<string, { readonly place: PlaceYear; readonly forecast: Forecast }>;
  readonly groups: ByGroup<SharedForecast>;
}

interface SharedForecast extends Tails {
  readonly count: number;
  readonly expected: number;
  readonly variance: number;
}

/**
 * The standard deviation of what the agencies of a county share in a year, relative to the expected count: the value
 * with the highest likelihood for the sums of all counties so far. Without any year yet, the largest.
 */
export interface SharedMoveFit {
  /** The fit with one more sum of both groups, forecast from the year before. */
  add(groups: ByGroup<Pick<SharedForecast, "count" | "expected" | "variance">>): SharedMoveFit;
  moves(): ByGroup<number>;
}

export function fitSharedMoves(sums: ByGroup<readonly number[]> = byGroup(() => MOVES.map(() => 0))): SharedMoveFit {
  return {
    add: (groups) =>
      fitSharedMoves(
        byGroup((group) => {
          const { count, expected, variance } = groups[group];
          return MOVES.map((move, index) => {
            const prior = { mean: expected, variance: variance + (move * expected) ** 2 };
            return (sums[group][index] ?? 0) + logPredictive({ residents: 1_000, count }, prior);
          });
        }),
      ),
    moves: () => byGroup((group) => likeliestMove(sums[group])),
  };
}

/** The sums of a group's year, one for each distance in the past from which enough members have a forecast. */
export function sharedCases(
  members: ReadonlyMap<string, Member>,
  year: number,
  moves: ByGroup<number>,
  fewest: number = FEWEST_MEMBERS,
): readonly SharedCase[] {
  return YEARS_BACK.flatMap((back): SharedCase[] => {
    const known = [...members].flatMap(([key, { place, forecasts }]) => {
      const forecast = forecasts.find(({ from }) => from.violent.year <= year - back);
      return forecast === undefined ? [] : [[key, { place, forecast }] as const];
    });
    if (known.length < fewest) return [];
    return [{ back, members: new Map(known), groups: byGroup(sumOf) }];

    function sumOf(group: OffenseGroup): SharedForecast {
      const sum = (of: (member: (typeof known)[number][1]) => number) =>
        known.reduce((all, [, member]) => all + of(member), 0);
      const count = sum(({ place }) => place[group]);
      const expected = sum(({ forecast }) => forecast.groups[group].expected);
      const variance = sum(({ forecast }) => forecast.groups[group].variance);
      const prior = { mean: expected, variance: variance + back * (moves[group] * expected) ** 2 };
      return { ...tailsOf({ residents: 1_000, count }, prior), count, expected, variance };
    }
  });
}

/** The verdicts of the members of a group that fell together; empty if it did not. */
export function sharedVerdicts(
  cases: readonly SharedCase[],
  year: number,
  bound?: SharedBound,
): ReadonlyMap<string, YearVerdict> {
  const found = cases.find((one) => hasFallen(one, bound));
  if (found === undefined) return new Map();
  const group = decidingGroup(found);
  const share = shareOf(found.groups[group].count, found.groups[group].expected);
  return new Map(
    [...found.members].map(([key, { place, forecast }]) => {
      const sharesIt = isNearerTo(share, shareOf(place[group], forecast.groups[group].expected));
      const verdict: YearVerdict = sharesIt
        ? { isComplete: false, finding: "shared_fall", forecast, fall: fallFrom(year, place, forecast, group) }
        : { isComplete: true, finding: "shared_low", forecast, fall: null };
      return [key, verdict];
    }),
  );
}

export function hasFallen({ groups }: SharedCase, { tail, leastShare }: SharedBound = SHARED_FALL): boolean {
  return OFFENSE_GROUPS.some((group) => {
    const { lower, count, expected } = groups[group];
    return lower < tail && count < leastShare * expected;
  });
}

export function decidingGroup({ groups }: SharedCase): OffenseGroup {
  return groups.property.lower < groups.violent.lower ? "property" : "violent";
}
