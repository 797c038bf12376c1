/** A range of residents; `max` is null for the largest places. */
export interface SizeClass {
  readonly min: number;
  readonly max: number | null;
}

/** Places are compared with those of their size, by residents. A class ends before the next one begins. */
const CLASS_STARTS = [2_500, 10_000, 25_000, 50_000, 100_000, 250_000] as const;
/** Of smaller places, chance decides the order. */
const LEAST_RANKED = 10_000;

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
