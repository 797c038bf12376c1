import type { Fixture } from "./fixture.ts";
import { type LoadRequest, runLoad, writeRequests } from "./load.ts";
import { cpuMs, memoryBytes } from "./procfs.ts";
import type { BenchServer, Contestant } from "./servers.ts";

export interface Extent {
  /** New processes of each contestant: two processes of one program differ for as long as they run. */
  readonly processes: number;
  /** Measurements of each process. */
  readonly rounds: number;
  readonly warmUpSeconds: number;
}

export interface Sample {
  readonly requestsPerSecond: number;
  readonly cpuUsPerRequest: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Without PostgreSQL. */
  readonly memoryBytes: number;
  readonly startMs: number;
}

/** The samples of a contestant. Those with the same index are neighbors in time, so their ratio is fair. */
export interface Series {
  readonly name: string;
  readonly samples: readonly Sample[];
}

/**
 * Measures contestants under one load: all run at the same time, warm, and are loaded in turns of a second. The order is
 * reversed in odd rounds. @throws Error if the first answer of a contestant is wrong, or one is
 * refused
 */
export async function measure(
  contestants: readonly Contestant[],
  requests: readonly LoadRequest[],
  fixture: Fixture,
  { processes, rounds, warmUpSeconds }: Extent,
  isExpected: (answer: string) => boolean,
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
      for (const { url } of servers) await runLoad(url, file, warmUpSeconds);
      for (let round = 0; round < rounds; round++) {
        const turns = servers.map((server, index) => ({ server, index }));
        for (const { server, index } of round % 2 === 0 ? turns : turns.toReversed())
          samples[index]?.push(await sample(server, file));
      }
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
  }
  return contestants.map(({ name }, index) => ({ name, samples: samples[index] ?? [] }));
}

async function sample({ url, pids, startMs }: BenchServer, file: string): Promise<Sample> {
  const before = cpuMs(pids);
  const { requests, durationUs, p50Us, p99Us } = await runLoad(url, file, 1);
  return {
    requestsPerSecond: (requests * 1_000_000) / durationUs,
    cpuUsPerRequest: ((cpuMs(pids) - before) * 1_000) / requests,
    p50Ms: p50Us / 1_000,
    p99Ms: p99Us / 1_000,
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
