import { type Measurement, measureFresh } from "./measure.ts";
import { orderOf } from "./statistics.ts";
import { measureInTurns, type TurnCase } from "./turns.ts";

/** One point of a series: the same load at a different size. */
export interface GrowthPoint extends TurnCase {
  /** For example 1,000,000 keys. */
  readonly size: number;
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

/** Measures all points in alternating turns, with new processes each round. Their servers share no SQLite store. */
export async function measureGrowthInTurns(
  points: readonly GrowthPoint[],
  rounds: number,
): Promise<readonly GrowthResult[]> {
  const measured: (readonly Measurement[])[] = [];
  while (measured.length < rounds) measured.push(await measureInTurns(points));
  return points.map(({ size }, index) => ({
    size,
    rounds: measured.flatMap((round) => round[index] ?? []),
  }));
}
