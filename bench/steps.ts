import { type LoadFiles, runLoad } from "./load.ts";
import { CONNECTIONS, type Measurement, measure, warmUp } from "./measure.ts";
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

/** Two processes of one program differ for as long as they run, so each step has several. */
const PROCESSES = 2;
const TURN_SECONDS = 1;
/** Load without comparison of the answers, after the warm-up, until the runtime has compiled the code. */
const COMPILE_SECONDS = 2;

/** Measurements of one step, one per round. */
export interface StepResult {
  readonly id: Step["id"];
  readonly rounds: readonly Measurement[];
}

export interface StepOptions {
  /** Starts a new server of a step, with a store of its own if it has one. */
  readonly start: (id: Step["id"]) => Promise<BenchServer>;
  readonly filesOf: (id: Step["id"]) => LoadFiles;
  readonly rounds: number;
}

interface StepProcess {
  readonly id: Step["id"];
  readonly server: BenchServer;
  readonly files: LoadFiles;
}

/**
 * Short turns of all steps, alternating, over processes that are all running and warm. Neighboring steps are measured
 * one directly after the other, so that a slow moment of the machine affects both.
 */
export async function measureSteps({ start, filesOf, rounds }: StepOptions): Promise<readonly StepResult[]> {
  const running: StepProcess[] = [];
  try {
    for (let process = 0; process < PROCESSES; process++) {
      for (const { id } of STEPS) running.push({ id, server: await start(id), files: filesOf(id) });
    }
    for (const one of running) await prepare(one);
    return await measureTurns(running, rounds, ({ server, files }) =>
      measure({ server, files, seconds: TURN_SECONDS, isWarm: true }),
    );
  } finally {
    for (const { server } of running) await server.stop();
  }
}

async function prepare({ server, files }: StepProcess): Promise<void> {
  await warmUp(server, files, TURN_SECONDS);
  await runLoad({ url: server.url, files, connections: CONNECTIONS, seconds: COMPILE_SECONDS, checked: false });
}

/**
 * One measurement of each step per round. Odd rounds run in reverse order, and a pair of rounds uses the same process of
 * each step.
 */
export async function measureTurns<Server extends { readonly id: Step["id"] }>(
  running: readonly Server[],
  rounds: number,
  measureOne: (server: Server) => Promise<Measurement>,
): Promise<readonly StepResult[]> {
  const results = STEPS.map(({ id }) => ({
    id,
    servers: running.filter((server) => server.id === id),
    rounds: [] as Measurement[],
  }));
  for (let round = 0; round < rounds; round++) {
    for (const { servers, rounds: measured } of orderOf(results, round)) {
      const server = servers[Math.floor(round / 2) % servers.length];
      if (server !== undefined) measured.push(await measureOne(server));
    }
  }
  return results.map(({ id, rounds: measured }) => ({ id, rounds: measured }));
}
