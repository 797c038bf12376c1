import type { Scenario } from "./simulation.ts";

const FLEET = { nodes: 100, accounts: 1_000_000, hotShare: 0, affinity: false } as const;
const MILLION = { ...FLEET, requestsPerSecond: 1_000_000 } as const;
const SHARDED = { ...MILLION, shards: 4, coresPerShard: 16 } as const;

/**
 * From one small PostgreSQL to a million requests per second. Most rows fix a problem of the previous row, or add one.
 */
export const SCENARIOS: readonly Scenario[] = [
  {
    ...FLEET,
    name: "2 nodes, 10,000/s, PostgreSQL with 2 cores",
    nodes: 2,
    requestsPerSecond: 10_000,
    shards: 1,
    coresPerShard: 2,
  },
  {
    ...FLEET,
    name: "10 nodes, 100,000/s, 8 cores",
    nodes: 10,
    requestsPerSecond: 100_000,
    shards: 1,
    coresPerShard: 8,
  },
  { ...MILLION, name: "100 nodes, 1,000,000/s, 8 cores", shards: 1, coresPerShard: 8 },
  { ...MILLION, name: "the same, balanced by account", shards: 1, coresPerShard: 8, affinity: true },
  { ...MILLION, name: "100 nodes, 1,000,000/s, 64 cores", shards: 1, coresPerShard: 64 },
  { ...SHARDED, name: "4 shards of 16 cores" },
  { ...SHARDED, name: "4 shards of 16 cores, balanced by account", affinity: true },
  { ...SHARDED, name: "the same, one account with 1% of requests", affinity: true, hotShare: 0.01 },
  { ...SHARDED, name: "the same, one account with 3% of requests", affinity: true, hotShare: 0.03 },
  { ...SHARDED, name: "4 shards, one account with 1% of requests on all nodes", hotShare: 0.01 },
];
