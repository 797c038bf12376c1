import { freePort } from "./free-port.ts";
import { serveProgram } from "./served-program.ts";

/** Nodes on one PostgreSQL share one secret. */
const SETTINGS = { LOG_LEVEL: "silent", SECRET: "a secret that only the tests know" } as const;

/** The service as it runs in production. */
export interface ServiceProcess {
  readonly url: string;
  readonly pid: number;
  /** SIGKILL: no handler runs, nothing is flushed. */
  kill(): Promise<void>;
  /** Sends SIGTERM and waits until requests in flight are done. */
  stop(): Promise<void>;
}

export interface ServiceSettings {
  readonly databaseUrl: string;
  readonly port?: number;
  /** Precedes the command line, for example `prlimit`. */
  readonly prefix?: readonly string[];
}

/** Starts `safety serve`. Resolves once it answers. */
export async function startService(settings: ServiceSettings): Promise<ServiceProcess> {
  const { databaseUrl, port = await freePort(), prefix = [] } = settings;
  const environment = { ...SETTINGS, PORT: String(port), DATABASE_URL: databaseUrl };
  const program = await serveProgram(environment, { prefix });
  const end = async (signal: NodeJS.Signals) => {
    program.kill(signal);
    await program.exited;
  };
  return { url: program.url, pid: program.pid, kill: () => end("SIGKILL"), stop: () => end("SIGTERM") };
}
