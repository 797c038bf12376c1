import type { OffenseGroup } from "../domain/offense.ts";
import { scoreOf } from "../domain/score.ts";
import type { GroupRating, Rating, SnapshotCity } from "../domain/snapshot.ts";
import { predict, rateCumulants, rateOf, smoothedRateCumulants, weightOf } from "./gamma-poisson.ts";
import type { YearEstimate } from "./model.ts";
import { scoreRange } from "./score-interval.ts";

/** A place's rating in one of its complete years. Full precision; `roundRating` rounds it for storage. */
export function rate(estimate: YearEstimate): Rating {
  const violent = rateGroup(estimate, "violent");
  const property = rateGroup(estimate, "property");
  return { violent, property, relativeRisk: relativeRiskOf(violent.ratio, property.ratio) };
}

/** The mean of the two ratios: violence and theft have equal weight. */
export function relativeRiskOf(violentRatio: number, propertyRatio: number): number {
  return (violentRatio + propertyRatio) / 2;
}

/** The published score of a year. */
export function yearScore(estimate: YearEstimate): number {
  return scoreOf(rate(estimate).relativeRisk);
}

/** The 80% intervals of the score, from the posterior of the year. Next year's assumes the same residents. */
export function intervalsOf({ place, state, steps, moves }: YearEstimate): SnapshotCity["intervals"] {
  const next = (group: OffenseGroup) => {
    const forecast = predict(steps[group].posterior, 1, moves[group], 1);
    return smoothedRateCumulants(forecast, place.residents);
  };
  const now = (group: OffenseGroup) => rateCumulants(steps[group].posterior);
  return {
    nextYear: scoreRange({ violent: next("violent"), property: next("property") }, state),
    thisYear: scoreRange({ violent: now("violent"), property: now("property") }, state),
  };
}

function rateGroup({ place, state, steps, movesUsed }: YearEstimate, group: OffenseGroup): GroupRating {
  const { last, prior, posterior } = steps[group];
  return {
    rate: rateOf(place[group], place.residents),
    last: last === null ? null : { ...last.rate, year: last.year },
    move: movesUsed[group],
    prior,
    weight: weightOf(prior, place.residents),
    smoothedRate: posterior.mean,
    ratio: posterior.mean / state[group],
  };
}
