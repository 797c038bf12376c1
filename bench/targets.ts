import { BESIDE_CASES } from "./beside.ts";
import { medianOf, ratioOf, runRatio } from "./figures.ts";
import { geographyBytes } from "./geography-memory.ts";
import type { GrowthResult } from "./growth.ts";
import type { Results } from "./results.ts";
import { median } from "./statistics.ts";

/** A figure with a target, and its current value. */
export interface Target {
  readonly what: string;
  readonly bound: { readonly atLeast: number } | { readonly atMost: number };
  readonly unit: "" | "ms" | "MB";
  /** undefined if it was not measured. */
  readonly measured: number | undefined;
}

export function targetsOf(results: Results): readonly Target[] {
  const ratio = (id: string, reference: string) => ratioOf(results.cases, id, reference, "requestsPerSecond");
  /** A ratio of speeds in the runs if there are any, or else in the table of cases. */
  const ofRuns = (what: string, atLeast: number, id: string, reference: string) => {
    const measured = runRatio(results.runs, id, reference, "requestsPerSecond");
    return measured === undefined
      ? least(what, atLeast, ratio(id, reference))
      : least(`${what}, median of three runs`, atLeast, measured);
  };
  const p99 = (what: string, atMost: number, reference: string) =>
    most(what, atMost, ratioOf(results.cases, "city", reference, "p99Ms"));
  const toCity = (what: string, atLeast: number, id: string) =>
    least(`${what}, to a city lookup`, atLeast, ratio(id, "city"));
  const memory = medianOf(results.cases, "city", "memoryBytes");
  const mb = (bytes: number | undefined) => bytes && bytes / 1e6;
  const { geographyMemory } = results;
  const geography = geographyMemory && geographyBytes(geographyMemory);
  return [
    ofRuns("city, SQLite, to node:http constant", 1.25, "city", "node"),
    ofRuns("city, SQLite, to Bun.serve constant", 0.6, "city", "bun"),
    ofRuns("city, SQLite, to the floor", 0.85, "city", "floor"),
    p99("p99 of city, SQLite, to that of the floor", 1.25, "floor"),
    ofRuns("city, PostgreSQL on the same core, to node:http constant", 0.5, "cityPostgres", "node"),
    ofRuns("batch of 100, to Bun.serve constant 10 KB", 0.35, "batch100", "bun10k"),
    ofRuns("city, SQLite, to Fastify, rate-limit plugin, SQLite", 5, "city", "fastify"),
    least("city, SQLite, to Express, better-auth's key plugin", 100, ratio("city", "betterAuth")),
    least("refused MCP message, to a refused request under /v1", 0.5, ratio("refusedMcp", "unknownKey")),
    toCity("history", 0.8, "history"),
    toCity("explain", 0.8, "explain"),
    toCity("locate by ZIP code", 0.7, "locateZip"),
    toCity("locate by name", 0.7, "locateName"),
    toCity("locate by point", 0.5, "locatePoint"),
    toCity("places by name with a typing error", 0.25, "search"),
    toCity("places, sorted", 0.4, "sorted"),
    toCity("places, filtered and sorted", 0.4, "filtered"),
    toCity("MCP tool call", 0.1, "toolsCall"),
    p99("p99 of city, SQLite, to that of node:http constant", 0.5, "node"),
    ...pageTargets(results),
    most("start to first 200, one-file executable", 150, results.start && median(results.start.executable), "ms"),
    most("start to first 200, from source", 150, results.start && median(results.start.sqlite), "ms"),
    most("memory under load", 80, mb(memory), "MB"),
    most("memory with the geography loaded, more than without", 60, mb(geography), "MB"),
    most("time per request, 1,000,000 keys to 100, SQLite", 1.1, slowdown(results.keys?.sqlite)),
    most("time per request, 1,000,000 keys to 100, PostgreSQL", 1.1, slowdown(results.keys?.postgres)),
    most("time per request, 30,000 places to the real ones", 1.1, slowdown(results.places)),
    least("two processes on PostgreSQL, to one", 1.6, speedUp(results.processes)),
    most("time per request, last third of the soak to its first", 1.1, soakSlowdown(results)),
    most("memory, after the soak to after its first tenth", 1.1, soakMemoryGrowth(results)),
    most("admission alone, 1,000,000 keys to 100, SQLite", 1.2, results.admission?.sqlite.ratio),
    most("admission alone, 1,000,000 keys to 100, PostgreSQL", 1.2, results.admission?.postgres.ratio),
  ];
}

/** Pages at 64 connections, and the speed that is left for lookups at the same time. */
function pageTargets({ cases, beside = {} }: Results): readonly Target[] {
  return BESIDE_CASES.flatMap(({ id, title }) => {
    const rounds = beside[id] ?? [];
    const p99 = medianOf(cases, id, "p99Ms");
    const besideMs = rounds.length > 0 ? median(rounds.map((round) => round.beside.p99Ms)) : undefined;
    if (id === "signIn") return most(`p99 of lookups during a ${title}`, 25, besideMs, "ms");
    const ratios = rounds.map((round) => round.beside.p99Ms / round.alone.p99Ms);
    return [
      most(`p99 of page: ${title}`, 25, p99, "ms"),
      most(
        `p99 of lookups while a page loads: ${title}, to without`,
        1.5,
        ratios.length > 0 ? median(ratios) : undefined,
      ),
    ];
  });
}

function least(what: string, atLeast: number, measured: number | undefined): Target {
  return { what, bound: { atLeast }, unit: "", measured };
}

function most(what: string, atMost: number, measured: number | undefined, unit: Target["unit"] = ""): Target {
  return { what, bound: { atMost }, unit, measured };
}

export function isReached({ bound, measured }: Target): boolean | undefined {
  if (measured === undefined) return undefined;
  return "atLeast" in bound ? measured >= bound.atLeast : measured <= bound.atMost;
}

/** How much longer a request takes at the last size than at the first, per round. */
function slowdown(points: readonly GrowthResult[] | undefined): number | undefined {
  const [first, last] = [points?.at(0), points?.at(-1)];
  if (!first || !last) return undefined;
  return median(
    first.rounds.map((small, round) => small.requestsPerSecond / (last.rounds[round]?.requestsPerSecond ?? Number.NaN)),
  );
}

/** Requests per second at the last size relative to the first, round by round. */
function speedUp(points: readonly GrowthResult[] | undefined): number | undefined {
  const longer = slowdown(points);
  return longer && 1 / longer;
}

/** The first third of the slices relative to the last third. */
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
