export function countBy(keys: readonly string[], values: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(keys.map((key) => [key, values.filter((value) => value === key).length]));
}
