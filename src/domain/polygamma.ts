/** Bernoulli numbers B₂, B₄ … B₁₂ (DLMF 24.2). */
const BERNOULLI = [1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730] as const;
/** From here the asymptotic series below has at least ten correct digits. */
const LARGE = 12;

/**
 * ψ⁽ᵐ⁾(x), the m-th derivative of the digamma function, for m = 0 … 3 and x > 0: the recurrence up to a large argument
 * (DLMF 5.15.5), there the asymptotic series (DLMF 5.11.2 and 5.15.8).
 */
export function polygamma(order: 0 | 1 | 2 | 3, x: number): number {
  const sign = order % 2 === 0 ? -1 : 1;
  let below = 0;
  let large = x;
  for (; large < LARGE; large += 1) below += factorial(order) / large ** (order + 1);
  const series = BERNOULLI.reduce((sum, bernoulli, index) => {
    const even = 2 * (index + 1);
    return sum + (bernoulli * risingFactorial(even, order)) / (even * large ** (even + order));
  }, 0);
  const leading = order === 0 ? -Math.log(large) : factorial(order - 1) / large ** order;
  return sign * (leading + factorial(order) / (2 * large ** (order + 1)) + series + below);
}

/** ln Γ(x) for x > 0: the recurrence up to a large argument (DLMF 5.5.1), there the asymptotic series (DLMF 5.11.1). */
export function logGamma(x: number): number {
  let below = 1;
  let large = x;
  for (; large < LARGE; large += 1) below *= large;
  const series = BERNOULLI.reduce((sum, bernoulli, index) => {
    const even = 2 * (index + 1);
    return sum + bernoulli / (even * (even - 1) * large ** (even - 1));
  }, 0);
  return (large - 0.5) * Math.log(large) - large + Math.log(2 * Math.PI) / 2 + series - Math.log(below);
}

function factorial(n: number): number {
  return n < 2 ? 1 : n * factorial(n - 1);
}

/** (n + m − 1)! / (n − 1)! */
function risingFactorial(n: number, m: number): number {
  return m === 0 ? 1 : (n + m - 1) * risingFactorial(n, m - 1);
}
