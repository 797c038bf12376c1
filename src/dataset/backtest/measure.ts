import { SIZE_CLASSES, type SizeClass } from "../../domain/size-class.ts";

export function sizeOf(residents: number): SizeClass {
  return (SIZE_CLASSES.findLast(({ from }) => residents >= from) ?? SIZE_CLASSES[0]).name;
}

/** Poisson deviance of one count y against its prediction μ > 0: 2 (y ln(y/μ) − y + μ). */
export function poissonDeviance(observed: number, predicted: number): number {
  const logarithm = observed === 0 ? 0 : observed * Math.log(observed / predicted);
  return 2 * (logarithm - observed + predicted);
}

/** Rank of each value, 1 for the smallest; equal values share their mean rank. */
export function ranks(values: readonly number[]): readonly number[] {
  const order = values.map((value, index) => ({ value, index })).toSorted((x, y) => x.value - y.value);
  const result = new Array<number>(values.length).fill(0);
  for (let start = 0; start < order.length; ) {
    let end = start;
    while (order[end + 1]?.value === order[start]?.value && end + 1 < order.length) end += 1;
    for (const { index } of order.slice(start, end + 1)) result[index] = (start + end) / 2 + 1;
    start = end + 1;
  }
  return result;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Rounded for the record: the last digits of a logarithm differ between machines. */
export function rounded(value: number, digits = 4): number {
  return Number(value.toFixed(digits));
}
