const grouped = new Intl.NumberFormat("en-US");

/** Small numbers as words. */
export const COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"] as const;

export function number(value: number): string {
  return grouped.format(value);
}

/** Of 0 to 1, in whole percent. */
export function percent(share: number): string {
  return `${Math.round(100 * share)}%`;
}

/** `1 request`, `2,000 requests`: the count with separators, the noun in singular or plural. */
export function counted(value: number, noun: string, plural = `${noun}s`): string {
  return `${number(value)} ${value === 1 ? noun : plural}`;
}

/** `+2` or `−2`, with a minus sign (U+2212). */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : String(points).replace("-", "−");
}
