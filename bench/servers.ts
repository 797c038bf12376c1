import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../test/support/free-port.ts";
import { type PostgresServer, startPostgres } from "../test/support/postgres.ts";
import { diskFolder, scratchFolder } from "../test/support/scratch.ts";
import { addCustomers, type KeyStore } from "./fill.ts";
import type { Fixture } from "./fixture.ts";

const ROOT = join(import.meta.dir, "..");
/** Limits that no run reaches; the code that checks them is the same. */
const NO_LIMIT = { monthlyRequests: 1_000_000_000, burstPerSecond: 1_000_000, burstCapacity: 1_000_000 };
const KEYS = 24;
const READY_WITHIN_MS = 60_000;

export type Dialect = "sqlite" | "postgres";

/** A server under test. */
export interface BenchServer {
  readonly url: string;
  /** The process, and that of its PostgreSQL. */
  readonly pids: readonly [number, ...number[]];
  /** Until its first answer. */
  readonly startMs: number;
  stop(): Promise<void>;
}

/** A way to build the API: its name in the table, and how a new process of it starts. */
export interface Contestant {
  readonly name: string;
  start(fixture: Fixture): Promise<BenchServer>;
}

/** One PostgreSQL for all servers that need one. Every commit is flushed, as by default. */
let postgres: Promise<PostgresServer> | undefined;
export function sharedPostgres(): Promise<PostgresServer> {
  postgres ??= startPostgres({ settings: ["fsync=on"] });
  return postgres;
}

/** Adds the CPU time of PostgreSQL to that of a server that uses it. */
async function withPostgres(dialect: Dialect, server: BenchServer): Promise<BenchServer> {
  if (dialect === "sqlite") return server;
  const { folder } = await sharedPostgres();
  const pid = (await Bun.file(join(folder, "data/postmaster.pid")).text()).split("\n")[0];
  return { ...server, pids: [...server.pids, Number(pid)] };
}

/** Runs a command of the service. @throws Error with its output if it fails */
function safety(checkout: string, databaseUrl: string, ...words: readonly string[]): string {
  const command = [process.execPath, join(checkout, "src/cli/cli.ts"), ...words];
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { env: { DATABASE_URL: databaseUrl } });
  if (exitCode !== 0) throw new Error(`safety ${words.join(" ")}: ${stderr}`);
  return stdout.toString().trim();
}

/** A store of a few customers, made by the service's own commands. */
export function createKeyStore(checkout = ROOT): KeyStore {
  const path = join(diskFolder("keys"), "store.sqlite");
  const keys = Array.from({ length: KEYS }, (_, number) => createKey(checkout, path, number));
  return { path, keys, customers: KEYS };
}

/** A store of many customers, with rows of this month and today, some of whom send requests. */
export function createFilledStore(customers: number, active: number, checkout = ROOT): KeyStore {
  const path = join(diskFolder("keys"), "store.sqlite");
  createKey(checkout, path, 0);
  return { path, keys: addCustomers(path, customers, active), customers };
}

function createKey(checkout: string, path: string, number: number): string {
  const words = ["--email", `holder-${number}@example.com`, "--type", "live", "--plan", "enterprise"];
  return safety(checkout, `sqlite:${path}`, "key", "create", ...words);
}

interface ServiceOptions {
  readonly checkout?: string;
  /** An executable instead of the source. */
  readonly program?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** The service as an operator starts it, with a copy of the store. */
export async function service(
  name: string,
  dialect: Dialect,
  { path }: Pick<KeyStore, "path">,
  { checkout = ROOT, program, environment: own = {} }: ServiceOptions = {},
): Promise<Contestant> {
  // A newer version migrates the tables of the file that it opens.
  const copy = join(diskFolder("service"), "store.sqlite");
  // Page by page, because Linux counts as written all of a cached part of a file, which is as large as the writes it is from.
  Bun.spawnSync(["dd", `if=${path}`, `of=${copy}`, "bs=4096", "status=none"]);
  let databaseUrl = `sqlite:${copy}`;
  if (dialect === "postgres") {
    databaseUrl = await (await sharedPostgres()).createDatabase();
    safety(checkout, databaseUrl, "store", "copy", `sqlite:${copy}`);
  }
  const environment = {
    DATABASE_URL: databaseUrl,
    PLAN_LIMITS: JSON.stringify({ free: NO_LIMIT, enterprise: NO_LIMIT }),
    SECRET: "a secret of the benchmark, which guards nothing",
    ...own,
  };
  const source = [process.execPath, join(checkout, "src/cli/cli.ts")];
  const command = [...(program === undefined ? source : [program]), "serve"];
  return { name, start: async () => withPostgres(dialect, await startProcess(command, environment)) };
}

/** The same answer to every request, with the headers of the service. */
export function floor(body: string): Contestant {
  return {
    name: "constant server",
    async start() {
      const file = join(scratchFolder("floor"), "body");
      writeFileSync(file, body);
      return startProcess([process.execPath, join(import.meta.dir, "floor.ts"), "PORT", file]);
    },
  };
}

/** A program of the folder `peers` on Node, with an empty store. */
export function peer(name: string, program: string, dialect: Dialect): Contestant {
  return {
    name,
    async start(fixture) {
      const folder = diskFolder("peer");
      const file = join(folder, "fixture.json");
      writeFileSync(file, JSON.stringify(fixture));
      const database =
        dialect === "postgres" ? await (await sharedPostgres()).createDatabase() : join(folder, "store.sqlite");
      const command = ["node", join(import.meta.dir, "peers", program), "PORT", file, database];
      return withPostgres(dialect, await startProcess(command));
    },
  };
}

/** `PORT` in the command becomes a free port. @throws Error if the server ends, or does not answer for a minute */
async function startProcess(
  command: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<BenchServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const startedMs = performance.now();
  const child = Bun.spawn(
    command.map((word) => (word === "PORT" ? String(port) : word)),
    {
      env: { ...process.env, NODE_ENV: "production", PORT: String(port), ...environment },
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  const output = new Response(child.stderr).text();
  const stop = async () => {
    child.kill("SIGTERM");
    await child.exited;
  };
  while (!(await answers(`${url}/v1/stats`))) {
    if (child.exitCode !== null || performance.now() - startedMs > READY_WITHIN_MS) {
      await stop();
      throw new Error(`${command.join(" ")} does not answer:\n${await output}`);
    }
    await Bun.sleep(2);
  }
  return { url, pids: [child.pid], startMs: performance.now() - startedMs, stop };
}

function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.arrayBuffer().then(() => true),
    () => false,
  );
}
