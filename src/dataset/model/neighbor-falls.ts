import { type ByGroup, OFFENSE_GROUPS, type OffenseGroup } from "../../domain/offense.ts";
import { isNearerTo, shareOf } from "./completeness.ts";
import type { RateModel } from "./rate-model.ts";
import { hasFallen, type Member, type SharedBound, type SharedCase, sharedCases } from "./shared-falls.ts";

/** Most falls of neighbors last (docs/decisions/incomplete-years.md), so they are named and not withheld. */
const NEIGHBORS_LOW: SharedBound = { tail: 0.005, leastShare: 0.7 };
const GROUP_SIZES = [2, 3, 4, 5] as const;

/** Two to five neighbors that are low together, each of them too. */
export interface NeighborFall {
  readonly members: readonly string[];
  readonly group: OffenseGroup;
  readonly count: number;
  readonly expected: number;
  readonly lower: number;
  /** The newest year of the level that the count is compared with. */
  readonly from: number;
}

/** The group with the smallest tail that a place is a member of. */
export type NeighborFallOf = (year: number, key: string) => NeighborFall | null;

/**
 * Each place with its nearest one to four.
 * @param nearest the places near each, nearest first, the place itself among them
 * @param moves what agencies share in a year, as `fitSharedMoves` gives it
 */
export function openNeighborFalls(
  model: RateModel,
  nearest: ReadonlyMap<string, readonly string[]>,
  moves: (year: number) => ByGroup<number>,
): NeighborFallOf {
  const found = new Map<number, ReadonlyMap<string, NeighborFall>>();

  function fallsOf(year: number): ReadonlyMap<string, NeighborFall> {
    const isTrusted = (key: string) => {
      const verdict = model.verdict(year, key);
      return verdict?.isComplete && verdict.finding !== "review";
    };
    const falls = new Map<string, NeighborFall>();
    for (const key of model.keys(year).filter(isTrusted)) {
      const near = (nearest.get(key) ?? []).filter(isTrusted);
      for (const size of GROUP_SIZES) {
        if (near.length < size) continue;
        for (const fall of fallsIn(year, near.slice(0, size))) {
          for (const member of fall.members) {
            if (fall.lower < (falls.get(member)?.lower ?? 1)) falls.set(member, fall);
          }
        }
      }
    }
    return falls;
  }

  function fallsIn(year: number, keys: readonly string[]): readonly NeighborFall[] {
    const members = new Map(
      keys.toSorted().flatMap((key): [string, Member][] => {
        const place = model.reported(year, key);
        return place === null ? [] : [[key, { place, forecasts: model.forecasts(year, key) }]];
      }),
    );
    const whole = sharedCases(members, year, moves(year), keys.length);
    return whole.flatMap((one) => OFFENSE_GROUPS.flatMap((group) => fallOf(one, group) ?? []));
  }

  return (year, key) => {
    const falls = found.get(year) ?? fallsOf(year);
    found.set(year, falls);
    return falls.get(key) ?? null;
  };
}

function fallOf({ groups, members, back }: SharedCase, group: OffenseGroup): NeighborFall | null {
  const { count, expected, lower } = groups[group];
  const only = { violent: groups[group], property: groups[group] };
  if (!hasFallen({ groups: only, members, back }, NEIGHBORS_LOW)) return null;
  const share = shareOf(count, expected);
  const isOfAll = members
    .values()
    .every(({ place, forecast }) => isNearerTo(share, shareOf(place[group], forecast.groups[group].expected)));
  if (!isOfAll) return null;
  const from = Math.max(...members.values().map(({ forecast }) => forecast.from[group].year));
  return { members: [...members.keys()], group, count, expected, lower, from };
}
