import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../../src/main/cli.ts", import.meta.url));
/** Nodes on one PostgreSQL sign with one secret. */
const SETTINGS = { LOG_LEVEL: "silent", SECRET: "a secret that only the tests know" } as const;
const READY_TIMEOUT_MS = 30_000;

/** The service as it is run: a process of its own, or several on one port. */
export interface ServiceProcess {
  readonly url: string;
  readonly pid: number;
  /** SIGKILL: no handler runs, nothing is flushed. */
  kill(): Promise<void>;
  /** SIGTERM, and the end of what is in flight. */
  stop(): Promise<void>;
}

export interface ServiceSettings {
  readonly databaseUrl: string;
  readonly port?: number;
  /** More than one on PostgreSQL only. */
  readonly processes?: number;
  /** What stands before the command line, such as `prlimit`. */
  readonly prefix?: readonly string[];
}

/** Starts `safety serve` and resolves once it is ready. */
export async function startService(settings: ServiceSettings): Promise<ServiceProcess> {
  const { databaseUrl, port = await freePort(), processes = 1, prefix = [] } = settings;
  const url = `http://127.0.0.1:${port}`;
  const many = processes > 1 ? ["--processes", String(processes)] : [];
  const child = Bun.spawn([...prefix, process.execPath, PROGRAM, "serve", ...many], {
    env: { ...SETTINGS, PATH: process.env["PATH"] ?? "", PORT: String(port), DATABASE_URL: databaseUrl },
    stdio: ["ignore", processes > 1 ? "pipe" : "ignore", "inherit"],
  });
  // One worker is enough to be ready; the command says when all are there.
  if (child.stdout) await untilSaid(child.stdout, `${processes} processes on`);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await child.exited;
  };
  for (let waitedMs = 0; !(await isReady(url)); waitedMs += 10) {
    if (child.exitCode !== null) throw new Error(`The service ended with exit code ${child.exitCode}`);
    if (waitedMs >= READY_TIMEOUT_MS) throw new Error("The service does not get ready");
    await Bun.sleep(10);
  }
  return { url, pid: child.pid, kill: () => end("SIGKILL"), stop: () => end("SIGTERM") };
}

async function untilSaid(output: ReadableStream<Uint8Array>, words: string): Promise<void> {
  const reader = output.getReader();
  const decoder = new TextDecoder();
  for (let said = ""; !said.includes(words); ) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`The service ended before it said: ${words}`);
    said += decoder.decode(value, { stream: true });
  }
  reader.releaseLock();
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}

/** A port of the loopback that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("The loopback gave no port");
  return address.port;
}
