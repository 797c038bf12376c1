import { chownSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { postgresPrograms } from "./requirements.ts";
import { freePort, type ServerProcess, spawnPinned } from "./server-process.ts";

const SUPERUSER = "bench";
/** `nobody` and `nogroup`: PostgreSQL refuses to run as root. */
const UNPRIVILEGED = { uid: 65_534, gid: 65_534 } as const;
const READY_WITHIN_MS = 30_000;

/** A PostgreSQL server started by the benchmark, with its default settings: every commit is flushed. */
export interface PostgresServer extends ServerProcess {
  /** Creates an empty database and returns its address. */
  createDatabase(name: string): Promise<string>;
}

export async function startPostgres(name: string, folder: string, cores?: readonly number[]): Promise<PostgresServer> {
  const data = join(folder, `${name}-data`);
  mkdirSync(data);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(data, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
  const asUser = isRoot
    ? ["setpriv", `--reuid=${UNPRIVILEGED.uid}`, `--regid=${UNPRIVILEGED.gid}`, "--clear-groups"]
    : [];
  const programs = postgresPrograms();
  const initdb = Bun.spawnSync(
    [...asUser, join(programs, "initdb"), "-D", data, "-U", SUPERUSER, "--auth=trust", "-E", "UTF8", "--locale=C"],
    { cwd: "/" },
  );
  if (initdb.exitCode !== 0) throw new Error(`initdb failed:\n${initdb.stderr.toString()}`);

  const port = freePort();
  const server = spawnPinned(
    {
      name,
      ...(cores ? { cores } : {}),
      command: [...asUser, join(programs, "postgres"), "-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", ""],
    },
    folder,
  );
  const urlOf = (database: string) => `postgres://${SUPERUSER}@127.0.0.1:${port}/${database}`;
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await accepts(urlOf("postgres")))) {
    if (server.ended() || Date.now() > deadline) throw new Error(`PostgreSQL does not start:\n${server.output()}`);
    await Bun.sleep(50);
  }
  return {
    ...server,
    async createDatabase(database) {
      await withClient(urlOf("postgres"), (client) => client.query(`CREATE DATABASE ${database}`));
      return urlOf(database);
    },
  };
}

export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function accepts(url: string): Promise<boolean> {
  try {
    await withClient(url, (client) => client.query("SELECT 1"));
    return true;
  } catch {
    return false;
  }
}
