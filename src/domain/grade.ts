import type { z } from "zod";
import { recordFrom } from "../base/named-table.ts";
import type { gradeLabel, gradeLetter } from "./record.ts";

type Letter = z.infer<typeof gradeLetter>;
type Label = z.infer<typeof gradeLabel>;

export interface Grade {
  /** The lowest score, 0 to 100, with this grade. */
  readonly from: number;
  readonly letter: Letter;
  readonly label: Label;
  /** 1 to 5. */
  readonly stars: number;
  /** `#rrggbb`; white text on it passes WCAG 2.2 AA. */
  readonly color: string;
}

/**
 * The color of each letter, `#rrggbb`: on light backgrounds, with white letters on it, and on dark ones, with dark
 * letters. Blue is better than the state, gray is about the same, orange and wine are worse. All letters differ in
 * every kind of color vision (test/domain/grade-colors.test.ts).
 */
export const GRADE_COLORS = {
  A: { light: "#143d78", dark: "#b4dafa" },
  B: { light: "#3576b0", dark: "#5a91de" },
  C: { light: "#76756f", dark: "#9d998f" },
  D: { light: "#b25a10", dark: "#f4c37c" },
  F: { light: "#7c1128", dark: "#f2574a" },
} as const;

/** Highest first. The bands are adjacent, so a score's grade is the first row whose `from` it reaches. */
export const GRADES = [
  { from: 95, letter: "A+", label: "Very Safe", stars: 5, color: GRADE_COLORS.A.light },
  { from: 83, letter: "A", label: "Very Safe", stars: 5, color: GRADE_COLORS.A.light },
  { from: 80, letter: "A-", label: "Very Safe", stars: 5, color: GRADE_COLORS.A.light },
  { from: 77, letter: "B+", label: "Safe", stars: 4, color: GRADE_COLORS.B.light },
  { from: 63, letter: "B", label: "Safe", stars: 4, color: GRADE_COLORS.B.light },
  { from: 60, letter: "B-", label: "Safe", stars: 4, color: GRADE_COLORS.B.light },
  { from: 57, letter: "C+", label: "Average", stars: 3, color: GRADE_COLORS.C.light },
  { from: 43, letter: "C", label: "Average", stars: 3, color: GRADE_COLORS.C.light },
  { from: 40, letter: "C-", label: "Below Average", stars: 3, color: GRADE_COLORS.C.light },
  { from: 37, letter: "D+", label: "Below Average", stars: 2, color: GRADE_COLORS.D.light },
  { from: 23, letter: "D", label: "Below Average", stars: 2, color: GRADE_COLORS.D.light },
  { from: 20, letter: "D-", label: "Below Average", stars: 2, color: GRADE_COLORS.D.light },
  { from: 0, letter: "F", label: "High Crime", stars: 1, color: GRADE_COLORS.F.light },
] as const satisfies readonly Grade[];

export const GRADE_FAMILIES = ["A", "B", "C", "D", "F"] as const;
export type GradeFamily = (typeof GRADE_FAMILIES)[number];

/** The grade of an integer score from 0 to 100. @throws RangeError outside that range. */
export function gradeOf(score: number): Grade {
  const grade = GRADES.find((row) => score >= row.from);
  if (!grade || !Number.isInteger(score) || score > 100) {
    throw new RangeError(`a safety score is an integer from 0 to 100, not ${score}`);
  }
  return grade;
}

const FAMILIES: ReadonlyMap<Letter, GradeFamily> = new Map(
  GRADES.flatMap(({ letter }) =>
    GRADE_FAMILIES.filter((family) => letter.startsWith(family)).map((family) => [letter, family] as const),
  ),
);

/** The letter without + or -, as `grade_distribution` counts it. */
export function familyOf(letter: Letter): GradeFamily {
  const family = FAMILIES.get(letter);
  if (!family) throw new RangeError(`no grade family for ${letter}`);
  return family;
}

/** How many records have each letter, without + and -. */
export function gradeDistribution(places: readonly { readonly record: { readonly grade: Letter } }[]) {
  const families = places.map(({ record }) => familyOf(record.grade));
  return recordFrom(GRADE_FAMILIES.map((family) => [family, families.filter((one) => one === family).length] as const));
}

/** The letters of the scores from `high` down to `low`, best first. */
export function gradesBetween(low: number, high: number): readonly Letter[] {
  return GRADES.filter(({ from }, index) => {
    const next = GRADES[index - 1]?.from ?? Number.POSITIVE_INFINITY;
    return from <= high && low < next;
  }).map(({ letter }) => letter);
}

/**
 * 100 / (1 + RR²) before rounding, 0 to 100: 50 at the state's average, 80 at half of it, 20 at twice (decisions 7).
 * Only multiplication, addition, and division, so it is the same on every machine.
 */
export function exactScore(relativeRisk: number): number {
  return 100 / (1 + relativeRisk * relativeRisk);
}

/** The mean of the two ratios: violence and theft have equal weight. */
export function relativeRiskOf(violentRatio: number, propertyRatio: number): number {
  return (violentRatio + propertyRatio) / 2;
}

/** The published score of a relative risk, or of the ratio of one group: an integer, half rounded up. */
export function scoreOf(ratio: number): number {
  return Math.round(exactScore(ratio));
}
