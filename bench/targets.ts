import { medianOf, ratioOf } from "./figures.ts";
import type { GrowthResult } from "./growth.ts";
import type { Results } from "./results.ts";
import { median } from "./statistics.ts";

/** A figure that the service shall reach, and where it stands. */
export interface Target {
  readonly what: string;
  readonly bound: { readonly atLeast: number } | { readonly atMost: number };
  readonly unit: "" | "ms" | "MB";
  /** undefined where it was not measured. */
  readonly measured: number | undefined;
}

export function targetsOf(results: Results): readonly Target[] {
  const ratio = (id: string, reference: string) => ratioOf(results.cases, id, reference, "requestsPerSecond");
  const p99 = ratioOf(results.cases, "city", "node", "p99Ms");
  const memory = medianOf(results.cases, "city", "memoryBytes");
  const least = (what: string, atLeast: number, measured: number | undefined): Target => ({
    what,
    bound: { atLeast },
    unit: "",
    measured,
  });
  const most = (what: string, atMost: number, measured: number | undefined, unit: Target["unit"] = ""): Target => ({
    what,
    bound: { atMost },
    unit,
    measured,
  });
  return [
    least("city, SQLite, to node:http constant", 1.25, ratio("city", "node")),
    least("city, SQLite, to Bun.serve constant", 0.6, ratio("city", "bun")),
    least("city, PostgreSQL on the same core, to node:http constant", 0.5, ratio("cityPostgres", "node")),
    least("batch of 100, to Bun.serve constant 10 KB", 0.35, ratio("batch100", "bun10k")),
    least("city, SQLite, to Fastify, rate-limit plugin, SQLite", 5, ratio("city", "fastify")),
    least("city, SQLite, to Express, better-auth's key plugin", 100, ratio("city", "betterAuth")),
    least("refused MCP message, to a refused request under /v1", 0.5, ratio("refusedMcp", "unknownKey")),
    most("p99 of city, SQLite, to that of node:http constant", 0.5, p99),
    most("start to first 200, one-file executable", 150, results.start && median(results.start.executable), "ms"),
    most("start to first 200, from source", 150, results.start && median(results.start.sqlite), "ms"),
    most("memory under load", 80, memory && memory / 1e6, "MB"),
    most("time a request, 1,000,000 keys to 100, SQLite", 1.1, slowdown(results.keys?.sqlite)),
    most("time a request, 1,000,000 keys to 100, PostgreSQL", 1.1, slowdown(results.keys?.postgres)),
    most("time a request, 30,000 places to the real ones", 1.1, slowdown(results.places)),
    most("time a request, last third of the soak to its first", 1.1, soakSlowdown(results)),
    most("memory, after the soak to after its first tenth", 1.1, soakMemoryGrowth(results)),
    most("admission alone, 1,000,000 keys to 100, SQLite", 1.2, results.admission?.sqlite.ratio),
    most("admission alone, 1,000,000 keys to 100, PostgreSQL", 1.2, results.admission?.postgres.ratio),
  ];
}

export function isReached({ bound, measured }: Target): boolean | undefined {
  if (measured === undefined) return undefined;
  return "atLeast" in bound ? measured >= bound.atLeast : measured <= bound.atMost;
}

/** How much longer a request takes at the last size than at the first, round by round. */
function slowdown(points: readonly GrowthResult[] | undefined): number | undefined {
  const [first, last] = [points?.at(0), points?.at(-1)];
  if (!first || !last) return undefined;
  return median(
    first.rounds.map((small, round) => small.requestsPerSecond / (last.rounds[round]?.requestsPerSecond ?? Number.NaN)),
  );
}

/** The first third of the slices to the last third. */
function soakSlowdown({ soak = [] }: Results): number | undefined {
  const third = Math.floor(soak.length / 3);
  if (third === 0) return undefined;
  const speed = (slices: typeof soak) => median(slices.map(({ requestsPerSecond }) => requestsPerSecond));
  return speed(soak.slice(0, third)) / speed(soak.slice(-third));
}

function soakMemoryGrowth({ soak }: Results): number | undefined {
  const last = soak?.at(-1);
  const first = soak?.find(({ requestsSoFar }) => requestsSoFar >= (last?.requestsSoFar ?? 0) / 10);
  return first && last && last.memoryNowBytes / first.memoryNowBytes;
}
