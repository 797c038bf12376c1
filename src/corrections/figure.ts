import { namesOf, recordFrom } from "../base/named-table.ts";
import { OFFENSE_CLASSES, OFFENSES, type Offense } from "../domain/offense.ts";
import type { PlaceTrend } from "../domain/snapshot.ts";
import { figuresOf } from "../domain/trend.ts";

/** The figures of a place and year that a report can be about, in words. */
export const FIGURES = {
  score: "Score and grade",
  violent: "Violent offenses, all",
  property: "Property offenses, all",
  ...recordFrom(OFFENSE_CLASSES.map((offense) => [offense, OFFENSES[offense].name] as const)),
  population: "Population",
  other: "Something else",
} as const;
export type Figure = Offense | "score" | "violent" | "property" | "population" | "other";
export const FIGURE_NAMES: readonly Figure[] = namesOf(FIGURES);

/** The figure of a year as published; null if there is none. */
export function publishedFigure(trend: PlaceTrend | null, year: number, figure: Figure): number | null {
  if (trend === null || figure === "other") return null;
  if (figure === "score") return trend.score[year - trend.from] ?? null;
  const { offenses, ...totals } = figuresOf(trend, year);
  if (figure === "violent" || figure === "property" || figure === "population") return totals[figure];
  return offenses?.[figure] ?? null;
}
