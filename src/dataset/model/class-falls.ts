import { OFFENSE_CLASSES, OFFENSES, type Offense } from "../../domain/offense.ts";
import { LOW_BOUND, RETURN, YEARS_BACK } from "./completeness.ts";
import { countedYear, type Dynamics, fitMoves, forecastOf, knownUpTo, moveOfSize, PULLS } from "./filter.ts";
import { tailsOf } from "./gamma-poisson.ts";
import type { RateModel } from "./rate-model.ts";

/** A lower tail of one class below this, `RETURN.fewestShort` offenses short or more, gives a caution only. */
const CLASS_BOUND = LOW_BOUND.either;
const NAMED = { fewestExpected: 10, belowShare: 1 / 3 } as const;

/** The count of one class in a complete year, far below a forecast from an earlier one. */
export interface ClassFall {
  readonly offense: Offense;
  readonly count: number;
  readonly expected: number;
  /** The year whose level the forecast continues. */
  readonly from: number;
  readonly lower: number;
}

/** For each class of a complete year the lowest tail, of the forecasts from one, two, and three years back. */
export type ClassFallsOf = (year: number, key: string) => readonly ClassFall[];

export function isBelowBound({ lower, expected, count }: ClassFall): boolean {
  return lower < CLASS_BOUND && expected - count >= RETURN.fewestShort;
}

/** Named beside the grade of its group: below the bound, or below a third where ten or more were expected. */
export function isNamed(fall: ClassFall): boolean {
  return isBelowBound(fall) || (fall.expected >= NAMED.fewestExpected && fall.count < NAMED.belowShare * fall.expected);
}

/** The filter over each of the seven classes, over the same complete years. */
export function openClassFalls({ panel, bounds, restarts }: RateModel): ClassFallsOf {
  const series = OFFENSE_CLASSES.map((offense) => {
    const pull = PULLS.place[OFFENSES[offense].group];
    let fit = fitMoves(bounds, pull);
    const dynamics = new Map<number, Dynamics>();
    const years = panel.map((year) => {
      const restarted = new Set(year.places.keys().filter((key) => restarts(key).includes(year.year)));
      const counted = countedYear(year, offense, restarted);
      dynamics.set(year.year, { moveOf: moveOfSize(bounds, fit.moves()), pull });
      fit = fit.add(counted);
      return counted;
    });
    return { offense, years, dynamics };
  });
  const found = new Map<number, ReadonlyMap<string, readonly ClassFall[]>>();

  function fallsOf(year: number): ReadonlyMap<string, readonly ClassFall[]> {
    const falls = new Map<string, ClassFall[]>();
    for (const { offense, years, dynamics } of series) {
      const judged = years.find((candidate) => candidate.year === year);
      const ofYear = dynamics.get(year);
      if (judged === undefined || ofYear === undefined) continue;
      const before = knownUpTo(
        years,
        YEARS_BACK.map((back) => year - back),
        ofYear,
      );
      for (const [key, counted] of judged.places) {
        const begun = restarts(key).findLast((restart) => restart < year) ?? 0;
        const lowest = before.reduce<ClassFall | null>((lowest, known) => {
          const from = known.get(key);
          if (from === undefined || from.year < begun) return lowest;
          const rate = forecastOf(from, year, judged.yardstickRate, ofYear);
          const { lower } = tailsOf(counted, rate);
          if (lowest !== null && lowest.lower <= lower) return lowest;
          return {
            offense,
            count: counted.count,
            expected: (rate.mean * counted.residents) / 1_000,
            from: from.year,
            lower,
          };
        }, null);
        if (lowest !== null) falls.set(key, [...(falls.get(key) ?? []), lowest]);
      }
    }
    return falls;
  }

  return (year, key) => {
    const falls = found.get(year) ?? fallsOf(year);
    found.set(year, falls);
    return falls.get(key) ?? [];
  };
}
