/** Rough widths of the page's typeface at 14 px, in pixels a character: safe upper bounds. */
const CHARACTER = { plain: 7.3, bold: 7.9, digits: 9.4 } as const;

export function textWidth(text: string, weight: keyof typeof CHARACTER = "plain"): number {
  return text.length * CHARACTER[weight];
}

interface Label {
  /** Where it should be, by its middle. */
  readonly at: number;
  readonly size: number;
}

/** Moves labels, given in the order of `at`, each as little as possible, until none overlaps or leaves the range. */
export function spread<L extends Label>(
  labels: readonly L[],
  [low, high]: readonly [number, number],
): readonly number[] {
  const starts = labels.map(({ at, size }) => at - size / 2);
  // Each label pushes the next one on, then the last ones push back into the range.
  for (const [index, { size }] of labels.entries()) {
    const before = labels[index - 1];
    const least = before ? (starts[index - 1] ?? low) + before.size : low;
    starts[index] = Math.max(starts[index] ?? low, least, low);
    starts[index] = Math.min(starts[index] ?? low, Math.max(least, high - size));
  }
  for (let index = labels.length - 1; index >= 0; index--) {
    const most = (index === labels.length - 1 ? high : (starts[index + 1] ?? high)) - (labels[index]?.size ?? 0);
    starts[index] = Math.min(starts[index] ?? low, most);
  }
  return labels.map(({ size }, index) => (starts[index] ?? low) + size / 2);
}

/** A name in lines of at most so many characters, broken at spaces and hyphens. */
export function linesOf(name: string, longest: number): readonly string[] {
  const lines: string[] = [];
  for (const word of name.split(/(?<=[ -])/)) {
    const last = lines.at(-1);
    if (last !== undefined && (last + word).trimEnd().length <= longest) lines[lines.length - 1] = last + word;
    else lines.push(word);
  }
  return lines.map((line) => line.trimEnd());
}
