import { type LoadFiles, runLoad } from "./load.ts";
import { CONNECTIONS, type Measurement, warmUp } from "./measure.ts";
import { PausableServer } from "./pausable-server.ts";
import type { BenchServer, StepServer } from "./servers.ts";
import { measureAlone, type TurnTaker, type TurnTotals, takeTurns } from "./turns.ts";

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

const WARM_UP_SECONDS = 1;
/** Turns of each server in a round. */
const TURNS = 10;

/** Measurements of one step. */
export interface StepResult {
  readonly id: Step["id"];
  /** CPU time per request in each round, microseconds. */
  readonly roundsUs: readonly number[];
  /** Each of its processes afterward, under load for a second without turns. */
  readonly alone: readonly Measurement[];
}

export interface StepOptions {
  /** Starts a new server of a step, with a store of its own if it has one. */
  readonly start: (id: Step["id"]) => Promise<BenchServer>;
  readonly filesOf: (id: Step["id"]) => LoadFiles;
  /** Of each step: two processes of one program differ for as long as they run. */
  readonly processes: number;
  /** Rounds of each process. */
  readonly rounds: number;
}

interface StepProcess extends TurnTaker {
  readonly id: Step["id"];
}

/** The steps take turns in processes that are all warm. */
export async function measureSteps({ start, filesOf, processes, rounds }: StepOptions): Promise<readonly StepResult[]> {
  const sets: StepProcess[][] = [];
  try {
    for (let count = 0; count < processes; count++) {
      const set: StepProcess[] = [];
      sets.push(set);
      for (const { id } of STEPS) set.push({ id, server: new PausableServer(await start(id)), files: filesOf(id) });
    }
    for (const { server, files } of sets.flat()) {
      await server.during(async (process) => {
        await warmUp(process, files, WARM_UP_SECONDS);
        await runLoad({ url: process.url, files, connections: CONNECTIONS, seconds: WARM_UP_SECONDS, checked: false });
      });
    }
    const roundTotals: (readonly TurnTotals[])[] = [];
    for (let round = 0; round < rounds; round++) {
      for (const set of sets) roundTotals.push(await takeTurns(set, TURNS));
    }
    const alone: { readonly id: Step["id"]; readonly measurement: Measurement }[] = [];
    for (const step of sets.flat()) alone.push({ id: step.id, measurement: await measureAlone(step) });
    return STEPS.map(({ id }, index) => ({
      id,
      roundsUs: roundTotals.map((totals) => cpuUsPerRequest(totals[index])),
      alone: alone.filter((one) => one.id === id).map(({ measurement }) => measurement),
    }));
  } finally {
    for (const { server } of sets.flat()) await server.end();
  }
}

function cpuUsPerRequest({ cpuMs, requests }: Partial<TurnTotals> = {}): number {
  return ((cpuMs ?? Number.NaN) * 1_000) / (requests ?? Number.NaN);
}
