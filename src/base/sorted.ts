/** The index of the first value of a sorted column that is not below one; `end` if there is none. */
export function firstFrom(sorted: ArrayLike<number>, value: number, first = 0, end = sorted.length): number {
  let [low, high] = [first, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of a value of a sorted column; undefined if it is not there. */
export function indexIn(sorted: ArrayLike<number>, value: number, first = 0, end = sorted.length): number | undefined {
  const at = firstFrom(sorted, value, first, end);
  return at < end && sorted[at] === value ? at : undefined;
}
