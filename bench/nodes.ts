import { NO_FIXTURE } from "./fixture.ts";
import { CONNECTIONS, type LoadRequest, runLoad, writeRequests } from "./load.ts";
import type { Extent } from "./measure.ts";
import { cpuMs } from "./procfs.ts";
import type { BenchServer, Contestant } from "./servers.ts";
import { spreadOf } from "./statistics.ts";

/** Requests a second to each node, at fixed times: a quiet node, and one that two cores can still serve twice. */
const LOADS = [1_000, 4_000];

/**
 * A table of one and two nodes on one PostgreSQL, loaded in turns: the CPU time of nodes and database for each lookup, with
 * the same load for each node. Two nodes have all keys at random, or half of the accounts each.
 */
export async function nodesTable(
  requests: readonly LoadRequest[],
  { start }: Contestant,
  { processes, rounds, warmUpSeconds, turnSeconds }: Extent,
): Promise<string> {
  const nodes = [await start(NO_FIXTURE), await start(NO_FIXTURE)];
  const ofFirst = new Set([...new Set(requests.map(({ key }) => key))].filter((_, index) => index % 2 === 0));
  const all = writeRequests(requests);
  const halves = [true, false].map((isFirst) =>
    writeRequests(requests.filter(({ key }) => ofFirst.has(key) === isFirst)),
  );
  const turns = LOADS.flatMap((perSecond) => [
    { name: "1", perSecond, files: [all], samples: [] as Sample[] },
    { name: "2, any key", perSecond, files: [all, all], samples: [] as Sample[] },
    { name: "2, balanced by account", perSecond, files: halves, samples: [] as Sample[] },
  ]);
  try {
    await Promise.all(nodes.map(({ url }) => runLoad(url, all, warmUpSeconds, { connections: CONNECTIONS })));
    for (let round = 0; round < processes * rounds; round++) {
      for (const { files, perSecond, samples } of turns) {
        samples.push(await sample(nodes, files, turnSeconds, perSecond));
      }
    }
  } finally {
    await Promise.all(nodes.map(({ stop }) => stop()));
  }
  const rows = turns.map(({ name, perSecond, samples }) => {
    const median = (of: keyof Sample) => spreadOf(samples.map((one) => one[of])).median.toFixed(1);
    return `| ${perSecond.toLocaleString("en-US")} | ${name} | ${median("nodesUs")} | ${median("databaseUs")} |\n`;
  });
  return `| requests/s to each node | nodes | CPU µs of the nodes | CPU µs of PostgreSQL |\n| --: | --- | --: | --: |\n${rows.join("")}`;
}

/** Microseconds of CPU time for each request. */
interface Sample {
  readonly nodesUs: number;
  readonly databaseUs: number;
}

/** A turn of load; each file is sent to a node of its own. */
async function sample(
  nodes: readonly BenchServer[],
  files: readonly string[],
  seconds: number,
  perSecond: number,
): Promise<Sample> {
  const spent = () => {
    const [, database = 0] = nodes[0]?.pids ?? [];
    return { nodesMs: cpuMs(nodes.map(({ pids }) => pids[0])), databaseMs: cpuMs([database]) };
  };
  const before = spent();
  const pace = { connections: CONNECTIONS / files.length, perSecond };
  const loads = await Promise.all(files.map((file, index) => runLoad(nodes[index]?.url ?? "", file, seconds, pace)));
  const after = spent();
  const requests = loads.reduce((sum, load) => sum + load.requests, 0);
  return {
    nodesUs: ((after.nodesMs - before.nodesMs) * 1_000) / requests,
    databaseUs: ((after.databaseMs - before.databaseMs) * 1_000) / requests,
  };
}
