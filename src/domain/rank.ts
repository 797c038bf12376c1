import { z } from "zod";
import { readonlyObject } from "./record.ts";

/** Places are compared with those of their size, by residents. A class ends before the next one begins. */
const CLASS_STARTS = [2_500, 10_000, 25_000, 50_000, 100_000, 250_000] as const;
/** Of smaller places, chance decides the order. */
const LEAST_RANKED = 10_000;

const count = z.int32().min(0);
const position = readonlyObject({
  rank: count.min(1).meta({ description: "1 is the highest score; places with the same score share a rank" }),
  of: count.min(1).meta({ description: "How many places are ranked" }),
});

/** A range of residents. */
export const sizeClass = readonlyObject({
  min: count,
  max: count.nullable().meta({ description: "null for the largest places" }),
});
export type SizeClass = z.infer<typeof sizeClass>;

/** Among the places with a record of about the same number of residents. */
export const rank = readonlyObject({
  residents: sizeClass.meta({ description: "The size of the places that are ranked with it" }),
  nation: position.meta({ description: "Among those of the United States" }),
  state: position.meta({ description: "Among those of its state" }),
});
export type Rank = z.infer<typeof rank>;

export const rankOrNone = rank.nullable().meta({
  description: "By score, among the places of about its size; null for fewer than 10,000 residents",
});

export const SIZE_CLASSES: readonly SizeClass[] = CLASS_STARTS.map((min, index) => {
  const next = CLASS_STARTS[index + 1];
  return { min, max: next === undefined ? null : next - 1 };
});

/** The class of a number of residents; undefined below the smallest. */
export function sizeClassOf(residents: number): SizeClass | undefined {
  return SIZE_CLASSES.findLast(({ min }) => min <= residents);
}

export function isRanked({ min }: SizeClass): boolean {
  return min >= LEAST_RANKED;
}
