/** A median with the middle half of the values: a quarter is below `from`, a quarter above `to`. */
export interface Spread {
  readonly median: number;
  readonly from: number;
  readonly to: number;
}

/** @throws RangeError if there are no values */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: quantile(sorted, 0.5), from: quantile(sorted, 0.25), to: quantile(sorted, 0.75) };
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The spread of the ratios of neighbors, so that a slow second of the machine affects both alike. */
export function ratioOf(values: readonly number[], references: readonly number[]): Spread {
  return spreadOf(values.map((value, index) => value / (references[index] ?? Number.NaN)));
}

/** Linear between the two nearest values. */
function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const [lower, upper] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  if (lower === undefined || upper === undefined) throw new RangeError("a quantile needs a value");
  return lower + (upper - lower) * (at - Math.floor(at));
}
