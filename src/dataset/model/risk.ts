import { scoreOf } from "../../domain/grade.ts";
import type { ByGroup, OffenseGroup } from "../../domain/offense.ts";
import type { GammaRate } from "../../domain/snapshot.ts";
import { rateOf, update } from "./gamma-poisson.ts";
import type { PlaceYear } from "./panel.ts";

/** The mean of the two ratios: violence and theft have equal weight. */
export function relativeRiskOf(violentRatio: number, propertyRatio: number): number {
  return (violentRatio + propertyRatio) / 2;
}

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
