/** The middle value, or the mean of the two in the middle. @throws RangeError if there are none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new RangeError("a median needs a value");
  return (lower + upper) / 2;
}

/** The sorted values without the lowest and the highest quarter. */
export function middleHalf(values: readonly number[]): readonly number[] {
  const left = Math.floor(values.length / 4);
  return values.toSorted((a, b) => a - b).slice(left, values.length - left);
}

/** Median of the ratios of two series, round by round, so that a slow round of the machine affects both equally. */
export function medianRatio(values: readonly number[], references: readonly number[]): number {
  return median(values.map((value, round) => value / (references[round] ?? Number.NaN)));
}

/** Order of the cases in a round: reversed in odd rounds, so that no case always follows the same one. */
export function orderOf<Case>(cases: readonly Case[], round: number): readonly Case[] {
  return round % 2 === 0 ? cases : cases.toReversed();
}

/** Numbers in [0, 1) that are the same in every run (mulberry32): the load is shuffled but repeatable. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A shuffled copy. */
export function shuffled<Value>(values: readonly Value[], random: () => number): readonly Value[] {
  return values
    .map((value) => ({ value, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value);
}
