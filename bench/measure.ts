import { type LoadFiles, type LoadResult, runLoad, sendFirst } from "./load.ts";
import { machineTime, treeMemoryBytes, treeTimeMs } from "./procfs.ts";
import type { BenchServer } from "./servers.ts";

/** A round in which other processes used more of a core than this is measured again. */
const MAX_OTHER_SHARE = 0.12;
/** The most measurements of one round. After that, the one with the least disturbance is kept and marked. */
const MAX_TRIES = 3;
/** The most repetitions in a whole run, so that it ends in time on a busy machine. */
const MAX_REPEATS = 60;
let repeats = 0;
const WARM_UP_SECONDS = 1;
/**
 * Load on a new process before it is measured, the same for all: every runtime here compiles more code the longer it
 * runs.
 */
export const PREPARATION_SECONDS = 2;
const ALONGSIDE_SECONDS = 1;
export const CONNECTIONS = 64;
const MEMORY_EVERY_MS = 250;

export interface MeasureOptions {
  readonly server: BenchServer;
  readonly files: LoadFiles;
  readonly seconds: number;
  readonly connections?: number;
  /** Skips the warm-up, and with it the comparison of bodies. */
  readonly isWarm?: boolean;
  /** Measures once, even if disturbed. */
  readonly once?: boolean;
}

export interface Measurement {
  readonly requestsPerSecond: number;
  readonly requests: number;
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly p99Ms: number;
  /** Highest proportional set size of the server's processes, without its PostgreSQL. */
  readonly memoryBytes: number;
  /** CPU time divided by elapsed time; 1 is one busy core. Includes PostgreSQL if the server uses it. */
  readonly serverCpu: number;
  /** Close to 1, the load generator was the limit, and the server could do more. */
  readonly loadCpu: number;
  /** CPU used by other processes and other guests of the host in the meantime, as shares of a core. */
  readonly otherCpu: number;
  readonly stolenCpu: number;
  /** True if no attempt was quiet enough. */
  readonly disturbed: boolean;
}

export interface FreshMeasureOptions extends Omit<MeasureOptions, "server"> {
  readonly start: () => Promise<BenchServer>;
  /** Additional loads that the process serves before it is measured; usually none. */
  readonly alongside?: readonly LoadFiles[];
}

/**
 * Measures a process that is started for the measurement and stopped afterward. Two processes of one program differ by
 * up to a tenth for as long as they run, so a median must be over processes.
 */
export async function measureFresh(options: FreshMeasureOptions): Promise<Measurement> {
  const { start, alongside = [], ...rest } = options;
  const server = await start();
  try {
    await warmUp(server, rest.files, PREPARATION_SECONDS, rest.connections);
    for (const files of alongside) await warmUp(server, files, ALONGSIDE_SECONDS);
    return await measure({ ...rest, server, isWarm: true });
  } finally {
    await server.stop();
  }
}

/**
 * Warms up with every answer compared, then measures until an attempt is undisturbed. @throws Error on a wrong answer.
 */
export async function measure(options: MeasureOptions): Promise<Measurement> {
  const { server, files, connections, isWarm = false, once = false } = options;
  if (!isWarm) await warmUp(server, files, WARM_UP_SECONDS, connections);
  let best: Measurement | undefined;
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const measurement = await measureOnce(options);
    if (once || !measurement.disturbed) return measurement;
    if (best === undefined || measurement.otherCpu < best.otherCpu) best = measurement;
    if (repeats === MAX_REPEATS) break;
    repeats++;
  }
  if (best === undefined) throw new RangeError("nothing was measured");
  return best;
}

/** Load in which every answer is compared. @throws Error on a wrong answer. */
export async function warmUp(
  { url }: BenchServer,
  files: LoadFiles,
  seconds: number,
  connections = CONNECTIONS,
): Promise<void> {
  await sendFirst(url, files);
  await runLoad({ url, files, connections, seconds, checked: true });
}

async function measureOnce(options: MeasureOptions): Promise<Measurement> {
  const { server, files, seconds, connections = CONNECTIONS } = options;
  const serverPids = server.postgres ? [server.pid, server.postgres.pid] : [server.pid];
  const memory = sampleMemory(server.pid);
  const before = usage(serverPids);
  const load = await runLoad({ url: server.url, files, connections, seconds, checked: false });
  const after = usage(serverPids);
  const elapsedMs = after.atMs - before.atMs;
  const share = (name: "server" | "all" | "own" | "stolen") => (after[name] - before[name]) / elapsedMs;
  const otherCpu = Math.max(0, share("all") - share("own"));
  return {
    ...latencies(load),
    requests: load.requests,
    memoryBytes: memory.stop(),
    serverCpu: share("server"),
    loadCpu: (load.loadCpuMs * 1_000) / load.durationUs,
    otherCpu,
    stolenCpu: share("stolen"),
    disturbed: otherCpu + share("stolen") > MAX_OTHER_SHARE,
  };
}

function usage(serverPids: readonly number[]) {
  const { processesMs, stolenMs } = machineTime();
  return {
    atMs: performance.now(),
    server: treeTimeMs(serverPids),
    /** The benchmark with all its child processes. */
    own: treeTimeMs([process.pid]),
    all: processesMs,
    stolen: stolenMs,
  };
}

function latencies(load: LoadResult) {
  return {
    requestsPerSecond: (load.requests * 1_000_000) / load.durationUs,
    p50Ms: load.p50Us / 1_000,
    p90Ms: load.p90Us / 1_000,
    p99Ms: load.p99Us / 1_000,
  };
}

function sampleMemory(pid: number): { stop(): number } {
  let bytes = treeMemoryBytes([pid]);
  const timer = setInterval(() => {
    bytes = Math.max(bytes, treeMemoryBytes([pid]));
  }, MEMORY_EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      return Math.max(bytes, treeMemoryBytes([pid]));
    },
  };
}
