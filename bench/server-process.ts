import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const SERVER_CORE = 0;
export const LOAD_CORE = 1;

const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 10_000;

export interface ServerCommand {
  readonly name: string;
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Cores it may run on; by default the server core. */
  readonly cores?: readonly number[];
  /** A URL that answers, with any status, once the server is up. */
  readonly readyUrl: string;
}

/** A server of the benchmark. Its output goes to a file and is shown only if it fails. */
export interface ServerProcess {
  readonly name: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a server on its core and waits until it answers. @throws if it ends, or does not answer for a minute. */
export async function startServerProcess(command: ServerCommand, folder: string): Promise<ServerProcess> {
  const server = spawnPinned(command, folder);
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await answers(command.readyUrl))) {
    if (server.ended() || Date.now() > deadline) {
      await server.stop();
      throw new Error(`${command.name} does not answer at ${command.readyUrl}:\n${server.output()}`);
    }
    await Bun.sleep(20);
  }
  return server;
}

/** Starts a program on its core without waiting. */
export function spawnPinned(
  command: Omit<ServerCommand, "readyUrl">,
  folder: string,
): ServerProcess & { ended(): boolean; output(): string } {
  const logPath = join(folder, `${command.name.replaceAll(/\W+/g, "-")}.log`);
  const log = openSync(logPath, "w");
  const cores = (command.cores ?? [SERVER_CORE]).join(",");
  const child = Bun.spawn(["taskset", "-c", cores, ...command.command], {
    env: { ...process.env, NODE_ENV: "production", ...command.environment },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const stop = async () => {
    if (child.exitCode === null) child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MS);
    await child.exited;
    clearTimeout(timer);
  };
  return {
    name: command.name,
    pid: child.pid,
    stop,
    ended: () => child.exitCode !== null || child.signalCode !== null,
    output: () => readFileSync(logPath, "utf8").slice(-4_000),
  };
}

/** A port that is currently free. */
export function freePort(): number {
  const probe = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = probe;
  probe.stop(true);
  return port;
}

async function answers(url: string): Promise<boolean> {
  try {
    await (await fetch(url, { signal: AbortSignal.timeout(1_000) })).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
