/** Size classes of cities, by residents. */
export const SIZE_CLASSES = [
  { name: "1,000 to 4,999", from: 1_000 },
  { name: "5,000 to 9,999", from: 5_000 },
  { name: "10,000 to 49,999", from: 10_000 },
  { name: "50,000 to 199,999", from: 50_000 },
  { name: "200,000 and more", from: 200_000 },
] as const;

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
