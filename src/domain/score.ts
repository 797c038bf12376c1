/**
 * Safety score, 0 to 100, of a relative risk: 100 / (1 + RR²), before it is rounded to the published integer. 50 at the state's
 * average, 80 at half of it, 20 at twice (decisions 7). Multiplication, addition, and division alone, hence the same on every machine.
 */
export function exactScore(relativeRisk: number): number {
  return 100 / (1 + relativeRisk * relativeRisk);
}
