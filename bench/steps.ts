import type { LoadFiles } from "./load.ts";
import { type Measurement, measureFresh } from "./measure.ts";
import type { BenchServer, StepServer } from "./servers.ts";
import { orderOf } from "./statistics.ts";

export interface Step {
  readonly id: "bun" | "floor" | StepServer | "service";
  /** What its server adds to that of the previous step. */
  readonly adds: string;
  readonly group: "runtime" | "service" | "store";
}

/** The servers from a constant answer to the whole service. Each does all that the previous one does, and one thing more. */
export const STEPS: readonly Step[] = [
  { id: "bun", adds: "Bun.serve: a constant answer", group: "runtime" },
  { id: "floor", adds: "twelve headers, an id, a turn of the loop", group: "runtime" },
  { id: "target", adds: "the city by the path", group: "service" },
  { id: "key", adds: "the key: header, checksum, digest", group: "service" },
  { id: "handler", adds: "the handler: limits, entity tag, conditions", group: "service" },
  { id: "batch", adds: "batches, burst limit", group: "service" },
  { id: "sqlite", adds: "SQLite: check, count, commit", group: "store" },
  { id: "thread", adds: "checkpoints in their own thread", group: "store" },
  { id: "service", adds: "the whole service", group: "service" },
];

/** Measurements of one step, one per round. */
export interface StepResult {
  readonly id: Step["id"];
  readonly rounds: readonly Measurement[];
}

export interface StepOptions {
  /** Starts the server of a step for one measurement. */
  readonly start: (id: Step["id"]) => Promise<BenchServer>;
  readonly filesOf: (id: Step["id"]) => LoadFiles;
  readonly rounds: number;
  readonly seconds: number;
}

/** All steps once per round, interleaved, so that a slow round of the machine affects them all. */
export async function measureSteps(options: StepOptions): Promise<readonly StepResult[]> {
  const { start, filesOf, rounds, ...times } = options;
  const results = STEPS.map(({ id }) => ({ id, rounds: [] as Measurement[] }));
  for (let round = 0; round < rounds; round++) {
    for (const { id, rounds: measured } of orderOf(results, round)) {
      measured.push(await measureFresh({ start: () => start(id), files: filesOf(id), ...times }));
    }
  }
  return results;
}
