import { join } from "node:path";
import { compareAdmission } from "./admission-growth.ts";
import { writeCityLoad } from "./cases.ts";
import { type GrowthResult, measureGrowth, measureGrowthInTurns } from "./growth.ts";
import type { BenchOptions } from "./options.ts";
import { writeSyntheticSnapshot } from "./places.ts";
import { startPostgres } from "./postgres.ts";
import { treeMemoryBytes } from "./procfs.ts";
import type { Results } from "./results.ts";
import { seedStore } from "./seed.ts";
import { maintainStore, seedLargeStore } from "./seed-large.ts";
import { BUILD_EXECUTABLE, BUN, SERVICE, startService } from "./servers.ts";
import { soak } from "./soak.ts";
import { startTimeMs } from "./start-time.ts";
import type { Workspace } from "./workspace.ts";

/** How much is measured, by whether the benchmark is only tried. */
const STARTS = { whole: 11, quick: 2 } as const;
const SOAK_REQUESTS = { whole: 1_000_000, quick: 100_000 } as const;
const LARGE_KEYS = { whole: 1_000_000, quick: 20_000 } as const;
const SYNTHETIC_PLACES = 30_000;
const CONNECTIONS = [1, 8, 64, 512];
const ADMISSION_BATCHES = { sqlite: 1_500, postgres: 300 } as const;
const BOTH_CORES = [0, 1];

export async function measureStart(
  workspace: Workspace,
  { quick }: BenchOptions,
): Promise<Pick<Results, "start" | "idleMemoryBytes">> {
  const key = workspace.keys.live[0] ?? "";
  const path = `/v1/safety/${encodeURIComponent(workspace.snapshot.cities[0]?.record.city ?? "")}`;
  const measureStarts = async (program: readonly string[], databaseUrl: string) => {
    const times: number[] = [];
    for (let count = 0; count < STARTS[quick ? "quick" : "whole"]; count++)
      times.push(await startTimeMs({ program, databaseUrl, key, path }));
    return times;
  };
  const start = {
    executable: await measureStarts([buildExecutable(workspace.folder)], workspace.sqliteUrl),
    sqlite: await measureStarts([BUN, SERVICE], workspace.sqliteUrl),
    postgres: await measureStarts([BUN, SERVICE], await workspace.postgresUrl()),
  };
  const service = await startService({ name: "idle", databaseUrl: workspace.sqliteUrl }, workspace.folder);
  const idleMemoryBytes = { sqlite: treeMemoryBytes([service.pid]) };
  await service.stop();
  return { start, idleMemoryBytes };
}

/** The one-file executable, as `npm run build` makes it. @throws Error when it cannot be built. */
function buildExecutable(folder: string): string {
  const path = join(folder, "safety");
  const { success, stderr } = Bun.spawnSync([BUN, BUILD_EXECUTABLE, path]);
  if (!success) throw new Error(`the executable could not be built:\n${stderr.toString()}`);
  return path;
}

export async function measureSoak(workspace: Workspace, { quick }: BenchOptions): Promise<Pick<Results, "soak">> {
  const service = await startService({ name: "soak", databaseUrl: workspace.sqliteUrl }, workspace.folder);
  try {
    return { soak: await soak(service, workspace.loads.city, SOAK_REQUESTS[quick ? "quick" : "whole"]) };
  } finally {
    await service.stop();
  }
}

/** The same keys with the real cities, and with as many as the whole country has. */
export async function measurePlaces(workspace: Workspace, rounds: number): Promise<readonly GrowthResult[]> {
  const { folder, snapshot, keys } = workspace;
  const snapshotPath = join(folder, "synthetic.json");
  const synthetic = await writeSyntheticSnapshot(snapshot, SYNTHETIC_PLACES, snapshotPath);
  const databaseUrl = `sqlite:${join(folder, "places.sqlite")}`;
  await seedStore(databaseUrl, keys);
  const points = [
    { size: snapshot.cities.length, start: () => workspace.start("sqlite"), files: workspace.loads.city },
    {
      size: SYNTHETIC_PLACES,
      start: () => startService({ name: "places", databaseUrl, snapshotPath }, folder),
      files: writeCityLoad(folder, "places", synthetic, keys.live),
    },
  ];
  return await measureGrowthInTurns(points, rounds);
}

export async function measureConnections(
  workspace: Workspace,
  rounds: number,
  seconds: number,
): Promise<readonly GrowthResult[]> {
  const points = CONNECTIONS.map((connections) => ({
    size: connections,
    connections,
    start: () => workspace.start("sqlite"),
    files: workspace.loads.city,
  }));
  return await measureGrowth(points, rounds, seconds);
}

/** One and two processes over one PostgreSQL, all of it and the load spread over both cores. */
export async function measureProcesses(
  workspace: Workspace,
  rounds: number,
  seconds: number,
): Promise<readonly GrowthResult[]> {
  const { folder, loads } = workspace;
  const postgres = await startPostgres("postgres-both-cores", folder, BOTH_CORES);
  try {
    const databaseUrl = await postgres.createDatabase("service");
    await seedStore(databaseUrl, workspace.keys);
    const points = [1, 2].map((processes) => {
      const service = { name: `${processes} processes`, databaseUrl, postgres, processes, cores: BOTH_CORES };
      return { size: processes, start: () => startService(service, folder), files: loads.city };
    });
    return await measureGrowth(points, rounds, seconds);
  } finally {
    await postgres.stop();
  }
}

/** Compares a store of 100 live keys with one of a million with a year of usage: over HTTP, and only admission. */
export async function measureKeys(
  workspace: Workspace,
  { rounds, quick }: BenchOptions,
): Promise<Pick<Results, "keys" | "admission">> {
  const largeCount = LARGE_KEYS[quick ? "quick" : "whole"];
  const { folder, snapshot, keys, loads } = workspace;
  const postgres = await workspace.postgres();
  const stores = {
    sqlite: { small: workspace.sqliteUrl, large: `sqlite:${join(folder, "large.sqlite")}` },
    postgres: { small: await workspace.postgresUrl(), large: await postgres.createDatabase("large") },
  };
  const measureStore = async (name: "sqlite" | "postgres") => {
    const { small, large } = stores[name];
    const largeKeys = await seedLargeStore(large, largeCount);
    for (const url of [small, large]) await maintainStore(url);
    const database = name === "postgres" ? { postgres } : {};
    const points = [
      { size: keys.live.length, start: () => workspace.start(name), files: loads.city },
      {
        size: largeCount,
        start: () => startService({ name: `large ${name}`, databaseUrl: large, ...database }, folder),
        files: writeCityLoad(folder, `large-${name}`, snapshot, largeKeys),
      },
    ];
    const overHttp = await measureGrowthInTurns(points, rounds);
    const admission = await compareAdmission(
      { url: small, keys: keys.live },
      { url: large, keys: largeKeys },
      rounds,
      ADMISSION_BATCHES[name],
    );
    return { overHttp, admission };
  };
  const sqlite = await measureStore("sqlite");
  const onPostgres = await measureStore("postgres");
  return {
    keys: { sqlite: sqlite.overHttp, postgres: onPostgres.overHttp },
    admission: { sqlite: sqlite.admission, postgres: onPostgres.admission },
  };
}
