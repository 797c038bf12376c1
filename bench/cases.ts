import type { GeographyFile } from "../src/dataset/geography/file.ts";
import type { Snapshot } from "../src/domain/snapshot.ts";
import { type Expectation, type LoadFiles, type LoadRequest, writeLoadFiles } from "./load.ts";
import { PAGE_LOAD_NAMES, type PageLoadName, pageLoads } from "./page-loads.ts";
import { MCP_HEADERS, PLACE_LOAD_NAMES, type PlaceLoadName, placeLoads } from "./place-loads.ts";
import { batchBody, cityPlaces, countyPlaces, type Place } from "./places.ts";
import { crossed, paired, SEED } from "./requests.ts";
import type { SeededKeys } from "./seed.ts";
import { randomNumbers, shuffled } from "./statistics.ts";

const BASIC_LOAD_NAMES = [
  "constant",
  "floor",
  "large constant",
  "city",
  "absent city",
  "county",
  "stats",
  "batch of 25",
  "batch of 100",
  "test key",
  "spent test key",
  "unknown key",
  "refused MCP message",
  "tools/list",
] as const;
/** The kinds of load: which requests are sent, with which keys. */
export type LoadName = (typeof BASIC_LOAD_NAMES)[number] | PlaceLoadName | PageLoadName;

/** Different batches in a run: enough that they do not stay in a processor's cache, few enough for a small file. */
const BATCHES = 400;

/** Writes the requests of every kind of load, with each key and each name equally often, shuffled. */
export function writeLoads(
  folder: string,
  snapshot: Snapshot,
  geography: GeographyFile,
  keys: SeededKeys,
): Readonly<Record<LoadName, LoadFiles>> {
  const cities = cityPlaces(snapshot);
  const absent = cities.map(({ name }) => ({ segment: encodeURIComponent(`${name} Not Listed`) }));
  const paths = (places: readonly Pick<Place, "segment">[], under = "") =>
    places.map(({ segment }) => `/v1/safety/${under}${segment}`);
  const write = (name: LoadName, requests: readonly LoadRequest[], expectation: Expectation) =>
    writeLoadFiles(folder, name.replaceAll(/[ /]/g, "-"), requests, expectation);
  const places = placeLoads(snapshot, geography, keys.live);
  const pages = pageLoads(snapshot);
  const found: Expectation = { status: 200, bodies: cities.map(({ body }) => body) };
  const cityPaths = paths(cities);
  return {
    constant: write("constant", crossed(cityPaths, keys.live), { status: 200, contains: "xxxx" }),
    floor: write("floor", crossed(cityPaths, keys.live), { status: 200, contains: '"found":true' }),
    "large constant": write("large constant", batches(snapshot, keys.live, 100).requests, {
      status: 200,
      contains: "xxxx",
    }),
    city: write("city", crossed(cityPaths, keys.live), found),
    "absent city": write("absent city", crossed(paths(absent), keys.live), {
      status: 200,
      bodies: ['{"found":false,"data":null}'],
    }),
    county: write("county", crossed(paths(countyPlaces(snapshot), "county/"), keys.live), {
      status: 200,
      bodies: countyPlaces(snapshot).map(({ body }) => body),
    }),
    stats: write("stats", crossed(["/v1/stats"], keys.live), { status: 200, contains: '"grade_distribution"' }),
    "batch of 25": write("batch of 25", ...batchLoad(snapshot, keys.live, 25)),
    "batch of 100": write("batch of 100", ...batchLoad(snapshot, keys.live, 100)),
    "test key": write("test key", paired(cityPaths, keys.test), found),
    "spent test key": write("spent test key", crossed(cityPaths, keys.spent), {
      status: 429,
      contains: '"code":"day_quota_exceeded"',
    }),
    "unknown key": write("unknown key", crossed(cityPaths, keys.unknown), {
      status: 403,
      contains: '"code":"key_unknown"',
    }),
    "refused MCP message": write("refused MCP message", listings(keys.unknown), {
      status: 403,
      contains: '"code":"key_unknown"',
    }),
    "tools/list": write("tools/list", listings(keys.live), { status: 200, contains: '"inputSchema"' }),
    ...mapped(PLACE_LOAD_NAMES, (name) => write(name, ...places[name])),
    ...mapped(PAGE_LOAD_NAMES, (name) => write(name, ...pages[name])),
  };
}

/** City lookups with other places or keys than the default. */
export function writeCityLoad(folder: string, name: string, snapshot: Snapshot, keys: readonly string[]): LoadFiles {
  const cities = cityPlaces(snapshot);
  const paths = cities.map(({ segment }) => `/v1/safety/${segment}`);
  const requests = cities.length > 1_000 ? paired(paths, keys) : crossed(paths, keys);
  return writeLoadFiles(folder, name, requests, { status: 200, bodies: cities.map(({ body }) => body) });
}

/** An assistant's request for the list of tools, once with every key. */
function listings(keys: readonly string[]): readonly LoadRequest[] {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  return keys.map((key) => ({ method: "POST" as const, path: "/mcp", key, body, headers: MCP_HEADERS }));
}

function batchLoad(snapshot: Snapshot, keys: readonly string[], size: number): [readonly LoadRequest[], Expectation] {
  const { requests, bodies } = batches(snapshot, keys, size);
  return [requests, { status: 200, bodies }];
}

function batches(snapshot: Snapshot, keys: readonly string[], size: number) {
  const random = randomNumbers(SEED);
  const names = snapshot.cities.map(({ record }) => record.city);
  const lists = Array.from({ length: BATCHES }, () => shuffled(names, random).slice(0, size));
  return {
    requests: lists.map((cities, index) => ({
      method: "POST" as const,
      path: "/v1/safety/batch",
      key: keys[index % keys.length] ?? "",
      body: JSON.stringify({ cities }),
    })),
    bodies: lists.map((cities) => batchBody(snapshot, cities)),
  };
}

function mapped<Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Readonly<Record<Name, Value>>;
function mapped<Value>(names: readonly string[], make: (name: string) => Value): Readonly<Record<string, Value>> {
  return Object.fromEntries(names.map((name) => [name, make(name)]));
}
