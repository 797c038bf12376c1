import { scoreOf } from "../../domain/grade.ts";
import { byGroup, type OffenseGroup } from "../../domain/offense.ts";
import type { GroupRating, Rating, ScoreRange, SnapshotCity } from "../../domain/snapshot.ts";
import { anchorOf, forecastOf, keptShare } from "./filter.ts";
import { rateCumulants, rateOf, smoothedRateCumulants, weightOf } from "./gamma-poisson.ts";
import type { YearEstimate } from "./rate-model.ts";
import { relativeRiskOf } from "./risk.ts";
import { scoreRange } from "./score-interval.ts";

/** A place's rating in one of its complete years. Full precision; `roundRating` rounds it for storage. */
export function placeRating(estimate: YearEstimate): Rating {
  const violent = rateGroup(estimate, "violent");
  const property = rateGroup(estimate, "property");
  return { violent, property, relativeRisk: relativeRiskOf(violent.ratio, property.ratio) };
}

/** The published score of a year. */
export function yearScore(estimate: YearEstimate): number {
  return scoreOf(placeRating(estimate).relativeRisk);
}

/** The 80% intervals of the score, from the posterior of the year. Later years' assume the same residents. */
export function intervalsOf(estimate: YearEstimate): SnapshotCity["intervals"] {
  const now = (group: OffenseGroup) => rateCumulants(estimate.steps[group].posterior);
  return { nextYear: laterInterval(estimate, 1), thisYear: scoreRange(byGroup(now), estimate.yardstick) };
}

/** The 80% interval of the score some years later. */
export function laterInterval(estimate: YearEstimate, years: number): ScoreRange {
  const { place, year, yardstick, steps, moves, correlation, pulls } = estimate;
  const later = (group: OffenseGroup) => {
    const { posterior, longRun } = steps[group];
    const known = { year, residents: place.residents, rate: posterior, yardstickRate: yardstick[group], longRun };
    const dynamics = { moveOf: () => moves[group], pull: pulls[group] };
    return smoothedRateCumulants(forecastOf(known, year + years, yardstick[group], dynamics), place.residents);
  };
  return scoreRange(byGroup(later), yardstick, correlation, placeRating(estimate).relativeRisk);
}

function rateGroup(estimate: YearEstimate, group: OffenseGroup): GroupRating {
  const { place, year, yardstick, steps, movesUsed, pulls } = estimate;
  const { last, prior, posterior } = steps[group];
  const pull = pulls[group];
  return {
    rate: rateOf(place[group], place.residents),
    last: last && {
      ...last.rate,
      year: last.year,
      anchor: anchorOf(last.longRun, pull),
      kept: keptShare(pull, year - last.year),
    },
    move: movesUsed[group],
    prior,
    weight: weightOf(prior, place.residents),
    smoothedRate: posterior.mean,
    ratio: posterior.mean / yardstick[group],
  };
}
