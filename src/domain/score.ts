/**
 * 100 / (1 + RR²) before rounding, 0 to 100: 50 at the state's average, 80 at half of it, 20 at twice (decisions 7).
 * Only multiplication, addition, and division, so it is the same on every machine.
 */
export function exactScore(relativeRisk: number): number {
  return 100 / (1 + relativeRisk * relativeRisk);
}

/** The published score of a relative risk, or of the ratio of one group: an integer, half rounded up. */
export function scoreOf(ratio: number): number {
  return Math.round(exactScore(ratio));
}
