import { describe, expect, test } from "bun:test";
import { statSync } from "node:fs";
import { sql } from "kysely";
import { countedIn } from "../support/counted.ts";
import { startService } from "../support/served-program.ts";
import { boundlessKey, emptyStoreUrl, newAccount, newKey, openTestStore } from "../support/stores.ts";
import { until } from "../support/until.ts";

/** How far files may grow: the log has room for some pages, the end of the database has none. */
const ROOM_BYTES = 64 * 1_024;

describe("a full disk", () => {
  test("gets 503 with Retry-After; the server keeps running, loses no count, and continues when there is space", async () => {
    const databaseUrl = await emptyStoreUrl("sqlite");
    const clock = { now: () => Date.now() };
    const store = await openTestStore(databaseUrl, { clock });
    const keys = [];
    for (let number = 0; number < 40; number++) {
      const { id } = await newAccount(store);
      keys.push({ ...(await newKey(store, id, "test")), accountId: id });
    }
    // The kernel prevents the server's files from growing, as a full disk or a quota would. The resulting SIGXFSZ is
    // ignored, so the write itself fails.
    const prefix = ["sh", "-c", 'trap "" XFSZ; exec "$@"', "sh"];
    const service = await startService({ databaseUrl, prefix });
    const ask = async (secret: string) => {
      const answer = await fetch(`${service.url}/v1/safety/Irvine`, { headers: { "X-API-Key": secret } });
      return { status: answer.status, retryAfter: answer.headers.get("Retry-After"), text: await answer.text() };
    };
    await sql`pragma wal_checkpoint(truncate)`.execute(store.database);
    limitFileSize(service.pid, String(ROOM_BYTES));

    const admitted = new Map(keys.map(({ secret }) => [secret, 0]));
    let refused = 0;
    for (let round = 0; round < 5; round++) {
      for (const { secret } of keys) {
        const { status, retryAfter, text } = await ask(secret);
        if (status === 200) admitted.set(secret, (admitted.get(secret) ?? 0) + 1);
        else {
          expect([status, retryAfter]).toEqual([503, "1"]);
          expect(text).toContain('"code":"store_unavailable"');
          refused += 1;
        }
      }
    }
    expect(refused).toBeGreaterThan(100);
    expect(refused).toBeLessThan(5 * keys.length);

    // Also after the failed requests are over, when only a probe can detect it.
    const isReady = async () => (await fetch(`${service.url}/readyz`)).ok;
    await until("the service is not ready", async () => !(await isReady()));
    await Bun.sleep(1_500);
    expect(await isReady()).toBe(false);

    limitFileSize(service.pid, "unlimited");
    await until("the service is ready", isReady);
    for (const { secret } of keys) {
      expect((await ask(secret)).status).toBe(200);
      admitted.set(secret, (admitted.get(secret) ?? 0) + 1);
    }
    for (const { secret, accountId } of keys) {
      expect(await countedIn(store, accountId)).toBe(admitted.get(secret) ?? 0);
    }
  });

  test("does not stop the count while the log has pages that can be moved into the database", async () => {
    const databaseUrl = await emptyStoreUrl("sqlite");
    const store = await openTestStore(databaseUrl, { clock: { now: () => Date.now() } });
    const { secret, accountId } = await boundlessKey(store);
    const prefix = ["sh", "-c", 'trap "" XFSZ; exec "$@"', "sh"];
    const service = await startService({ databaseUrl, prefix });
    const ask = async () =>
      (await fetch(`${service.url}/v1/safety/Irvine`, { headers: { "X-API-Key": secret } })).status;
    await sql`pragma wal_checkpoint(truncate)`.execute(store.database);
    // The log is full after a few of its rows; the database has room for all of them.
    const { size } = statSync(databaseUrl.slice("sqlite:".length));
    limitFileSize(service.pid, String(size + ROOM_BYTES));
    let [admitted, wasRefused] = [0, false];
    for (let request = 0; request < 300; request++) {
      const status = await ask();
      if (status === 200) admitted++;
      else {
        expect(status).toBe(503);
        wasRefused = true;
        await until("the log was moved", async () => (await ask()) === 200);
        admitted++;
      }
    }
    expect(wasRefused).toBe(true);
    expect(await countedIn(store, accountId)).toBe(admitted);
  });
});

/** Sets only the soft limit, which can be raised again without privileges. */
function limitFileSize(pid: number, bytes: string): void {
  const { exitCode, stderr } = Bun.spawnSync(["prlimit", `--pid=${pid}`, `--fsize=${bytes}:`]);
  if (exitCode !== 0) throw new Error(`prlimit failed: ${stderr}`);
}
