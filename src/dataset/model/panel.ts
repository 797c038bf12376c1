import { relativeRiskOf, scoreOf } from "../../domain/grade.ts";
import {
  type ByGroup,
  byGroup,
  countOf,
  mapOffenses,
  type Offense,
  type OffenseCounts,
  type OffenseGroup,
} from "../../domain/offense.ts";
import type { GammaRate } from "../../domain/snapshot.ts";
import { rateOf, update } from "./gamma-poisson.ts";

/**
 * What a person, a publisher, or another edition decided about a year: that it is incomplete, correct although it looks
 * wrong, not comparable with earlier years, so that the place begins again, or complete as any other (`trusted`).
 */
export type ReviewedKind = "partial_year" | "accepted" | "new_series" | "trusted";

/** What another collection counted in the same place and year; null for a group of which it lacks a class. */
export interface OtherCount extends Readonly<Record<OffenseGroup, number | null>> {
  readonly source: string;
}

/** A place, or an agency, in a year with both count and residents. */
export interface PlaceYear extends Readonly<Record<OffenseGroup, number>> {
  /** 1 or more. */
  readonly residents: number;
  /** As reported. */
  readonly offenses: OffenseCounts;
  /**
   * The variance of what was added to the count of a group for classes that are missing; the group's count has it, and
   * `offenses` has not.
   */
  readonly filled?: ByGroup<number>;
  /** The review of the year; null if there is none. */
  readonly review: ReviewedKind | null;
  /** Counts of other collections, where there are any. */
  readonly others?: readonly OtherCount[];
}

export type Series = OffenseGroup | Offense;

/** A year: the places with figures, and the yardstick's rates per 1,000 residents. */
export interface PanelYear {
  readonly year: number;
  /** By `placeKey`, or the name of the county. */
  readonly places: ReadonlyMap<string, PlaceYear>;
  readonly yardstick: Readonly<Record<Series, number>>;
}

/** Years that have figures, oldest first. */
export type Panel = readonly PanelYear[];

export function placeYear(residents: number, offenses: OffenseCounts, review: ReviewedKind | null): PlaceYear {
  return { residents, offenses, ...byGroup((group) => countOf(group, offenses)), review };
}

export function yardstickOf(residents: number, offenses: OffenseCounts): PanelYear["yardstick"] {
  const groups = byGroup((group) => rateOf(countOf(group, offenses), residents));
  return { ...groups, ...mapOffenses((offense) => rateOf(offenses[offense], residents)) };
}

export const NOTHING: ByGroup<number> = { violent: 0, property: 0 };

/** The score of a year with this many offenses more. @param priors null for the raw rates */
export function scoreWith(
  place: PlaceYear,
  yardstick: ByGroup<number>,
  priors: ByGroup<GammaRate> | null,
  more: ByGroup<number>,
): number {
  const ratio = (group: OffenseGroup) => {
    const counted = { residents: place.residents, count: place[group] + more[group] };
    const smoothed = priors ? update(priors[group], counted).mean : rateOf(counted.count, counted.residents);
    return smoothed / yardstick[group];
  };
  return scoreOf(relativeRiskOf(ratio("violent"), ratio("property")));
}
