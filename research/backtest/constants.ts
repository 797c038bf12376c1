import {
  countedYear,
  fitMoves,
  followYear,
  knownUpTo,
  moveOfSize,
  NO_PULL,
  PULLS,
  type Pull,
  sizeClassOf,
} from "../../src/dataset/model/filter.ts";
import { logPredictive } from "../../src/dataset/model/gamma-poisson.ts";
import type { RateModel } from "../../src/dataset/model/rate-model.ts";
import { CITY_BOUNDS } from "../../src/dataset/state/agency-models.ts";
import { OFFENSE_GROUPS, type OffenseGroup } from "../../src/domain/offense.ts";
import { LAST_FITTED } from "./falls.ts";
import { mean, rounded, SIZE_CLASSES } from "./measure.ts";

/** Candidates for each group, varied one at a time around the constants of the method. */
const VARIED = { longRun: [0, 0.05, 0.1, 0.15, 0.2], typical: [0, 0.01, 0.015, 0.02, 0.025, 0.03] } as const;

/**
 * How much each pull raises the log likelihood of the counts up to `LAST_FITTED` (the constants are those that raise it most) and the log
 * score by city-year of later counts, by size. A pull that lowers the latter in a size class is not used.
 */
export function pullTable(model: RateModel) {
  return OFFENSE_GROUPS.flatMap((group) => {
    const none = resultOf(model, group, NO_PULL);
    return candidatesOf(PULLS.place[group]).map((pull) => {
      const { scores, fitted } = resultOf(model, group, pull);
      const gains = scores.map((score, index) => ({
        ...score,
        gain: score.logScore - (none.scores[index]?.logScore ?? 0),
      }));
      const later = gains.filter(({ year }) => year > LAST_FITTED);
      const sizes = SIZE_CLASSES.map((_, size) => later.filter((row) => row.size === size));
      return {
        ...{ group, ...pull, isCurrent: same(pull, PULLS.place[group]) },
        fitted: rounded(fitted - none.fitted, 2),
        later: sizes.map((rows) => rounded(mean(rows.map(({ gain }) => gain)))),
      };
    });
  });
}

function candidatesOf(current: Pull): readonly Pull[] {
  const varied = [
    current,
    ...VARIED.longRun.map((longRun) => ({ ...current, longRun })),
    ...VARIED.typical.map((typical) => ({ ...current, typical })),
  ];
  return varied.filter((pull, index) => varied.findIndex((other) => same(pull, other)) === index);
}

function same(a: Pull, b: Pull): boolean {
  return a.longRun === b.longRun && a.typical === b.typical && a.level === b.level;
}

/**
 * The log score of each count that the filter forecasts, with the moves fitted on the years before, and the log likelihood of the
 * counts up to `LAST_FITTED`.
 */
function resultOf({ panel }: RateModel, group: OffenseGroup, pull: Pull) {
  let fit = fitMoves(CITY_BOUNDS, pull);
  let fitted = 0;
  const years = panel.map((year) => countedYear(year, group));
  const scores = years.flatMap((year) => {
    const dynamics = { moveOf: moveOfSize(CITY_BOUNDS, fit.moves()), pull };
    const [known] = knownUpTo(years, [year.year - 1], dynamics);
    const steps = followYear(new Map(known), year, dynamics);
    fit = fit.add(year);
    if (year.year <= LAST_FITTED) fitted = fit.logLikelihood();
    return steps.flatMap(({ last, counted, prior }) =>
      last === null
        ? []
        : [
            {
              year: year.year,
              size: sizeClassOf(CITY_BOUNDS, last.residents),
              logScore: logPredictive(counted, prior),
            },
          ],
    );
  });
  return { scores, fitted };
}
