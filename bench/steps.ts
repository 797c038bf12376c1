import { type LoadFiles, runLoad, startPausingLoad } from "./load.ts";
import { CONNECTIONS, type Measurement, measure, warmUp } from "./measure.ts";
import { threadTimes, treePids, usedNs } from "./procfs.ts";
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

const WARM_UP_SECONDS = 1;
const ALONE_SECONDS = 1;
const TURN_MS = 100;
/** The first turn of a round, in which the load generator reads its requests too. */
const FIRST_TURN_MS = 300;
/** After a turn, its last requests are still answered. */
const LAST_ANSWERS_MS = 5;
const TURNS_PER_ROUND = 8;

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

interface StepProcess {
  readonly id: Step["id"];
  readonly server: BenchServer;
  readonly files: LoadFiles;
}

/**
 * The steps take turns of a fraction of a second, in processes that are all running and warm. The speed of the machine
 * changes from second to second, by more than a step costs, so that it must affect all steps alike.
 */
export async function measureSteps({ start, filesOf, processes, rounds }: StepOptions): Promise<readonly StepResult[]> {
  const sets: StepProcess[][] = [];
  try {
    for (let count = 0; count < processes; count++) {
      const set: StepProcess[] = [];
      sets.push(set);
      for (const { id } of STEPS) set.push({ id, server: await start(id), files: filesOf(id) });
    }
    for (const { server, files } of sets.flat()) {
      await warmUp(server, files, WARM_UP_SECONDS);
      await runLoad({ url: server.url, files, connections: CONNECTIONS, seconds: WARM_UP_SECONDS, checked: false });
    }
    const roundsUs: ReadonlyMap<Step["id"], number>[] = [];
    for (let round = 0; round < rounds; round++) {
      for (const set of sets) roundsUs.push(await measureRound(orderOf(set, round)));
    }
    const alone: { readonly id: Step["id"]; readonly measurement: Measurement }[] = [];
    for (const { id, server, files } of sets.flat()) {
      alone.push({ id, measurement: await measure({ server, files, seconds: ALONE_SECONDS, isWarm: true }) });
    }
    return STEPS.map(({ id }) => ({
      id,
      roundsUs: roundsUs.map((round) => round.get(id) ?? Number.NaN),
      alone: alone.filter((one) => one.id === id).map(({ measurement }) => measurement),
    }));
  } finally {
    for (const { server } of sets.flat()) await server.stop();
  }
}

/**
 * One round of turns: the CPU time per request of each server, in microseconds. Between its turns, the main thread of a
 * server is idle. Its other threads finish their work there, so their time counts for the whole round.
 */
async function measureRound(set: readonly StepProcess[]): Promise<ReadonlyMap<Step["id"], number>> {
  const running = set.map(({ id, server: { url, pid }, files }) => {
    const pids = treePids(pid);
    const load = startPausingLoad({ url, files, connections: CONNECTIONS });
    return { id, load, pids, othersBefore: threadTimes(pids).others, mainNs: 0 };
  });
  const inTurn = async <Result>(one: (typeof running)[number], turn: () => Promise<Result>) => {
    const before = threadTimes(one.pids);
    const result = await turn();
    one.mainNs += usedNs(before.main, threadTimes(one.pids).main);
    return result;
  };
  try {
    for (let turn = 0; turn < TURNS_PER_ROUND; turn++) {
      for (const one of running) {
        await inTurn(one, async () => {
          await one.load.turn(turn === 0 ? FIRST_TURN_MS : TURN_MS);
          await Bun.sleep(LAST_ANSWERS_MS);
        });
      }
    }
    const us = new Map<Step["id"], number>();
    for (const one of running) {
      const { requests } = await inTurn(one, () => one.load.finish());
      if (requests === 0) throw new Error(`the step ${one.id} answered nothing`);
      const ns = one.mainNs + usedNs(one.othersBefore, threadTimes(one.pids).others);
      us.set(one.id, ns / 1_000 / requests);
    }
    return us;
  } finally {
    for (const { load } of running) load.stop();
  }
}
