import type { GeographyFile } from "../src/dataset/geography/file.ts";
import { GRADE_FAMILIES } from "../src/domain/grade.ts";
import { PLACE_KINDS, PLACE_SORTS } from "../src/domain/place-query.ts";
import type { Snapshot } from "../src/domain/snapshot.ts";
import type { Expectation, LoadRequest } from "./load.ts";
import { paired, SEED } from "./requests.ts";
import { randomNumbers } from "./statistics.ts";

export const PLACE_LOAD_NAMES = [
  "history",
  "explain",
  "locate by ZIP",
  "locate by name",
  "locate by point",
  "search with typing errors",
  "sorted places",
  "filtered places",
  "tools/call",
] as const;
export type PlaceLoadName = (typeof PLACE_LOAD_NAMES)[number];

type Load = readonly [requests: readonly LoadRequest[], expectation: Expectation];

/** More than a server would cache. */
const POINTS = 20_000;
const SEARCHES = 20_000;
const PAGES = 2_000;
/** How far a requested point may be from a known place, in degrees: about 5 km. */
const AROUND = 0.05;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

export const MCP_HEADERS = { Accept: "application/json, text/event-stream" } as const;

/** The loads of the endpoints that are not in the contract, over the places of the released geography. */
export function placeLoads(
  { cities }: Snapshot,
  geography: GeographyFile,
  keys: readonly string[],
): Readonly<Record<PlaceLoadName, Load>> {
  const random = randomNumbers(SEED);
  const pick = <Value>(values: readonly Value[]): Value => {
    const value = values[Math.floor(random() * values.length)];
    if (value === undefined) throw new RangeError("nothing to pick from");
    return value;
  };
  const cityNames = cities.map(({ record }) => record.city);
  const names = [...cityNames, ...geography.names.map(({ name }) => name)];
  const points = [...geography.cities, ...geography.names];
  const counties = geography.counties.map(({ county }) => county);
  const found = { status: 200, contains: '"found":true' } as const;
  const page = { status: 200, contains: '"total":' } as const;
  const load = (paths: readonly string[], expectation: Expectation): Load => [paired(paths, keys), expectation];
  const pagesOf = (filters: () => Readonly<Record<string, string>>) =>
    Array.from({ length: PAGES }, () => `/v1/places?${new URLSearchParams(filters())}`);
  return {
    history: load(
      cityNames.map((name) => `/v1/history/${encodeURIComponent(name)}`),
      found,
    ),
    explain: load(
      cityNames.map((name) => `/v1/explain/${encodeURIComponent(name)}`),
      found,
    ),
    "locate by ZIP": load(
      geography.zips.map(({ zip }) => `/v1/locate?zip=${zip}`),
      found,
    ),
    "locate by name": load(
      names.map((name) => `/v1/locate?name=${encodeURIComponent(name)}`),
      found,
    ),
    "locate by point": load(
      Array.from({ length: POINTS }, () => {
        const { latitude, longitude } = pick(points);
        const near = (degrees: number) => (degrees + (random() * 2 - 1) * AROUND).toFixed(5).replace(/\.?0+$/, "");
        return `/v1/locate?lat=${near(latitude)}&lon=${near(longitude)}`;
      }),
      { status: 200, contains: '"found":' },
    ),
    "search with typing errors": load(
      Array.from({ length: SEARCHES }, () => `/v1/places?q=${encodeURIComponent(mistyped(pick(names), random))}`),
      page,
    ),
    "sorted places": load(
      pagesOf(() => ({
        sort: pick(PLACE_SORTS),
        kind: pick(PLACE_KINDS),
        limit: String(10 + Math.floor(random() * 20)),
      })),
      page,
    ),
    "filtered places": load(
      pagesOf(() => ({ county: pick(counties), grade: pick(GRADE_FAMILIES), sort: pick(PLACE_SORTS) })),
      page,
    ),
    "tools/call": [toolCalls(cityNames, keys), { status: 200, contains: "safety_score" }],
  };
}

/** The name with one typing error: a letter omitted, doubled, swapped with the next, or replaced. */
function mistyped(name: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (name.length - 2));
  const [before, letter = "", next = "", rest] = [name.slice(0, at), name[at], name[at + 1], name.slice(at + 2)];
  switch (Math.floor(random() * 4)) {
    case 0:
      return before + next + rest;
    case 1:
      return before + letter + letter + next + rest;
    case 2:
      return before + next + letter + rest;
    default:
      return before + LETTERS[Math.floor(random() * LETTERS.length)] + next + rest;
  }
}

/** An assistant requests a city with `tools/call` of the tool `city`. */
function toolCalls(cities: readonly string[], keys: readonly string[]): readonly LoadRequest[] {
  return cities.map((name, index) => ({
    method: "POST",
    path: "/mcp",
    key: keys[index % keys.length] ?? "",
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "city", arguments: { name } },
    }),
    headers: MCP_HEADERS,
  }));
}
