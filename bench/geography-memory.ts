import { runLoad } from "./load.ts";
import { treeMemoryBytes } from "./procfs.ts";
import { median } from "./statistics.ts";
import type { Workspace } from "./workspace.ts";

const SECONDS = 2;
const CONNECTIONS = 8;
const PROCESSES = 5;
const READINGS = 8;
const READ_EVERY_MS = 250;

/** Proportional set size in bytes of a process that has answered only lookups, and then also points and searches. */
export interface GeographyMemory {
  readonly lookUpsBytes: number;
  readonly geographyBytes: number;
}

/** How much more memory the geography needs: the median of the processes, in bytes. */
export function geographyBytes(processes: readonly GeographyMemory[]): number {
  return median(processes.map(({ lookUpsBytes, geographyBytes: bytes }) => bytes - lookUpsBytes));
}

/**
 * Measures several processes, because the memory of one depends on when the runtime collected its garbage. Each figure
 * is the minimum of several readings after the load, when the runtime has released the memory of the load.
 */
export async function measureGeographyMemory(
  workspace: Workspace,
  processes = PROCESSES,
): Promise<readonly GeographyMemory[]> {
  const measured: GeographyMemory[] = [];
  while (measured.length < processes) measured.push(await measureProcess(workspace));
  return measured;
}

async function measureProcess(workspace: Workspace): Promise<GeographyMemory> {
  const server = await workspace.start("sqlite");
  const { loads } = workspace;
  const serve = (files: (typeof loads)["city"]) =>
    runLoad({ url: server.url, files, connections: CONNECTIONS, seconds: SECONDS, checked: true });
  try {
    await serve(loads.city);
    const lookUpsBytes = await lowestMemory(server.pid);
    for (const name of ["locate by point", "locate by ZIP", "search with typing errors", "city"] as const) {
      await serve(loads[name]);
    }
    return { lookUpsBytes, geographyBytes: await lowestMemory(server.pid) };
  } finally {
    await server.stop();
  }
}

async function lowestMemory(pid: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let reading = 0; reading < READINGS; reading++) {
    await Bun.sleep(READ_EVERY_MS);
    least = Math.min(least, treeMemoryBytes([pid]));
  }
  return least;
}
