import { afterAll, describe, expect, test } from "bun:test";
import { Hosts } from "../../src/store/postgres/hosts.ts";
import { PrimaryPool } from "../../src/store/postgres/pool.ts";
import { freePort } from "../support/free-port.ts";
import { query, startPostgres } from "../support/postgres.ts";
import { recordingLog } from "../support/recording-log.ts";
import { postgresAddress } from "../support/stores.ts";
import { until } from "../support/until.ts";

const READ_ONLY = "ALTER SYSTEM SET default_transaction_read_only = on";
const READ_WRITE = "ALTER SYSTEM RESET default_transaction_read_only";

const servers = [await startPostgres(), await startPostgres()];
const url = urlOf(servers.map(({ port }) => port));
afterAll(async () => {
  for (const server of servers) await server.stop();
});

function urlOf(ports: readonly number[]): string {
  return `postgres://postgres@${ports.map((port) => `127.0.0.1:${port}`).join(",")}/postgres?target_session_attrs=read-write`;
}

/** Resolves once new connections have the setting. */
async function setWritable(url: string, isWritable: boolean): Promise<void> {
  await query(url, isWritable ? READ_WRITE : READ_ONLY);
  await query(url, "SELECT pg_reload_conf()");
  await until(`${url} has reloaded its settings`, async () => {
    const [row] = await query(url, "SHOW default_transaction_read_only");
    return row?.["default_transaction_read_only"] === (isWritable ? "off" : "on");
  });
}

/** Turns writes off on all servers except one, and ends open connections, as a failover does. */
async function makePrimary(primary: number): Promise<void> {
  for (const [index, { url }] of servers.entries()) {
    await setWritable(url, index === primary);
    await query(url, "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE application_name = 'safety'");
  }
}

/** The port of the server that answers, after at most one failure: the lost connection. */
async function portOf(pool: PrimaryPool): Promise<number> {
  const ask = () => pool.query<{ port: number }>({ text: "SELECT current_setting('port')::int AS port" });
  const { rows } = await ask().catch(ask);
  return rows[0]?.port ?? 0;
}

describe("several hosts", () => {
  test("connect to the host that accepts writes, and to another one after a failover", async () => {
    const pool = new PrimaryPool(new Hosts(postgresAddress(url)), 2);
    for (const primary of [1, 0, 1]) {
      await makePrimary(primary);
      expect(await portOf(pool)).toBe(servers[primary]?.port ?? 0);
      const client = await pool.connect();
      expect((await client.query("SELECT current_setting('port')::int AS port")).rows[0].port).toBe(
        servers[primary]?.port,
      );
      client.release();
    }
    await pool.end();
    await expect(pool.query({ text: "SELECT 1" })).rejects.toThrow("The store is closed");
  });

  test("are searched again after a statement was refused because the server no longer accepts writes", async () => {
    await makePrimary(0);
    const pool = new PrimaryPool(new Hosts(postgresAddress(url)), 1);
    expect(await portOf(pool)).toBe(servers[0]?.port ?? 0);
    await setWritable(servers[0]?.url ?? "", false);
    await setWritable(servers[1]?.url ?? "", true);
    const write = () =>
      pool.query({ text: "CREATE TEMPORARY SEQUENCE s; CREATE TABLE IF NOT EXISTS written (id INT)" });
    await until("a host accepts the write", () =>
      write().then(
        () => true,
        () => false,
      ),
    );
    expect(await portOf(pool)).toBe(servers[1]?.port ?? 0);
    await pool.end();
  });

  test("are named one by one if none accepts writes, including one that does not answer", async () => {
    await makePrimary(-1);
    const dead = await freePort();
    const ports = [dead, ...servers.map(({ port }) => port)];
    const pool = new PrimaryPool(new Hosts(postgresAddress(urlOf(ports))), 1);
    const asked = pool.query({ text: "SELECT 1" });
    await expect(asked).rejects.toThrow("not one host of DATABASE_URL accepts writes");
    await expect(asked).rejects.toThrow(`127.0.0.1:${dead}: `);
    await expect(asked).rejects.toThrow(`127.0.0.1:${ports[1]} accepts no writes: default_transaction_read_only is on`);
    await pool.end();
  });

  test("that both accept writes, with nothing to tell which was promoted last, are refused, and the log says so", async () => {
    for (const server of servers) await setWritable(server.url, true);
    const recorded = recordingLog();
    const hosts = new Hosts(postgresAddress(url), "serve", recorded.log);
    const pool = new PrimaryPool(hosts, 1);
    await expect(pool.query({ text: "SELECT 1" })).rejects.toThrow(/both .* and .* do: stop one of them/);
    expect(hosts.writable).toBe(2);
    expect(JSON.stringify(recorded.lines)).toContain("more than one host accepts writes");
    await setWritable(servers[0]?.url ?? "", false);
    await until("the other one is used", () =>
      portOf(pool).then(
        (port) => port === servers[1]?.port,
        () => false,
      ),
    );
    await pool.end();
  });
});
