import { freePort } from "./free-port.ts";
import { serveProgram } from "./served-program.ts";

/** Nodes on one PostgreSQL sign with one secret. */
const SETTINGS = { LOG_LEVEL: "silent", SECRET: "a secret that only the tests know" } as const;

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

/** Starts `safety serve`; it answers once this resolves. */
export async function startService(settings: ServiceSettings): Promise<ServiceProcess> {
  const { databaseUrl, port = await freePort(), processes = 1, prefix = [] } = settings;
  const environment = { ...SETTINGS, PORT: String(port), DATABASE_URL: databaseUrl };
  const args = processes > 1 ? ["--processes", String(processes)] : [];
  const program = await serveProgram(environment, { prefix, args });
  const end = async (signal: NodeJS.Signals) => {
    program.kill(signal);
    await program.exited;
  };
  return { url: program.url, pid: program.pid, kill: () => end("SIGKILL"), stop: () => end("SIGTERM") };
}
