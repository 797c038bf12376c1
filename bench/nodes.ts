import { CONNECTIONS, type LoadRequest, runLoad, writeRequests } from "./load.ts";
import type { Extent } from "./measure.ts";
import { cpuMs } from "./procfs.ts";
import type { BenchServer, Contestant } from "./servers.ts";
import { spreadOf } from "./statistics.ts";

/**
 * A table of one and two nodes on one PostgreSQL, loaded in turns: lookups a second, and the CPU time of nodes and
 * database for each. Two nodes have all keys at random, or half of the accounts each.
 */
export async function nodesTable(
  requests: readonly LoadRequest[],
  { start }: Contestant,
  { processes, rounds, warmUpSeconds }: Extent,
): Promise<string> {
  const nodes = [await start({ keys: [], cities: [], places: [] }), await start({ keys: [], cities: [], places: [] })];
  const ofFirst = new Set([...new Set(requests.map(({ key }) => key))].filter((_, index) => index % 2 === 0));
  const all = writeRequests(requests);
  const halves = [true, false].map((isFirst) =>
    writeRequests(requests.filter(({ key }) => ofFirst.has(key) === isFirst)),
  );
  const turns = [
    { name: "1", files: [all], samples: [] as Sample[] },
    { name: "2, any key", files: [all, all], samples: [] as Sample[] },
    { name: "2, balanced by account", files: halves, samples: [] as Sample[] },
  ];
  try {
    await Promise.all(nodes.map(({ url }) => runLoad(url, all, warmUpSeconds)));
    for (let round = 0; round < processes * rounds; round++) {
      for (const { files, samples } of turns) samples.push(await sample(nodes, files));
    }
  } finally {
    await Promise.all(nodes.map(({ stop }) => stop()));
  }
  const rows = turns.map(({ name, samples }) => {
    const median = (of: keyof Sample) => spreadOf(samples.map((one) => one[of])).median;
    const perSecond = Math.round(median("requestsPerSecond")).toLocaleString("en-US");
    return `| ${name} | ${perSecond} | ${median("nodesUs").toFixed(1)} | ${median("databaseUs").toFixed(1)} |\n`;
  });
  return `| nodes | requests/s | CPU µs of the nodes | CPU µs of PostgreSQL |\n| --- | --: | --: | --: |\n${rows.join("")}`;
}

interface Sample {
  readonly requestsPerSecond: number;
  /** Microseconds of CPU time for each request. */
  readonly nodesUs: number;
  readonly databaseUs: number;
}

/** A second of load; each file is sent to a node of its own. */
async function sample(nodes: readonly BenchServer[], files: readonly string[]): Promise<Sample> {
  const spent = () => {
    const [, database = 0] = nodes[0]?.pids ?? [];
    return { nodesMs: cpuMs(nodes.map(({ pids }) => pids[0])), databaseMs: cpuMs([database]) };
  };
  const before = spent();
  const loads = await Promise.all(
    files.map((file, index) => runLoad(nodes[index]?.url ?? "", file, 1, CONNECTIONS / files.length)),
  );
  const after = spent();
  const requests = loads.reduce((sum, load) => sum + load.requests, 0);
  return {
    requestsPerSecond: loads.reduce((sum, load) => sum + (load.requests * 1_000_000) / load.durationUs, 0),
    nodesUs: ((after.nodesMs - before.nodesMs) * 1_000) / requests,
    databaseUs: ((after.databaseMs - before.databaseMs) * 1_000) / requests,
  };
}
