/**
 * Safety score, 0 to 100, of a squared relative risk: 100 / (1 + RR²), before it is rounded to the published integer. 50 at
 * the state's average, 80 at half of it, 20 at twice (decisions 7). Addition and division alone, hence the same on every machine.
 */
export function exactScore(squaredRisk: number): number {
  return 100 / (1 + squaredRisk);
}
