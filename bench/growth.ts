import type { LoadFiles } from "./load.ts";
import { type Measurement, measureFresh } from "./measure.ts";
import type { BenchServer } from "./servers.ts";
import { orderOf } from "./statistics.ts";

/** One point of a series: the same load at a different size. */
export interface GrowthPoint {
  /** For example 1,000,000 keys. */
  readonly size: number;
  /** Starts a server for one measurement. */
  readonly start: () => Promise<BenchServer>;
  readonly files: LoadFiles;
  readonly connections?: number;
}

export interface GrowthResult {
  readonly size: number;
  readonly rounds: readonly Measurement[];
}

/** Measures all points once per round, interleaved like the cases of the comparison. */
export async function measureGrowth(
  points: readonly GrowthPoint[],
  rounds: number,
  seconds: number,
): Promise<readonly GrowthResult[]> {
  const results = points.map(({ size }) => ({ size, rounds: [] as Measurement[] }));
  for (let round = 0; round < rounds; round++) {
    for (const [index, point] of orderOf([...points.entries()], round)) {
      results[index]?.rounds.push(await measureFresh({ ...point, seconds }));
    }
  }
  return results;
}
