import { namesOf, recordFrom } from "../../src/base/named-table.ts";
import { rateOf } from "../../src/dataset/model/gamma-poisson.ts";
import type { RateModel, YearEstimate } from "../../src/dataset/model/rate-model.ts";
import { placeRating } from "../../src/dataset/model/rating.ts";
import { familyOf, gradeOf, relativeRiskOf, scoreOf } from "../../src/domain/grade.ts";
import { rounded, SIZE_CLASSES, sizeOf } from "./measure.ts";

/** Ratios of a year to the state: violent, property. */
const RATIOS = {
  /** The method. */
  method: (estimate: YearEstimate) => {
    const { violent, property } = placeRating(estimate);
    return [violent.ratio, property.ratio] as const;
  },
  /** Without smoothing. */
  raw: ({ place, yardstick }: YearEstimate) =>
    [
      rateOf(place.violent, place.residents) / yardstick.violent,
      rateOf(place.property, place.residents) / yardstick.property,
    ] as const,
};
const VIOLENT_WEIGHTS = [0.3, 0.4, 0.5, 0.6, 0.7] as const;

/**
 * How often a letter changes from one year to the next, without and with its + or −, by size; null is all sizes.
 * Neighboring years only.
 */
export function letterTable(model: RateModel) {
  const cases = model.panel.flatMap(({ year, places }) =>
    [...places].flatMap(([key, { residents }]) => {
      const [now, next] = [model.estimate(year, key), model.estimate(year + 1, key)];
      return now && next ? [{ size: sizeOf(residents), now, next }] : [];
    }),
  );
  return [...SIZE_CLASSES.map(({ name }) => name), null].map((size) => {
    const members = cases.filter((row) => size === null || row.size === size);
    const shareOf = (gradeFrom: (score: number) => string) =>
      recordFrom(
        namesOf(RATIOS).map((name) => {
          const grade = (estimate: YearEstimate) => gradeFrom(scoreOf(relativeRiskOf(...RATIOS[name](estimate))));
          const moved = members.filter(({ now, next }) => grade(now) !== grade(next));
          return [name, rounded(moved.length / members.length)] as const;
        }),
      );
    const [changed, changedWithSign] = [shareOf(letterOf), shareOf((score) => gradeOf(score).letter)];
    return { size, cityYears: members.length, changed, changedWithSign };
  });
}

/** How the grades of the newest year would differ with another mean of the two ratios: the share of letters. */
export function sensitivityOf(model: RateModel) {
  const newest = model.panel.at(-1);
  const ratios = [...(newest?.places.keys() ?? [])].flatMap((key) => {
    const estimate = model.estimate(newest?.year ?? 0, key);
    return estimate === null ? [] : [RATIOS.method(estimate)];
  });
  const differenceOf = (riskOf: typeof relativeRiskOf) => {
    const scores = ratios.map((pair) => [scoreOf(relativeRiskOf(...pair)), scoreOf(riskOf(...pair))] as const);
    const moved = scores.filter(([base, other]) => letterOf(base) !== letterOf(other));
    return { moved: rounded(moved.length / scores.length) };
  };
  return {
    year: newest?.year,
    cities: ratios.length,
    geometric: differenceOf((violent, property) => Math.sqrt(violent * property)),
    violentWeight: VIOLENT_WEIGHTS.map((value) => ({
      value,
      ...differenceOf((violent, property) => value * violent + (1 - value) * property),
    })),
  };
}

/** Without + or -. */
function letterOf(score: number) {
  return familyOf(gradeOf(score).letter);
}
