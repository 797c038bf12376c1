import { type LoadFiles, type PausingLoad, startPausingLoad } from "./load.ts";
import { CONNECTIONS, type Measurement, measure, PREPARATION_SECONDS, warmUp } from "./measure.ts";
import { PausableServer } from "./pausable-server.ts";
import { usedNs } from "./procfs.ts";
import type { BenchServer } from "./servers.ts";
import { orderOf } from "./statistics.ts";

const TURN_MS = 100;
/** Turns of each new process: two seconds of load, like a measurement without turns. */
const TURNS = 20;
/** After the load of a turn, its last requests are still answered. */
const LAST_ANSWERS_MS = 5;
/** Load on one server without turns. */
const ALONE_SECONDS = 1;

/** A warm server and its load. */
export interface TurnTaker {
  readonly server: PausableServer;
  readonly files: LoadFiles;
  readonly connections?: number;
}

/** What a server did in all its turns of a round. */
export interface TurnTotals {
  readonly requests: number;
  /** Time under load, and the CPU time of the answers after it. */
  readonly activeMs: number;
  /** CPU time of all threads of the server and of its PostgreSQL. */
  readonly cpuMs: number;
}

/**
 * One round in which servers alternate in turns of a fraction of a second; only one of them runs at a time. The speed
 * of the machine changes from second to second, and affects all of them alike. Each server gets `turns`. Returns one
 * result for each server.
 * @throws Error on a wrong status, a broken connection, or a server without answers.
 */
export async function takeTurns(takers: readonly TurnTaker[], turns: number): Promise<readonly TurnTotals[]> {
  const running: (TurnTaker & { readonly load: PausingLoad; cpuNs: number; lastAnswersNs: number })[] = [];
  try {
    for (const taker of takers) {
      const { server, files, connections = CONNECTIONS } = taker;
      const load = await startPausingLoad({ url: server.url, files, connections });
      running.push({ ...taker, load, cpuNs: 0, lastAnswersNs: 0 });
    }
    for (let turn = 0; turn < turns; turn++) {
      for (const one of orderOf(running, turn)) {
        const { cpuNs, result } = await one.server.during(async () => {
          await one.load.turn(TURN_MS);
          const before = one.server.cpuTime();
          await Bun.sleep(LAST_ANSWERS_MS);
          return usedNs(before, one.server.cpuTime());
        });
        one.cpuNs += cpuNs;
        one.lastAnswersNs += result;
      }
    }
    const totals: TurnTotals[] = [];
    for (const { server, load, cpuNs, lastAnswersNs } of running) {
      const last = await server.during(() => load.finish());
      const { requests, activeMs } = last.result;
      if (requests === 0) throw new Error(`no answer from ${server.url} in its turns`);
      totals.push({
        requests,
        activeMs: activeMs + lastAnswersNs / 1e6,
        cpuMs: (cpuNs + last.cpuNs) / 1e6,
      });
    }
    return totals;
  } finally {
    for (const { load } of running) load.stop();
  }
}

/** A program to compare with others in turns. */
export interface TurnCase extends Omit<TurnTaker, "server"> {
  /** Starts a server that shares no SQLite store with the others. */
  readonly start: () => Promise<BenchServer>;
}

/**
 * One round of new processes: each is warmed up, all take turns, and then each is under load alone. Returns one
 * measurement for each case. Its speed and CPU time are from the turns; latency and memory are from the load alone,
 * because a request that waits while the load is paused has no meaningful latency.
 */
export async function measureInTurns(cases: readonly TurnCase[]): Promise<readonly Measurement[]> {
  const takers: TurnTaker[] = [];
  try {
    for (const { start, ...load } of cases) takers.push({ ...load, server: new PausableServer(await start()) });
    for (const { server, files, connections } of takers) {
      await server.during((process) => warmUp(process, files, PREPARATION_SECONDS, connections));
    }
    const totals = await takeTurns(takers, TURNS);
    const alone: Measurement[] = [];
    for (const taker of takers) alone.push(await measureAlone(taker));
    return withTurns(alone, totals);
  } finally {
    for (const { server } of takers) await server.end();
  }
}

/** A second of load on one server, without turns. */
export async function measureAlone({ server, ...load }: TurnTaker): Promise<Measurement> {
  const { result } = await server.during((process) =>
    measure({ ...load, server: process, seconds: ALONE_SECONDS, isWarm: true }),
  );
  return result;
}

/** Measurements alone, with the requests, speed, and CPU time of the turns instead of their own. */
export function withTurns(alone: readonly Measurement[], totals: readonly TurnTotals[]): readonly Measurement[] {
  return alone.map((measurement, index) => {
    const { requests = 0, activeMs = Number.NaN, cpuMs = Number.NaN } = totals[index] ?? {};
    return {
      ...measurement,
      requests,
      requestsPerSecond: (requests * 1_000) / activeMs,
      serverCpu: cpuMs / activeMs,
    };
  });
}
