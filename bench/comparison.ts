import { messageOf } from "../src/domain/message.ts";
import type { LoadName } from "./cases.ts";
import type { LoadFiles } from "./load.ts";
import { type Measurement, measureFresh } from "./measure.ts";
import type { BenchServer } from "./servers.ts";
import { orderOf } from "./statistics.ts";
import { measureInTurns } from "./turns.ts";

export const SERVER_NAMES = [
  "node",
  "bun",
  "floor",
  "bun10k",
  "nginx",
  "sqlite",
  "postgres",
  "fastify",
  "betterAuth",
  "expressPg",
  "honoFlexible",
  "places",
  "mcpPeer",
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
  /** Rounds in which it is measured at most: the first ones; all where not given. */
  readonly maxRounds?: number;
}

/** The case that the others are compared with, round by round. */
export const REFERENCE = "node";

/** Rounds of cases without a close target, of slow servers, and of those in the three whole runs; and of all others. */
const FEW_ROUNDS = 3;
const SOME_ROUNDS = 4;

export const CASES: readonly Case[] = [
  some({ id: "node", title: "node:http, constant 350 bytes", group: "limit", server: "node", load: "constant" }),
  some({ id: "bun", title: "Bun.serve, constant 350 bytes", group: "limit", server: "bun", load: "constant" }),
  some({
    id: "floor",
    title: "Bun.serve, floor: same headers and body",
    group: "limit",
    server: "floor",
    load: "floor",
  }),
  few({ id: "nginx", title: "nginx, return 200, 350 bytes", group: "limit", server: "nginx", load: "constant" }),
  few({ id: "bun10k", title: "Bun.serve, constant 10 KB", group: "limit", server: "bun10k", load: "large constant" }),
  some(service("city", "city, SQLite", "city")),
  few({
    ...service("cityMixed", "city, in a process that serves all loads", "city"),
    alongside: ["test key", "unknown key", "county", "stats", "batch of 100"],
  }),
  few({ ...service("cityPostgres", "city, PostgreSQL on the same core", "city"), server: "postgres" }),
  few(service("testKey", "city, 20,000 test keys", "test key")),
  few(service("spentKey", "city, test keys used up (429)", "spent test key")),
  few(service("unknownKey", "city, unknown keys (403)", "unknown key")),
  few(service("refusedMcp", "refused MCP message, unknown keys (403)", "refused MCP message")),
  few(service("toolsList", "tools/list", "tools/list")),
  few(service("toolsCall", "tools/call, city", "tools/call")),
  few(service("absent", "city that is not found", "absent city")),
  few(service("county", "county", "county")),
  few(service("stats", "stats", "stats")),
  few(service("batch25", "batch of 25", "batch of 25")),
  few(service("batch100", "batch of 100", "batch of 100")),
  some(service("history", "history", "history")),
  some(service("explain", "explain", "explain")),
  some(service("locateZip", "locate by ZIP code", "locate by ZIP")),
  some(service("locateName", "locate by name", "locate by name")),
  some(service("locatePoint", "locate by point", "locate by point")),
  some(service("search", "places by name, one typing error", "search with typing errors")),
  some(service("sorted", "places, sorted", "sorted places")),
  some(service("filtered", "places, filtered and sorted", "filtered places")),
  few(service("homePage", "page: home", "home page")),
  few(service("cityPage", "page: city", "city page")),
  few(service("citiesPage", "page: cities", "cities page")),
  few(service("comparePage", "page: compare", "compare page")),
  few(service("searchPage", "page: search", "search page")),
  few(peer("fastify", "Fastify, rate-limit plugin, SQLite", "fastify", "city")),
  few(peer("honoFlexible", "Hono, rate-limiter-flexible, PostgreSQL", "honoFlexible", "city")),
  few(peer("expressPg", "Express, pg", "expressPg", "city")),
  few(peer("betterAuth", "Express, better-auth's key plugin, SQLite", "betterAuth", "city")),
  few(peer("historyPeer", "history: Fastify, SQLite", "places", "history")),
  few(peer("explainPeer", "explain: Fastify, SQLite", "places", "explain")),
  few(peer("locateZipPeer", "locate by ZIP code: Fastify, SQLite", "places", "locate by ZIP")),
  few(peer("locateNamePeer", "locate by name: Fastify, SQLite", "places", "locate by name")),
  few(peer("locatePointPeer", "locate by point: Fastify, SQLite, Flatbush, Turf", "places", "locate by point")),
  few(peer("searchPeer", "places by name: Fastify, SQLite, MiniSearch", "places", "search with typing errors")),
  few(peer("sortedPeer", "places, sorted: Fastify, SQLite", "places", "sorted places")),
  few(peer("filteredPeer", "places, filtered and sorted: Fastify, SQLite", "places", "filtered places")),
  few(peer("toolsCallPeer", "tools/call: Express, MCP SDK, SQLite", "mcpPeer", "tools/call")),
];

/** Cases that are also measured in alternating turns, at the start, in the middle, and at the end: three whole runs. */
export const RUN_CASES: readonly Case[] = CASES.filter(({ id }) =>
  ["node", "bun", "floor", "bun10k", "city", "cityPostgres", "batch100", "fastify"].includes(id),
);

function service(id: string, title: string, load: LoadName): Case {
  return { id, title, group: "service", server: "sqlite", load };
}

function peer(id: string, title: string, server: ServerName, load: LoadName): Case {
  return { id, title, group: "peer", server, load };
}

function few(one: Case): Case {
  return { ...one, maxRounds: FEW_ROUNDS };
}

function some(one: Case): Case {
  return { ...one, maxRounds: SOME_ROUNDS };
}

/** Measurements by case, one a round. */
export type Rounds = Readonly<Record<string, readonly Measurement[]>>;

export interface ComparisonOptions {
  readonly cases: readonly Case[];
  readonly rounds: number;
  readonly seconds: number;
  /** Starts a server for one measurement. */
  readonly start: (name: ServerName) => Promise<BenchServer>;
  readonly filesOf: (load: LoadName) => LoadFiles;
  /** Puts the store back before a case that uses it up. */
  readonly beforeCase: (one: Case) => Promise<void>;
  readonly onMeasured: (round: number, id: string, measurement: Measurement) => void;
}

/** What a comparison found: a case that ended with an error in one of its rounds has none. */
export interface Comparison {
  readonly rounds: Rounds;
  /** Cases that ended with an error. */
  readonly failed: readonly string[];
}

/** All cases once a round, while they have rounds left, interleaved, so that whatever changes on the machine meets them all. */
export async function compare(options: ComparisonOptions): Promise<Comparison> {
  const { cases, rounds, onMeasured } = options;
  const measured = new Map(cases.map(({ id }) => [id, [] as Measurement[]]));
  const failed = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    const inRound = cases.filter(({ id, maxRounds = rounds }) => round < maxRounds && !failed.has(id));
    for (const one of orderOf(inRound, round)) {
      try {
        const measurement = await measureCase(one, options);
        measured.get(one.id)?.push(measurement);
        onMeasured(round, one.id, measurement);
      } catch (error) {
        console.error(`  round ${round + 1} ${one.id} failed: ${messageOf(error)}`);
        failed.add(one.id);
        measured.delete(one.id);
      }
    }
  }
  return { rounds: Object.fromEntries(measured), failed: [...failed] };
}

export interface RunOptions extends Pick<ComparisonOptions, "cases" | "rounds" | "filesOf" | "onMeasured"> {
  /** Starts a server with a store of its own. */
  readonly start: ComparisonOptions["start"];
}

/** One whole run: rounds of new processes that take turns. @throws Error if one of them fails. */
export async function measureRun({ cases, rounds, start, filesOf, onMeasured }: RunOptions): Promise<Rounds> {
  const run: Record<string, Measurement[]> = Object.fromEntries(cases.map(({ id }) => [id, []]));
  for (let round = 0; round < rounds; round++) {
    const inRound = orderOf(cases, round);
    const measured = await measureInTurns(
      inRound.map(({ server, load }) => ({ start: () => start(server), files: filesOf(load) })),
    );
    for (const [index, { id }] of inRound.entries()) {
      const measurement = measured[index];
      if (measurement === undefined) continue;
      run[id]?.push(measurement);
      onMeasured(round, id, measurement);
    }
  }
  return run;
}

async function measureCase(one: Case, options: ComparisonOptions): Promise<Measurement> {
  const { seconds, start, filesOf, beforeCase } = options;
  await beforeCase(one);
  return await measureFresh({
    start: () => start(one.server),
    files: filesOf(one.load),
    alongside: (one.alongside ?? []).map(filesOf),
    seconds,
  });
}
