import type { RateModel } from "../../src/dataset/model/rate-model.ts";
import { intervalsOf, yearScore } from "../../src/dataset/model/rating.ts";
import { familyOf, GRADE_FAMILIES, type GradeFamily, gradeOf } from "../../src/domain/grade.ts";
import { rounded } from "./measure.ts";

/** Moves are fitted on at least two forecasts of each place. */
const FIRST_YEAR = 2012;

/** A place with a score in the next year as well. */
interface IntervalCase {
  readonly letter: GradeFamily;
  readonly residents: number;
  readonly nextYear: "inside" | "below" | "above";
  readonly isInThisYear: boolean;
}

/** Training years, of those with a following year. */
export function intervalPairs({ panel }: RateModel): readonly number[] {
  return panel
    .map(({ year }) => year)
    .filter((year) => year >= FIRST_YEAR && panel.some((next) => next.year === year + 1));
}

/** Next year's scores compared with the intervals of this year. */
export function intervalCases(model: RateModel): readonly IntervalCase[] {
  return intervalPairs(model).flatMap((year) => {
    const now = model.panel.find((candidate) => candidate.year === year);
    return [...(now?.places ?? [])].flatMap(([key, { residents }]): IntervalCase[] => {
      const [estimate, after] = [model.estimate(year, key), model.estimate(year + 1, key)];
      if (estimate === null || after === null) return [];
      const score = yearScore(after);
      const { nextYear, thisYear } = intervalsOf(estimate);
      return [
        {
          letter: familyOf(gradeOf(yearScore(estimate)).letter),
          residents,
          nextYear: score < nextYear.low ? "below" : score > nextYear.high ? "above" : "inside",
          isInThisYear: thisYear.low <= score && score <= thisYear.high,
        },
      ];
    });
  });
}

export function coverageTable(
  cases: readonly IntervalCase[],
  sizes: readonly { readonly name: string; readonly from: number }[],
) {
  const rows = sizes.map(({ name, from }, index) => {
    const to = sizes[index + 1]?.from ?? Number.POSITIVE_INFINITY;
    return coverageOf(
      name,
      cases.filter(({ residents }) => residents >= from && residents < to),
    );
  });
  return [...rows, coverageOf(null, cases)];
}

/** The same by the letter of the predicting year. */
export function coverageByLetter(cases: readonly IntervalCase[]) {
  return GRADE_FAMILIES.map((letter) =>
    coverageOf(
      letter,
      cases.filter((row) => row.letter === letter),
    ),
  );
}

/** Size null means all sizes. */
function coverageOf<Name extends string>(size: Name | null, cases: readonly IntervalCase[]) {
  return {
    size,
    placeYears: cases.length,
    nextYear: shareOf(cases, ({ nextYear }) => nextYear === "inside"),
    below: shareOf(cases, ({ nextYear }) => nextYear === "below"),
    above: shareOf(cases, ({ nextYear }) => nextYear === "above"),
    thisYear: shareOf(cases, ({ isInThisYear }) => isInThisYear),
  };
}

function shareOf(cases: readonly IntervalCase[], test: (row: IntervalCase) => boolean): number {
  return rounded(cases.filter(test).length / cases.length);
}
