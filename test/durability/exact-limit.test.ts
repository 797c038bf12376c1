import { describe, expect, test } from "bun:test";
import { load, rounds } from "../support/load.ts";
import { awayFromMidnight } from "../support/midnight.ts";
import { startService } from "../support/served-program.ts";
import { DIALECTS, migratedStoreUrl, newAccount, newKey, OPERATOR, openTestStore } from "../support/stores.ts";

const LIMIT = 100;
const REQUESTS = rounds(1_000, 10_000);
const CONNECTIONS = 64;
const ROUNDS = rounds(1, 20);

describe.each(DIALECTS)(`a limit of 100 under ${REQUESTS} requests on 64 connections, on %s`, (dialect) => {
  test("gives exactly 100 answers 200, 429 for all others, and a stored count of 100", async () => {
    const databaseUrl = await migratedStoreUrl(dialect);
    const nodes = Array.from({ length: dialect === "postgres" ? rounds(2, 4) : 1 }, () =>
      startService({ databaseUrl }),
    );
    const services = await Promise.all(nodes);
    const store = await openTestStore(databaseUrl, { clock: { now: () => Date.now() } });
    for (let round = 0; round < ROUNDS; round++) {
      await awayFromMidnight();
      const { id } = await newAccount(store);
      // An unlimited burst, so that only the month decides.
      const limits = { monthlyRequests: LIMIT, burstCapacity: 1_000_000, burstPerSecond: 1_000_000 };
      await store.accounts.changeLimits(id, limits, OPERATOR);
      const { secret } = await newKey(store, id);
      const shouldContinue = (sent: number) => sent < REQUESTS;
      const report = await load({
        urls: services.map(({ url }) => url),
        key: secret,
        connections: CONNECTIONS,
        shouldContinue,
      });
      expect([...report.statuses].sort()).toEqual([
        [200, LIMIT],
        [429, REQUESTS - LIMIT],
      ]);
      expect(report.unanswered).toBe(0);
      expect((await store.usage.month(id))?.used).toBe(LIMIT);
      const days = await store.usage.daily(id, 0, Number.MAX_SAFE_INTEGER);
      expect(days.reduce((sum, { counts }) => sum + counts.city, 0)).toBe(LIMIT);
    }
    await store.close();
    for (const service of services) await service.stop();
  });
});
