import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Snapshot } from "../src/domain/snapshot.ts";
import { nginxCommand } from "./limits/nginx.ts";
import type { PeerFixture } from "./peer-fixture.ts";
import type { PostgresServer } from "./postgres.ts";
import { PLAN_LIMITS } from "./seed.ts";
import { freePort, type ServerProcess, startServerProcess } from "./server-process.ts";

export const CONSTANT_BYTES = 350;
export const LARGE_CONSTANT_BYTES = 10_240;

export const BENCH_SECRET = "a secret of the benchmark, which guards nothing";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
export const BUN = process.execPath;
export const SERVICE = at("../src/main/cli.ts");
export const BUILD_EXECUTABLE = at("../scripts/build-executable.ts");

/** A server of a case, on its own URL. */
export interface BenchServer extends ServerProcess {
  readonly url: string;
  /** The server's database server, whose CPU time is added to its own. */
  readonly postgres?: PostgresServer;
}

export async function startConstant(kind: "bun" | "node", bytes: number, folder: string): Promise<BenchServer> {
  const port = freePort();
  const program = kind === "bun" ? [BUN, at("limits/bun-constant.ts")] : ["node", at("limits/node-constant.mjs")];
  return await start(`${kind} constant ${bytes}`, [...program, String(port), String(bytes)], port, folder);
}

/** The minimum for the service on its runtime: one of its answers, without any of its work. */
export async function startFloor({ cities }: Snapshot, folder: string): Promise<BenchServer> {
  const bodies = cities.map(({ record }) => JSON.stringify({ found: true, data: record }));
  const body = bodies.toSorted((a, b) => a.length - b.length)[Math.floor(bodies.length / 2)] ?? "";
  const port = freePort();
  return await start("floor", [BUN, at("limits/bun-floor.ts"), String(port), body], port, folder);
}

/** The servers between the floor and the service, each with one thing more. */
export const STEP_SERVERS = ["target", "key", "handler", "batch", "sqlite", "thread"] as const;
export type StepServer = (typeof STEP_SERVERS)[number];

/** A server between the floor and the service. `databaseUrl` is a SQLite store. */
export async function startStep(step: StepServer, databaseUrl: string, folder: string): Promise<BenchServer> {
  const port = freePort();
  return await start(`step ${step}`, [BUN, at("steps-server.ts"), String(port), step, databaseUrl], port, folder);
}

export async function startNginx(folder: string): Promise<BenchServer> {
  const port = freePort();
  return await start("nginx constant", nginxCommand(folder, port, "x".repeat(CONSTANT_BYTES)), port, folder);
}

const PEERS = {
  fastify: { program: "peers/fastify-sqlite.mjs", store: "sqlite" },
  betterAuth: { program: "peers/express-better-auth.mjs", store: "sqlite" },
  expressPg: { program: "peers/express-pg.mjs", store: "postgres" },
  places: { program: "peers/fastify-places.mjs", store: "sqlite" },
  mcpPeer: { program: "peers/express-mcp.mjs", store: "sqlite" },
  honoFlexible: { program: "peers/hono-rate-limiter-flexible.mjs", store: "postgres" },
} as const;
export type PeerName = keyof typeof PEERS;

/** `storeName` is the name of a store that does not exist yet. */
export async function startPeer(
  name: PeerName,
  storeName: string,
  fixture: PeerFixture,
  postgres: PostgresServer,
  folder: string,
): Promise<BenchServer> {
  const { program, store } = PEERS[name];
  const fixturePath = join(folder, `${name}.json`);
  writeFileSync(fixturePath, JSON.stringify(fixture));
  const onPostgres = store === "postgres";
  const database = onPostgres
    ? await postgres.createDatabase(storeName.toLowerCase())
    : join(folder, `${storeName}.sqlite`);
  const port = freePort();
  const server = await start(name, ["node", at(program), String(port), fixturePath, database], port, folder);
  return onPostgres ? { ...server, postgres } : server;
}

export interface ServiceOptions {
  readonly name: string;
  readonly databaseUrl: string;
  readonly postgres?: PostgresServer;
  readonly snapshotPath?: string;
  readonly processes?: number;
  readonly cores?: readonly number[];
}

/** The service as an operator starts it, with limits that no run reaches. */
export async function startService(options: ServiceOptions, folder: string): Promise<BenchServer> {
  const { name, databaseUrl, postgres, snapshotPath, processes = 1, cores } = options;
  const port = freePort();
  const command = [BUN, SERVICE, "serve", ...(processes > 1 ? ["--processes", String(processes)] : [])];
  const server = await start(name, command, port, folder, serviceEnvironment(port, databaseUrl, snapshotPath), cores);
  return postgres ? { ...server, postgres } : server;
}

export function serviceEnvironment(port: number, databaseUrl: string, snapshotPath?: string): Record<string, string> {
  return {
    PORT: String(port),
    HOST: "127.0.0.1",
    DATABASE_URL: databaseUrl,
    PLAN_LIMITS: JSON.stringify(PLAN_LIMITS),
    SECRET: BENCH_SECRET,
    // Each client of the sign-in flood has its own IP address.
    TRUST_PROXY: "true",
    ...(snapshotPath ? { SNAPSHOT_PATH: snapshotPath } : {}),
  };
}

async function start(
  name: string,
  command: readonly string[],
  port: number,
  folder: string,
  environment: Readonly<Record<string, string>> = {},
  cores?: readonly number[],
): Promise<BenchServer> {
  const url = `http://127.0.0.1:${port}`;
  const options = { name, command, environment, readyUrl: `${url}/v1/stats`, ...(cores ? { cores } : {}) };
  return { ...(await startServerProcess(options, folder)), url };
}
