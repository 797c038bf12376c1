import { relativeRiskOf, scoreOf } from "../../domain/grade.ts";
import { byGroup, countOf, mapOffenses, type OffenseCounts, type OffenseGroup } from "../../domain/offense.ts";
import type {
  GammaRate,
  GroupRating,
  PlaceTrend,
  Rating,
  ScoreRange,
  SnapshotCity,
  Trend,
} from "../../domain/snapshot.ts";
import { anchorOf, forecastOf, keptShare } from "./filter.ts";
import { rateCumulants, rateOf, smoothedRateCumulants, weightOf } from "./gamma-poisson.ts";
import type { RateModel, YearEstimate } from "./rate-model.ts";
import { scoreRange } from "./score-interval.ts";

/** A place's rating in one of its complete years. Full precision; `roundRating` rounds it for storage. */
export function placeRating(estimate: YearEstimate): Rating {
  const violent = rateGroup(estimate, "violent");
  const property = rateGroup(estimate, "property");
  return { violent, property, relativeRisk: relativeRiskOf(violent.ratio, property.ratio) };
}

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
  const { place, yardstick, correlation } = estimate;
  const later = (group: OffenseGroup) => smoothedRateCumulants(laterRate(estimate, years, group), place.residents);
  return scoreRange(byGroup(later), yardstick, correlation, placeRating(estimate).relativeRisk);
}

/** A group's rate some years later, for the same residents and yardstick. */
export function laterRate(estimate: YearEstimate, years: number, group: OffenseGroup): GammaRate {
  const { place, year, yardstick, steps, moves, pulls } = estimate;
  const { posterior, longRun } = steps[group];
  const known = { year, residents: place.residents, rate: posterior, yardstickRate: yardstick[group], longRun };
  const dynamics = { moveOf: () => moves[group], pull: pulls[group] };
  return forecastOf(known, year + years, yardstick[group], dynamics);
}

function rateGroup(estimate: YearEstimate, group: OffenseGroup): GroupRating {
  const { place, year, yardstick, steps, movesUsed, pulls } = estimate;
  const { counted, last, prior, posterior } = steps[group];
  const pull = pulls[group];
  return {
    // As reported: the group's own count also has what was filled in.
    rate: rateOf(countOf(group, place.offenses), place.residents),
    last: last && {
      ...last.rate,
      year: last.year,
      anchor: anchorOf(last.longRun, pull),
      kept: keptShare(pull, year - last.year),
    },
    move: movesUsed[group],
    prior,
    weight: weightOf(prior, (counted.trust ?? 1) * place.residents),
    smoothedRate: posterior.mean,
    ratio: posterior.mean / yardstick[group],
    ...(counted.trust === undefined ? {} : { filled: { count: place[group], trust: counted.trust } }),
  };
}

/** null is a gap in the sources. */
export interface ReportedYear {
  readonly residents: number | null;
  readonly offenses: OffenseCounts | null;
}

/** Figures by year → columns, gaps kept. */
export function trendOf(years: readonly number[], reported: (year: number) => ReportedYear): Trend {
  const rows = years.map(reported);
  return {
    from: years[0] ?? 0,
    population: rows.map(({ residents }) => residents),
    offenses: mapOffenses((offense) => rows.map(({ offenses }) => offenses?.[offense] ?? null)),
    partialYears: [],
  };
}

/** A place's years, each scored only from data up to that year. @param years every year from the first to the data year */
export function placeTrendOf(
  years: readonly number[],
  reported: (year: number) => ReportedYear,
  model: RateModel,
  key: string,
): PlaceTrend {
  return {
    ...trendOf(years, reported),
    partialYears: years.filter((year) => model.verdict(year, key)?.isComplete === false),
    score: years.map((year) => {
      const estimate = model.estimate(year, key);
      return estimate === null ? null : yearScore(estimate);
    }),
    begins: model.restarts(key).filter((year) => years.includes(year)),
  };
}

/** How many years a record can go back: a county is the fallback for places without a record (decisions 7). */
const RECORD_YEARS_BACK = { city: 2, county: 5 } as const;

/** The years that a record can be for, oldest first. */
export function yearsOfARecord(dataYear: number, kind: keyof typeof RECORD_YEARS_BACK): readonly number[] {
  return Array.from({ length: RECORD_YEARS_BACK[kind] + 1 }, (_, index) => dataYear - RECORD_YEARS_BACK[kind] + index);
}

/** Of the newest complete year among these; null if there is none. */
export function newestEstimate(model: RateModel, key: string, years: readonly number[]): YearEstimate | null {
  return years.map((year) => model.estimate(year, key)).findLast((estimate) => estimate !== null) ?? null;
}
