import type { Edition } from "../editions/edition.ts";
import { gradeOf } from "./grade.ts";
import { type OffenseCounts, totalOf } from "./offense.ts";
import type { Rating } from "./snapshot.ts";

/** Offenses per 1,000 residents (1 or more), one decimal, half up; in integers, so the same on every machine. */
export function publishedRate(count: number, residents: number): number {
  return roundedQuotient(count * 10_000, residents) / 10;
}

/** `<n>% below CA average`, n of the two published rates, so that a reader can recompute it (decisions 1). */
export function comparison(rate: number, averageRate: number, { abbreviation }: Edition): string {
  const tenths = Math.round(rate * 10);
  const averageTenths = Math.round(averageRate * 10);
  const percent = roundedQuotient(100 * Math.abs(averageTenths - tenths), averageTenths);
  return `${percent}% ${tenths > averageTenths ? "above" : "below"} ${abbreviation} average`;
}

/** The members of every record, in their order, from its score, its residents, and their offenses. */
export function recordFigures(score: number, population: number, offenses: OffenseCounts, data_year: number) {
  const { letter, label, stars, color } = gradeOf(score);
  return {
    population,
    crime_rate_per_1k: publishedRate(totalOf(offenses), population),
    safety_score: score,
    grade: letter,
    grade_label: label,
    stars,
    grade_color: color,
    data_year,
  };
}

/** Rounds to six decimals: the precision of every stored rate, weight, ratio, mean, and variance. */
export function sixDecimals(value: number): number {
  return Number(value.toFixed(6));
}

/** Rounds to four decimals of a degree: about 11 meters. */
export function fourDecimals(value: number): number {
  return Number(value.toFixed(4));
}

/** A count in a sentence: without decimals, with separators. */
export function whole(count: number): string {
  return Math.round(count).toLocaleString("en-US");
}

/** Every figure with six decimals. */
export function roundRating(rating: Rating): Rating {
  return JSON.parse(JSON.stringify(rating), (_, value) => (typeof value === "number" ? sixDecimals(value) : value));
}

/** a / b to the nearest integer, half up. The remainder of safe integers is exact even if their quotient is not. */
function roundedQuotient(a: number, b: number): number {
  const doubled = 2 * a + b;
  return (doubled - (doubled % (2 * b))) / (2 * b);
}
