import type { LoadName } from "./cases.ts";
import type { LoadFiles } from "./load.ts";
import { type Measurement, measureFresh } from "./measure.ts";
import type { BenchServer } from "./servers.ts";
import { orderOf } from "./statistics.ts";

export const SERVER_NAMES = [
  "node",
  "bun",
  "bun10k",
  "nginx",
  "sqlite",
  "postgres",
  "fastify",
  "betterAuth",
  "expressPg",
  "honoFlexible",
] as const;
export type ServerName = (typeof SERVER_NAMES)[number];

export interface Case {
  readonly id: string;
  readonly title: string;
  readonly group: "limit" | "service" | "peer";
  readonly server: ServerName;
  readonly load: LoadName;
  /** Loads that its process has served too before each measurement; none for most. */
  readonly alongside?: readonly LoadName[];
}

/** The case that the others are compared with, round by round. */
export const REFERENCE = "node";

export const CASES: readonly Case[] = [
  { id: "node", title: "node:http, constant 350 bytes", group: "limit", server: "node", load: "constant" },
  { id: "bun", title: "Bun.serve, constant 350 bytes", group: "limit", server: "bun", load: "constant" },
  { id: "nginx", title: "nginx, return 200, 350 bytes", group: "limit", server: "nginx", load: "constant" },
  { id: "bun10k", title: "Bun.serve, constant 10 KB", group: "limit", server: "bun10k", load: "large constant" },
  { id: "city", title: "city, SQLite", group: "service", server: "sqlite", load: "city" },
  {
    id: "cityMixed",
    title: "city, in a process that serves all loads",
    group: "service",
    server: "sqlite",
    load: "city",
    alongside: ["test key", "unknown key", "county", "stats", "batch of 100"],
  },
  {
    id: "cityPostgres",
    title: "city, PostgreSQL on the same core",
    group: "service",
    server: "postgres",
    load: "city",
  },
  { id: "testKey", title: "city, 20,000 test keys", group: "service", server: "sqlite", load: "test key" },
  {
    id: "spentKey",
    title: "city, test keys used up (429)",
    group: "service",
    server: "sqlite",
    load: "spent test key",
  },
  { id: "unknownKey", title: "city, unknown keys (403)", group: "service", server: "sqlite", load: "unknown key" },
  {
    id: "refusedMcp",
    title: "refused MCP message, unknown keys (403)",
    group: "service",
    server: "sqlite",
    load: "refused MCP message",
  },
  { id: "toolsList", title: "tools/list", group: "service", server: "sqlite", load: "tools/list" },
  { id: "absent", title: "city that is not found", group: "service", server: "sqlite", load: "absent city" },
  { id: "county", title: "county", group: "service", server: "sqlite", load: "county" },
  { id: "stats", title: "stats", group: "service", server: "sqlite", load: "stats" },
  { id: "batch25", title: "batch of 25", group: "service", server: "sqlite", load: "batch of 25" },
  { id: "batch100", title: "batch of 100", group: "service", server: "sqlite", load: "batch of 100" },
  { id: "fastify", title: "Fastify, rate-limit plugin, SQLite", group: "peer", server: "fastify", load: "city" },
  {
    id: "honoFlexible",
    title: "Hono, rate-limiter-flexible, PostgreSQL",
    group: "peer",
    server: "honoFlexible",
    load: "city",
  },
  { id: "expressPg", title: "Express, pg", group: "peer", server: "expressPg", load: "city" },
  {
    id: "betterAuth",
    title: "Express, better-auth's key plugin, SQLite",
    group: "peer",
    server: "betterAuth",
    load: "city",
  },
];

/** Measurements by case, one a round. */
export type Rounds = Readonly<Record<string, readonly Measurement[]>>;

export interface ComparisonOptions {
  readonly cases: readonly Case[];
  readonly rounds: number;
  readonly seconds: number;
  /** Starts a server for one measurement. */
  readonly start: (name: ServerName) => Promise<BenchServer>;
  readonly loads: Readonly<Record<LoadName, LoadFiles>>;
  /** Puts the store back before a case that uses it up. */
  readonly beforeCase: (one: Case) => Promise<void>;
  readonly onMeasured: (round: number, id: string, measurement: Measurement) => void;
}

/** All cases once a round, interleaved, so that whatever changes on the machine meets them all. */
export async function compare(options: ComparisonOptions): Promise<Rounds> {
  const { cases, rounds, seconds, start, loads, beforeCase, onMeasured } = options;
  const measured: Record<string, Measurement[]> = Object.fromEntries(cases.map(({ id }) => [id, []]));
  for (let round = 0; round < rounds; round++) {
    for (const one of orderOf(cases, round)) {
      await beforeCase(one);
      const { id, server, load, alongside = [] } = one;
      const measurement = await measureFresh({
        start: () => start(server),
        files: loads[load],
        alongside: alongside.map((other) => loads[other]),
        seconds,
      });
      measured[id]?.push(measurement);
      onMeasured(round, id, measurement);
    }
  }
  return measured;
}
