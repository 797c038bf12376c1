import { SIZE_CLASSES } from "./size-class.ts";

export function sizeOf(residents: number): string {
  return (SIZE_CLASSES.findLast(({ from }) => residents >= from) ?? SIZE_CLASSES[0]).name;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Rounded for the record: the last digits of a logarithm differ between machines. */
export function rounded(value: number, digits = 4): number {
  return Number(value.toFixed(digits));
}
