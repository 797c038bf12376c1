import type { LoadFiles } from "./load.ts";
import { type Measurement, measure, measureFresh, warmUp } from "./measure.ts";
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

/** Turns of each point in a round of `measureInTurns`. */
const TURNS = 4;
const TURN_SECONDS = 1;
const WARM_UP_SECONDS = 2;

/**
 * Measures points whose servers share no store. Each round starts a server for every point, warms them up, and measures
 * them in short turns: the machine's speed changes from one second to the next, by more than the points differ, and a
 * ratio of neighboring turns does not show that.
 */
export async function measureInTurns(points: readonly GrowthPoint[], rounds: number): Promise<readonly GrowthResult[]> {
  const results = points.map(({ size }) => ({ size, rounds: [] as Measurement[] }));
  for (let round = 0; round < rounds; round++) {
    const running: (GrowthPoint & { readonly server: BenchServer })[] = [];
    try {
      for (const point of points) running.push({ ...point, server: await point.start() });
      for (const { server, files, connections } of running) await warmUp(server, files, WARM_UP_SECONDS, connections);
      for (let turn = 0; turn < TURNS; turn++) {
        for (const [index, point] of orderOf([...running.entries()], round + turn)) {
          results[index]?.rounds.push(await measure({ ...point, seconds: TURN_SECONDS, isWarm: true }));
        }
      }
    } finally {
      for (const { server } of running) await server.stop();
    }
  }
  return results;
}
