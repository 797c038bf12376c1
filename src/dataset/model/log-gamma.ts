/** Coefficients B₂ₖ / (2k (2k − 1)) of Stirling's series, k = 1 … 6 (DLMF 5.11.1). */
const STIRLING = [1 / 12, -1 / 360, 1 / 1_260, -1 / 1_680, 1 / 1_188, -691 / 360_360] as const;
/** From here the series above has at least ten correct digits. */
const LARGE = 12;
const HALF_LOG_2_PI = Math.log(2 * Math.PI) / 2;

/** ln Γ(x) for x > 0: the recurrence up to a large argument (DLMF 5.5.1), there Stirling's series. */
export function logGamma(x: number): number {
  let below = 1;
  let large = x;
  for (; large < LARGE; large += 1) below *= large;
  const square = 1 / (large * large);
  let series = 0;
  for (let k = STIRLING.length - 1; k >= 0; k -= 1) series = series * square + (STIRLING[k] ?? 0);
  return (large - 0.5) * Math.log(large) - large + HALF_LOG_2_PI + series / large - Math.log(below);
}
