import { join } from "node:path";
import { CompiledQuery } from "kysely";
import { type KeyDigest, mintKey } from "../../src/access/key.ts";
import type { AdmissionRequest } from "../../src/access/store.ts";
import { systemClock } from "../../src/main/clock.ts";
import type { Store } from "../../src/store/store.ts";
import type { PostgresServer } from "../postgres.ts";
import { treeTimeMs } from "../procfs.ts";
import { withBenchStore } from "../seed.ts";
import { median } from "../statistics.ts";
import { type CostSample, fitCost, type LinearCost, type MeasuredCosts } from "./costs.ts";

/** Batch sizes, with the number of accounts in a batch. */
const SHAPES = [
  { requests: 1, rows: 1 },
  { requests: 16, rows: 1 },
  { requests: 256, rows: 1 },
  { requests: 16, rows: 16 },
  { requests: 64, rows: 64 },
  { requests: 256, rows: 64 },
  { requests: 256, rows: 256 },
  { requests: 1_024, rows: 512 },
] as const;
const ACCOUNTS = 1_000;
/** Each shape is repeated for about this many requests, because CPU time is measured in coarse clock ticks. */
const REQUESTS_PER_SHAPE = 30_000;
const MAX_BATCHES = 4_000;
const COMMITS = 500;
const KIND = "city" as const;

/**
 * Measures the cost of batches in both stores on this machine, as CPU time, so that other work on the machine has
 * little effect. PostgreSQL flushes each commit to the disk, as in production.
 */
export async function measureCosts(folder: string, postgres: PostgresServer, postgresUrl: string): Promise<Measured> {
  const sqlite = await withBenchStore(`sqlite:${join(folder, "scaling.sqlite")}`, async (store) => {
    const samples = await measureShapes(store, await seedAccounts(store), () => 0);
    return fitCost(samples.map(({ requests, rows, ownUs }) => ({ requests, rows, us: ownUs })));
  });
  return await withBenchStore(postgresUrl, async (store) => {
    const digests = await seedAccounts(store);
    const samples = await measureShapes(store, digests, () => treeTimeMs([postgres.pid]));
    const node = samples.map(({ requests, rows, ownUs }) => ({ requests, rows, us: ownUs }));
    const server = samples.map(({ requests, rows, serverUs }) => ({ requests, rows, us: serverUs }));
    const commitUs = await measureCommit(store);
    return { costs: { sqlite, node: fitCost(node), postgres: fitCost(server), commitUs }, digests };
  });
}

export interface Measured {
  readonly costs: MeasuredCosts;
  /** Keys of the accounts in PostgreSQL. */
  readonly digests: readonly KeyDigest[];
}

/** CPU time of a batch in this process and in the server. */
interface ShapeSample extends Omit<CostSample, "us"> {
  readonly ownUs: number;
  readonly serverUs: number;
}

async function measureShapes(
  store: Store,
  digests: readonly KeyDigest[],
  serverMs: () => number,
): Promise<readonly ShapeSample[]> {
  const samples: ShapeSample[] = [];
  for (const { requests, rows } of SHAPES) {
    const batches = Math.min(Math.ceil(REQUESTS_PER_SHAPE / requests), MAX_BATCHES);
    const admit = async (turn: number) =>
      await store.admission.admit(
        batchOf(requests, (index) => digests[(turn * rows + (index % rows)) % digests.length] ?? ""),
      );
    for (let turn = 0; turn < batches / 10; turn++) await admit(turn);
    const serverBefore = serverMs();
    const usage = process.cpuUsage();
    for (let turn = 0; turn < batches; turn++) await admit(turn);
    const { user, system } = process.cpuUsage(usage);
    const serverUs = ((serverMs() - serverBefore) * 1_000) / batches;
    samples.push({ requests, rows, ownUs: (user + system) / batches, serverUs });
  }
  return samples;
}

/**
 * The time of a commit after a counter was written, minus the round trip, which is measured with an empty statement.
 */
async function measureCommit({ database }: Store): Promise<number> {
  return await database.connection().execute(async (connection) => {
    const timeOf = async (statement: string) => {
      const startedAt = performance.now();
      await connection.executeQuery(CompiledQuery.raw(statement));
      return (performance.now() - startedAt) * 1_000;
    };
    // Measured in pairs, so that other work on the machine affects both equally.
    const differences: number[] = [];
    for (let turn = 0; turn < COMMITS; turn++) {
      await timeOf("BEGIN");
      await timeOf("UPDATE counters SET used = used + 1 WHERE subject = 1");
      differences.push((await timeOf("COMMIT")) - (await timeOf("SELECT")));
    }
    return Math.max(median(differences), 0);
  });
}

export function batchOf(requests: number, digestOf: (index: number) => KeyDigest): AdmissionRequest[] {
  return Array.from({ length: requests }, (_, index) => ({ digest: digestOf(index), kind: KIND, counts: true }));
}

/** Accounts with one live key each, without a limit. */
async function seedAccounts({ database }: Store): Promise<readonly KeyDigest[]> {
  const created_at = systemClock.now();
  const keys = Array.from({ length: ACCOUNTS }, (_, index) => ({ id: index + 1, ...mintKey("live") }));
  await database
    .insertInto("accounts")
    .values(keys.map(({ id }) => ({ id, email: `scaling-${id}@bench.localhost`, plan: "enterprise", created_at })))
    .execute();
  await database
    .insertInto("api_keys")
    .values(
      keys.map(({ id, digest, display }) => ({
        id,
        account_id: id,
        type: "live",
        name: "bench",
        digest,
        display,
        created_at,
      })),
    )
    .execute();
  return keys.map(({ digest }) => digest);
}

export function describeCost({ batchUs, requestUs, rowUs }: LinearCost): string {
  return `${Math.round(batchUs)} + ${requestUs.toFixed(1)} per request + ${rowUs.toFixed(1)} per row`;
}
