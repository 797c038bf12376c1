import type { Fixture } from "./fixture.ts";
import { CONNECTIONS, type LoadRequest, type Pace, runLoad, writeRequests } from "./load.ts";
import { cpuMs, memoryBytes, writtenBytes } from "./procfs.ts";
import type { BenchServer, Contestant } from "./servers.ts";

export interface Extent {
  /** New processes of each contestant: two processes of one program differ for as long as they run. */
  readonly processes: number;
  /** Measurements of each process. */
  readonly rounds: number;
  readonly warmUpSeconds: number;
  /** Seconds of a measurement. */
  readonly turnSeconds: number;
}

/** How many times as long a server is warmed up at fixed times. */
const OPEN_WARM_UPS = 3;

export interface Sample {
  readonly requestsPerSecond: number;
  readonly cpuUsPerRequest: number;
  /** To the disk, for each request. */
  readonly writtenBytes: number;
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly p99Ms: number;
  /** Of an open loop, without the time that a request waited for a free connection. */
  readonly sentP99Ms: number | null;
  /** Without PostgreSQL. */
  readonly memoryBytes: number;
  readonly startMs: number;
}

/** The samples of a contestant. Those with the same index are neighbors in time, so their ratio is fair. */
export interface Series {
  readonly name: string;
  readonly samples: readonly Sample[];
}

export interface Load {
  readonly requests: readonly LoadRequest[];
  readonly fixture: Fixture;
  readonly pace?: Pace;
  readonly isExpected: (answer: string) => boolean;
}

/**
 * Measures contestants under one load: all run at the same time, warm, and are loaded in turns. The order is reversed in
 * odd rounds. @throws Error if the first answer of a contestant is wrong, or one is refused
 */
export async function measure(
  contestants: readonly Contestant[],
  { requests, fixture, pace = { connections: CONNECTIONS }, isExpected }: Load,
  { processes, rounds, warmUpSeconds, turnSeconds }: Extent,
): Promise<readonly Series[]> {
  const file = writeRequests(requests);
  const samples = contestants.map((): Sample[] => []);
  for (let process = 0; process < processes; process++) {
    const servers: BenchServer[] = [];
    try {
      for (const { name, start } of contestants) {
        const server = await start(fixture);
        servers.push(server);
        if (!isExpected(await answerTo(server.url, requests))) throw new Error(`${name} gives a wrong answer`);
      }
      for (const { url } of servers) await runLoad(url, file, warmUpSeconds, { connections: pace.connections });
      // Other batches than those of a closed loop make the runtime compile code again, for about ten seconds.
      if (pace.perSecond !== undefined)
        for (const { url } of servers) await runLoad(url, file, OPEN_WARM_UPS * warmUpSeconds, pace);
      for (let round = 0; round < rounds; round++) {
        const turns = servers.map((server, index) => ({ server, index }));
        for (const { server, index } of round % 2 === 0 ? turns : turns.toReversed())
          samples[index]?.push(await sample(server, file, turnSeconds, pace));
      }
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
  }
  return contestants.map(({ name }, index) => ({ name, samples: samples[index] ?? [] }));
}

async function sample({ url, pids, startMs }: BenchServer, file: string, seconds: number, pace: Pace): Promise<Sample> {
  const before = { cpu: cpuMs(pids), written: writtenBytes(pids[0]) };
  const { requests, perSecond, p50Us, p90Us, p99Us, sentP99Us } = await runLoad(url, file, seconds, pace);
  return {
    requestsPerSecond: perSecond,
    cpuUsPerRequest: ((cpuMs(pids) - before.cpu) * 1_000) / requests,
    writtenBytes: (writtenBytes(pids[0]) - before.written) / requests,
    p50Ms: p50Us / 1_000,
    p90Ms: p90Us / 1_000,
    p99Ms: p99Us / 1_000,
    sentP99Ms: sentP99Us === null ? null : sentP99Us / 1_000,
    memoryBytes: memoryBytes(pids[0]),
    startMs,
  };
}

/** The body of the answer to the first request. @throws Error if its status is not 200 */
export async function answerTo(url: string, [first]: readonly LoadRequest[]): Promise<string> {
  if (first === undefined) throw new RangeError("a load needs a request");
  const { method, path, key, body } = first;
  const headers = { "X-API-Key": key, "Content-Type": "application/json" };
  const answer = await fetch(url + path, body === "" ? { method, headers } : { method, headers, body });
  if (answer.status !== 200) throw new Error(`${path} is answered ${answer.status}`);
  return answer.text();
}
