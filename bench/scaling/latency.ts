/** Buckets of a twentieth of a decade, from 1 µs: a quantile is at most 12% too high. */
const PER_DECADE = 20;

/** Latencies of very many requests in little memory. */
export class LatencyTally {
  readonly #buckets = new Map<number, number>();
  #count = 0;
  #sumUs = 0;

  /** Adds `requests` that arrived evenly over time: the last waited `leastUs`, the first `mostUs`. */
  add(requests: number, leastUs: number, mostUs: number): void {
    const steps = Math.min(requests, 8);
    for (let step = 0; step < steps; step++) {
      const us = leastUs + ((mostUs - leastUs) * (step + 0.5)) / steps;
      const bucket = Math.ceil(Math.log10(Math.max(us, 1)) * PER_DECADE);
      this.#buckets.set(bucket, (this.#buckets.get(bucket) ?? 0) + requests / steps);
    }
    this.#count += requests;
    this.#sumUs += (requests * (leastUs + mostUs)) / 2;
  }

  get meanUs(): number {
    return this.#count === 0 ? 0 : this.#sumUs / this.#count;
  }

  quantileUs(quantile: number): number {
    let left = this.#count * quantile;
    for (const [bucket, count] of [...this.#buckets].sort(([a], [b]) => a - b)) {
      left -= count;
      if (left <= 0) return 10 ** (bucket / PER_DECADE);
    }
    return 0;
  }
}
