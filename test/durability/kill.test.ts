import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { Store } from "../../src/store/store.ts";
import { countedIn } from "../support/counted.ts";
import { type LoadReport, rounds, steadyLoad } from "../support/load.ts";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { startService } from "../support/served-program.ts";
import { boundlessKey, migratedStoreUrl, openTestStore } from "../support/stores.ts";
import { until } from "../support/until.ts";

const CONNECTIONS = 8;
const ROUNDS = rounds(2, 100);
const NODES = rounds(2, 3);
/** Long enough for a few hundred requests before each kill. */
const LOAD_MS = 150;
const clock = { now: () => Date.now() };

/** Every answered request is counted. The counted ones without an answer were in flight when a process was killed. */
async function expectCounted(store: Store, accountId: number, before: number, report: LoadReport): Promise<number> {
  const answered = report.statuses.get(200) ?? 0;
  const counted = (await countedIn(store, accountId)) - before;
  expect(counted).toBeGreaterThanOrEqual(answered);
  expect(counted - answered).toBeLessThanOrEqual(CONNECTIONS);
  return before + counted;
}

describe("SIGKILL under load", () => {
  test(`of the server on the embedded store, ${ROUNDS} times: every answered request is counted`, async () => {
    const databaseUrl = await migratedStoreUrl("sqlite");
    const store = await openTestStore(databaseUrl, { clock });
    const { secret, accountId } = await boundlessKey(store);
    let counted = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const service = await startService({ databaseUrl });
      const traffic = steadyLoad({ urls: [service.url], key: secret, connections: CONNECTIONS });
      await traffic.answered;
      const before = checkpointsOf(databaseUrl);
      if (round % 2 === 1) await Bun.sleep(LOAD_MS);
      else await until("there were two checkpoints", () => checkpointsOf(databaseUrl) >= before + 2);
      await service.kill();
      const report = await traffic.stop();
      expect(report.statuses.get(200) ?? 0).toBeGreaterThan(0);
      counted = await expectCounted(store, accountId, counted, report);
    }
  });

  test(`of one of ${NODES} nodes on PostgreSQL, ${ROUNDS} times: every answered request is counted`, async () => {
    const databaseUrl = await migratedStoreUrl("postgres");
    const store = await openTestStore(databaseUrl, { clock });
    const { secret, accountId } = await boundlessKey(store);
    const nodes = await Promise.all(Array.from({ length: NODES }, () => startService({ databaseUrl })));
    const urls = nodes.map(({ url }) => url);
    let counted = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const victim = round % NODES;
      if (round > 0) await revived((round - 1) % NODES);
      const traffic = steadyLoad({ urls, key: secret, connections: CONNECTIONS });
      await traffic.answered;
      await Bun.sleep(LOAD_MS);
      await nodes[victim]?.kill();
      const report = await traffic.stop();
      expect(report.statuses.get(200) ?? 0).toBeGreaterThan(0);
      counted = await expectCounted(store, accountId, counted, report);
    }

    async function revived(victim: number): Promise<void> {
      nodes[victim] = await startService({ databaseUrl, port: Number(new URL(urls[victim] ?? "").port) });
    }
  });

  test("of PostgreSQL: 503 with Retry-After until it is back, automatic recovery, every request counted", async () => {
    const postgres: PostgresServer = await startPostgres();
    const databaseUrl = await postgres.createDatabase();
    const store = await openTestStore(databaseUrl, { clock });
    const { secret, accountId } = await boundlessKey(store);
    const services = [await startService({ databaseUrl }), await startService({ databaseUrl })];
    const urls = services.map(({ url }) => url);
    let counted = 0;
    for (let round = 0; round < rounds(1, 20); round++) {
      const traffic = steadyLoad({ urls, key: secret, connections: CONNECTIONS });
      await traffic.answered;
      await Bun.sleep(LOAD_MS);
      await postgres.kill();
      const passed = await untilRefused(urls, secret);
      await postgres.start();
      await untilAnswered(urls, secret);
      const report = await traffic.stop();
      expect([...report.statuses.keys()].sort()).toEqual([200, 503]);
      expect([report.bare503, report.unanswered]).toEqual([0, 0]);
      const extra = passed + urls.length;
      counted = await expectCounted(store, accountId, counted + extra, report);
    }
    for (const service of services) await service.stop();
    await store.close();
    await postgres.stop();
  });
});

/** SQLite counts them in the header of its log. */
function checkpointsOf(databaseUrl: string): number {
  return readFileSync(`${databaseUrl.slice("sqlite:".length)}-wal`).readUInt32BE(12);
}

/**
 * Each node answers 503 as soon as the last process of the dead server is gone. Returns how many requests still passed:
 * a busy process runs for a moment after its parent ends.
 */
async function untilRefused(urls: readonly string[], key: string): Promise<number> {
  let passed = 0;
  for (const url of urls) {
    await until(`${url} is not ready`, async () => {
      const answer = await fetch(`${url}/v1/stats`, { headers: { "X-API-Key": key } });
      const { status: ready } = await fetch(`${url}/readyz`);
      if (answer.status === 503) expect(answer.headers.get("Retry-After")).toBe("1");
      else expect(answer.status).toBe(200);
      if (answer.status === 200) passed++;
      return answer.status === 503 && ready === 503;
    });
  }
  return passed;
}

/** Each node recovers automatically. */
async function untilAnswered(urls: readonly string[], key: string): Promise<void> {
  for (const url of urls) {
    await until(`${url} answers again`, async () => {
      const answer = await fetch(`${url}/v1/stats`, { headers: { "X-API-Key": key } });
      return answer.status === 200;
    });
  }
}
