import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { chownTree, type PostgresServer, query, startPostgres } from "./postgres.ts";
import { until } from "./until.ts";

/** A primary and its synchronous standby, which switch roles with each failover. */
export interface ReplicatedPostgres {
  /** All hosts, for `DATABASE_URL`. */
  readonly url: string;
  /** The primary's own address. */
  readonly primaryUrl: string;
  readonly standbyUrl: string;
  /** The primary stops answering, as if its network were down; `crashStandby` ends it after the promotion. */
  freezePrimary(): void;
  /** Stops the primary as if its machine had lost power. */
  crashPrimary(): Promise<void>;
  /** Makes the standby the primary. It waits for no standby until `restoreStandby`. */
  promoteStandby(): Promise<void>;
  /** Starts the crashed server as it was: a second primary, which waits for no standby. */
  startOldPrimary(): Promise<void>;
  /** Makes the crashed server the synchronous standby of the other one. */
  restoreStandby(): Promise<void>;
  /** The standby stops, until `restoreStandby`. */
  crashStandby(): Promise<void>;
  stop(): Promise<void>;
}

const SYNCHRONOUS = "ALTER SYSTEM SET synchronous_standby_names = '*'";
const SETTINGS = ["wal_keep_size=512MB", "max_wal_senders=10", "hot_standby=on", "wal_receiver_status_interval=1"];

export async function startReplication(): Promise<ReplicatedPostgres> {
  let primary = await startPostgres({ settings: SETTINGS });
  let standby = await startPostgres({ settings: SETTINGS, prepare: (folder) => copyOf(primary, folder) });
  const ports = [primary.port, standby.port];
  await waitForStandby(primary);
  return {
    url: `postgres://postgres@${ports.map((port) => `127.0.0.1:${port}`).join(",")}/postgres?target_session_attrs=read-write`,
    get primaryUrl() {
      return primary.url;
    },
    get standbyUrl() {
      return standby.url;
    },
    freezePrimary: () => primary.freeze(),
    crashPrimary: () => primary.crash(),
    crashStandby: () => standby.crash(),
    async promoteStandby() {
      [primary, standby] = [standby, primary];
      await query(primary.url, "SELECT pg_promote()");
    },
    async startOldPrimary() {
      await standby.start();
      await query(standby.url, "ALTER SYSTEM RESET synchronous_standby_names");
      await query(standby.url, "SELECT pg_reload_conf()");
    },
    async restoreStandby() {
      await copyOf(primary, standby.folder);
      await standby.start();
      await waitForStandby(primary);
    },
    async stop() {
      await standby.stop();
      await primary.stop();
    },
  };
}

/** Fills the subfolder `data` of `folder` with a base backup, ready to follow the server. */
async function copyOf(server: PostgresServer, folder: string): Promise<void> {
  const data = join(folder, "data");
  rmSync(data, { recursive: true, force: true });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query("SELECT pg_backup_start('copy', true)");
  const isCopied = (path: string) => !/\/(postmaster\.(pid|opts)|pgsql_tmp.*)$/.test(path);
  cpSync(join(server.folder, "data"), data, { recursive: true, filter: isCopied });
  const { rows } = await client.query<{ labelfile: string }>("SELECT labelfile FROM pg_backup_stop(false)");
  await client.end();
  writeFileSync(join(data, "backup_label"), rows[0]?.labelfile ?? "");
  writeFileSync(join(data, "standby.signal"), "");
  const source = `host=127.0.0.1 port=${server.port} user=postgres application_name=standby`;
  // The setting applies only to the primary: this server waits for no standby after its promotion.
  writeFileSync(join(data, "postgresql.auto.conf"), `primary_conninfo = '${source}'\n`);
  chownTree(data);
}

/** From then on, nothing is committed that the standby does not have. */
async function waitForStandby({ url }: PostgresServer): Promise<void> {
  await query(url, SYNCHRONOUS);
  await query(url, "SELECT pg_reload_conf()");
  await until("the standby follows", async () => {
    const [row] = await query(url, "SELECT count(*)::int AS n FROM pg_stat_replication WHERE sync_state = 'sync'");
    return row?.["n"] === 1;
  });
}
