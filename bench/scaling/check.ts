import type { KeyDigest } from "../../src/access/key.ts";
import type { Store } from "../../src/store/store.ts";
import { withBenchStore } from "../seed.ts";
import { randomNumbers } from "../statistics.ts";
import { batchOf } from "./measure.ts";
import { type FleetSettings, type Scenario, simulate } from "./simulation.ts";

const NODES = 6;
const ACCOUNTS = 1_000;
const BATCH = 200;
const MEASURED_MS = 4_000;

export interface Check {
  readonly name: string;
  /** Requests decided per second by the real store, and by the simulation of the same setup. */
  readonly measured: number;
  readonly simulated: number;
}

/**
 * Compares the simulation with reality: six nodes that always have 200 waiting requests, over few accounts, so that
 * batches wait for each other's rows; then the same with each account on one node.
 */
export async function checkSimulation(
  url: string,
  digests: readonly KeyDigest[],
  settings: FleetSettings,
  cores: number,
): Promise<readonly Check[]> {
  const scenario: Scenario = {
    name: "check",
    nodes: NODES,
    accounts: ACCOUNTS,
    // More than can be decided, so that every batch is full.
    requestsPerSecond: 10_000_000,
    hotShare: 0,
    shards: 1,
    coresPerShard: cores,
    affinity: false,
  };
  const bounded: FleetSettings = { ...settings, maxBatch: BATCH, networkUs: 0 };
  const checks: Check[] = [];
  for (const affinity of [false, true]) {
    const measured = await saturate(url, digests, affinity);
    const simulated = simulate({ ...scenario, affinity }, bounded).decidedPerSecond;
    checks.push({ name: affinity ? "each account on one node" : "any account on any node", measured, simulated });
  }
  return checks;
}

async function saturate(url: string, digests: readonly KeyDigest[], affinity: boolean): Promise<number> {
  const share = Math.floor(ACCOUNTS / NODES);
  const startedAt = performance.now();
  const counts = await Promise.all(
    Array.from({ length: NODES }, (_, node) => {
      const own = affinity ? digests.slice(node * share, (node + 1) * share) : digests.slice(0, ACCOUNTS);
      return withBenchStore(url, (store) => admitUntil(store, own, startedAt + MEASURED_MS, node));
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  return counts.reduce((sum, count) => sum + count, 0) / seconds;
}

async function admitUntil(store: Store, digests: readonly KeyDigest[], endMs: number, seed: number): Promise<number> {
  const random = randomNumbers(seed);
  let requests = 0;
  while (performance.now() < endMs) {
    await store.admission.admit(batchOf(BATCH, () => digests[Math.floor(random() * digests.length)] ?? ""));
    requests += BATCH;
  }
  return requests;
}
