const grouped = new Intl.NumberFormat("en-US");

/** A count with thousands separators. */
export function number(value: number): string {
  return grouped.format(value);
}

/** `1 request`, `2,000 requests`: the count with separators, the noun in singular or plural. */
export function counted(value: number, noun: string, plural = `${noun}s`): string {
  return `${number(value)} ${value === 1 ? noun : plural}`;
}
