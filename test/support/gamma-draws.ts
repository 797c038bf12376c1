/** Draws of a gamma variable with this mean and an integer shape, as sums of exponential draws. */
export function gammaDraws(mean: number, shape: number, seed: number, draws = 40_000): readonly number[] {
  let state = seed;
  const uniform = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const draw = () => Array.from({ length: shape }, () => -Math.log(uniform())).reduce((sum, one) => sum + one, 0);
  return Array.from({ length: draws }, () => (draw() * mean) / shape);
}
