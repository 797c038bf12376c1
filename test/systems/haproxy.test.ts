import { afterAll, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { countedIn } from "../support/counted.ts";
import { freePort } from "../support/free-port.ts";
import { isLong, steadyLoad } from "../support/load.ts";
import { query } from "../support/postgres.ts";
import { startReplication } from "../support/replication.ts";
import { scratchFolder } from "../support/scratch.ts";
import { startService } from "../support/served-program.ts";
import { boundlessKey, newKey, OPERATOR, openTestStore } from "../support/stores.ts";
import { until } from "../support/until.ts";

const CONNECTIONS = 16;
const clock = { now: () => Date.now() };

const postgres = await startReplication();
const servers = [postgres.primaryUrl, postgres.standbyUrl];
const checks = servers.map(primaryCheck);
const port = await freePort();
const haproxy = startHaproxy(configuration(port, servers));
const databaseUrl = `postgres://postgres@127.0.0.1:${port}/postgres`;
await waitForPrimaryAlone(databaseUrl);
const store = await openTestStore(databaseUrl, { clock });
const key = await boundlessKey(store);
const nodes = [
  await startService({ databaseUrl, port: await freePort() }),
  await startService({ databaseUrl, port: await freePort() }),
];
afterAll(async () => {
  haproxy.kill();
  await haproxy.exited;
  for (const check of checks) check.stop(true);
  await postgres.stop();
});

/** Answers `GET /primary` as Patroni does: 200 if the server accepts writes, otherwise 503. */
function primaryCheck(serverUrl: string) {
  return Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch() {
      const rows = await query(serverUrl, "SELECT pg_is_in_recovery() AS standby").catch(() => []);
      return new Response(null, { status: rows[0]?.["standby"] === false ? 200 : 503 });
    },
  });
}

/** The configuration block of docs/high-availability.md, with this test's addresses. */
function configuration(port: number, servers: readonly string[]): string {
  const page = readFileSync(join(import.meta.dir, "../../docs/high-availability.md"), "utf8");
  const block = /^ {2}(listen postgres\n(?: {6}.+\n)+)/m.exec(page)?.[1] ?? "";
  const timeouts = ["connect 1s", "client 1h", "server 1h"].map((timeout) => `  timeout ${timeout}\n`).join("");
  const adapted = block
    .replace("bind *:5432", `bind 127.0.0.1:${port}`)
    .replace(/db(\d):5432 check port 8008/g, (_, number: string) => {
      const index = Number(number) - 1;
      return `127.0.0.1:${new URL(servers[index] ?? "").port} check port ${checks[index]?.port}`;
    });
  return `defaults\n${timeouts}${adapted}`;
}

function startHaproxy(text: string): Bun.Subprocess {
  const file = join(scratchFolder("haproxy"), "haproxy.cfg");
  writeFileSync(file, text);
  const path = `${process.env["PATH"]}:/usr/sbin`;
  return Bun.spawn(["haproxy", "-db", "-f", file], {
    env: { ...process.env, PATH: path },
    stdio: ["ignore", "ignore", "ignore"],
  });
}

/** HAProxy treats every server as a primary until its checks have failed twice. */
async function waitForPrimaryAlone(databaseUrl: string): Promise<void> {
  const ROW = 30;
  let primaryInARow = 0;
  await until("HAProxy leads to the primary alone", async () => {
    const rows = await query(databaseUrl, "SELECT pg_is_in_recovery() AS standby").catch(() => []);
    primaryInARow = rows[0]?.["standby"] === false ? primaryInARow + 1 : 0;
    return primaryInARow === ROW;
  });
}

async function statusOf(url: string, secret: string): Promise<number> {
  const answer = await fetch(`${url}/v1/stats`, { headers: { "X-API-Key": secret } });
  await answer.arrayBuffer();
  return answer.status;
}

test("behind HAProxy as documented, nodes follow a failover without a restart, and every answered request is counted", async () => {
  const urls = nodes.map(({ url }) => url);
  const revocable = await newKey(store, key.accountId);
  for (const url of urls) expect(await statusOf(url, revocable.secret)).toBe(200);
  let passed = 0;
  const answered = async (url: string) => {
    const status = await statusOf(url, key.secret);
    if (status === 200) passed++;
    return status;
  };
  const traffic = steadyLoad({ urls, key: key.secret, connections: CONNECTIONS });
  await traffic.answered;
  const revoked = await store.keys.revoke({ accountId: key.accountId, keyId: revocable.key.id, origin: OPERATOR });
  expect(revoked.ok).toBe(true);

  await postgres.crashPrimary();
  for (const url of urls) {
    // The server's processes may outlive their parent for a moment, and still commit what they receive.
    await until(`${url} answers 503`, async () => (await answered(url)) === 503);
  }
  await postgres.promoteStandby();
  for (const url of urls) {
    await until(`${url} answers again`, async () => (await answered(url)) === 200);
    expect(await statusOf(url, revocable.secret)).toBe(403);
  }
  const report = await traffic.stop();

  expect([...report.statuses.keys()].sort()).toEqual([200, 503]);
  expect([report.bare503, report.unanswered]).toEqual([0, 0]);
  const count = () => countedIn(store, key.accountId);
  const used = await count().catch(count);
  // With the earlier requests of the revoked key, and those that waited for the outage and the recovery.
  const all = (report.statuses.get(200) ?? 0) + urls.length + passed;
  expect(used).toBeGreaterThanOrEqual(all);
  // Those in flight when the server ended.
  expect(used - all).toBeLessThanOrEqual(CONNECTIONS + urls.length);
  if (isLong) console.info(`HAProxy failover: ${all} answered, ${used} counted`);
});
