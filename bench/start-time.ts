import { freePort, SERVER_CORE } from "./server-process.ts";
import { serviceEnvironment } from "./servers.ts";

const GIVE_UP_MS = 20_000;

export interface Start {
  /** The command that starts the service, without `serve`. */
  readonly program: readonly string[];
  readonly databaseUrl: string;
  readonly key: string;
  /** Path of a city lookup. */
  readonly path: string;
}

/**
 * Milliseconds from the start of the process to the first 200 of a city lookup, counted and stored, with an existing
 * store. Retries follow immediately, so the resolution is the time of a refused connection, some tenths of a
 * millisecond.
 */
export async function startTimeMs({ program, databaseUrl, key, path }: Start): Promise<number> {
  const port = freePort();
  const startedAt = performance.now();
  const service = Bun.spawn(["taskset", "-c", String(SERVER_CORE), ...program, "serve"], {
    env: { ...process.env, ...serviceEnvironment(port, databaseUrl) },
    stdio: ["ignore", "ignore", "ignore"],
  });
  try {
    while (performance.now() - startedAt < GIVE_UP_MS) {
      const status = await statusOf(`http://127.0.0.1:${port}${path}`, key);
      if (status === 200) return performance.now() - startedAt;
      if (status !== null) throw new Error(`the first answer of the service was ${status}`);
    }
    throw new Error("the service did not start");
  } finally {
    service.kill("SIGTERM");
    await service.exited;
  }
}

async function statusOf(url: string, key: string): Promise<number | null> {
  try {
    const response = await fetch(url, { headers: { "X-API-Key": key }, keepalive: false });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return null;
  }
}
