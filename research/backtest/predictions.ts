import { namesOf, recordFrom } from "../../src/base/named-table.ts";
import { countedIn, likeliestMove, MOVES } from "../../src/dataset/model/filter.ts";
import { logGamma, logPredictive, predict, startingPrior, update } from "../../src/dataset/model/gamma-poisson.ts";
import type { RateModel } from "../../src/dataset/model/rate-model.ts";
import { OFFENSE_GROUPS, type OffenseGroup } from "../../src/domain/offense.ts";
import type { GammaRate } from "../../src/domain/snapshot.ts";
import { mean, rounded, SIZE_CLASSES, sizeOf } from "./measure.ts";

/** Ways to predict the count of the next year as a negative binomial distribution. */
const PREDICTORS = ["method", "lastYear", "threeYears", "allCities"] as const;
type Predictor = (typeof PREDICTORS)[number];
type Rival = Exclude<Predictor, "method">;

/** A count of zero would make any later offense impossible, so half an offense is added. */
const ADDED = 0.5;

interface Case {
  readonly year: number;
  readonly size: string;
  readonly logScore: Readonly<Record<Predictor, number>>;
}

/**
 * Mean log score (higher is better) of the next year's counts, all predictors on the same city-years, by
 * size; null is all sizes. `gain` is how much better the method's log score is than the best rival's, with its standard error.
 * The rivals widen by a yearly move as the method does, fitted by size class on the earlier years.
 */
export function predictionTable(model: RateModel) {
  return OFFENSE_GROUPS.flatMap((group) => {
    const cases = casesOf(model, group);
    return [...SIZE_CLASSES.map(({ name }) => name), null].map((size) => {
      const members = cases.filter((row) => size === null || row.size === size);
      const logScore = recordFrom(
        PREDICTORS.map((name) => [name, rounded(mean(members.map((row) => row.logScore[name])), 3)] as const),
      );
      const rivals = PREDICTORS.filter((name) => name !== "method");
      const best = rivals.reduce((best, name) => (logScore[name] > logScore[best] ? name : best));
      const gains = members.map((row) => row.logScore.method - row.logScore[best]);
      const gain = mean(gains);
      const error = Math.sqrt(mean(gains.map((one) => (one - gain) ** 2)) / gains.length);
      return {
        group,
        size,
        cityYears: members.length,
        logScore,
        best,
        gain: rounded(gain, 3),
        error: rounded(error, 3),
      };
    });
  });
}

function casesOf({ panel, forecasts }: RateModel, group: OffenseGroup): readonly Case[] {
  const fits = new Map<string, number[]>();
  const yearOf = (year: number) => panel.find((candidate) => candidate.year === year);
  return panel.flatMap((now) => {
    const next = yearOf(now.year + 1);
    const three = [now.year, now.year - 1, now.year - 2].flatMap((year) => yearOf(year) ?? []);
    if (next === undefined || three.length < 3) return [];
    const start = startingPrior([...now.places.values()].map((place) => countedIn(place, group)));
    const growth = next.yardstick[group] / now.yardstick[group];
    const rows = [...now.places].flatMap(([key, place]) => {
      const after = next.places.get(key);
      const years = three.flatMap(({ places, yardstick }) => {
        const one = places.get(key);
        return one
          ? [{ n: one.residents / 1_000, count: one[group], scale: now.yardstick[group] / yardstick[group] }]
          : [];
      });
      const forecast = forecasts(next.year, key).find(({ from }) => from.violent.year === now.year)?.groups[group];
      if (after === undefined || forecast === undefined || years.length < 3) return [];
      const n = after.residents / 1_000;
      const rivals: Readonly<Record<Rival, GammaRate>> = {
        lastYear: fromCounts(years.slice(0, 1)),
        threeYears: fromCounts(years),
        allCities: update(start, countedIn(place, group)),
      };
      const method = { mean: forecast.expected / n, variance: forecast.variance / n ** 2 };
      return [{ size: sizeOf(place.residents), counted: countedIn(after, group), rivals, method }];
    });
    const best = (name: Rival, size: string) => likeliestMove(fits.get(`${name} ${size}`) ?? MOVES.map(() => 0));
    const cases = rows.map(({ size, counted, rivals, method }): Case => {
      const of = (name: Predictor) => (name === "method" ? method : predict(rivals[name], growth, best(name, size), 1));
      return {
        year: now.year,
        size,
        logScore: recordFrom(
          PREDICTORS.map((name) => {
            return [name, logPredictive(counted, of(name)) - logGamma(counted.count + 1)] as const;
          }),
        ),
      };
    });
    for (const { size, counted, rivals } of rows) {
      for (const name of namesOf(rivals)) {
        const sums = fits.get(`${name} ${size}`) ?? MOVES.map(() => 0);
        fits.set(`${name} ${size}`, sums);
        for (const [index, move] of MOVES.entries()) {
          sums[index] = (sums[index] ?? 0) + logPredictive(counted, predict(rivals[name], growth, move, 1));
        }
      }
    }
    return cases;
  });
}

/** The rate from the counts of some years alone, each moved to the newest year with the state. */
function fromCounts(
  years: readonly { readonly n: number; readonly count: number; readonly scale: number }[],
): GammaRate {
  const exposure = years.reduce((sum, { n, scale }) => sum + n / scale, 0);
  const count = years.reduce((sum, year) => sum + year.count, ADDED);
  return { mean: count / exposure, variance: count / exposure ** 2 };
}
