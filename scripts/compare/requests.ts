import { mistyped } from "../../bench/fixture.ts";
import { randomNumbers } from "../../bench/random.ts";
import type { Ask } from "./differences.ts";

type Random = () => number;

/** Names of places as their addresses have them, and how a request may spell them. */
interface Names {
  readonly cities: readonly string[];
  readonly counties: readonly string[];
  readonly parts: readonly string[];
  readonly zips: readonly string[];
  /** State and city. */
  readonly towns: readonly (readonly [string, string])[];
}

const ABSENT = ["Atlantis", "Nowhere", "Springfield", "Garden", "Ohio", "Not a City", "99999", "Paris, France", "   "];
const SPELLINGS: readonly ((name: string, random: Random) => string)[] = [
  (name) => name,
  titled,
  (name) => name.toUpperCase(),
  (name) => `City of ${titled(name)}`,
  (name) => `Town of ${titled(name)}`,
  (name) => `${titled(name)}, CA`,
  (name) => `${titled(name)}, California`,
  (name) => `  ${name.replaceAll(" ", "  ")} `,
  (name) => name.replaceAll(" ", "-"),
  (name) => `${titled(name)} County`,
  (name) => titled(name).replace(/[aeo]/, (letter) => `${letter}\u0301`),
  (name, random) => (name.length > 3 ? mistyped(name, random) : name),
];
const STATES = ["Ohio", "new york", "N.Y.", "ZZ", "", "california", "TX ", "D.C."];
const GRADES = ["A", "B-", "F", "Z", "C,D"];
const SORTS = ["-score", "name", "-population", "score", "wrong"];

export function apiRequests(paths: readonly string[], count: number, seed: number): readonly Ask[] {
  const random = seeded(seed);
  const names = namesIn(paths);
  const kinds: readonly ((pick: Picker) => Ask)[] = [
    ({ city }) => get(`/v1/safety/${city()}`),
    ({ county }) => get(`/v1/safety/county/${county()}`),
    ({ city }) => get(`/v1/explain/${city()}`),
    ({ county }) => get(`/v1/explain/county/${county()}`),
    ({ city }) => get(`/v1/history/${city()}`),
    ({ county }) => get(`/v1/history/county/${county()}`),
    ({ town }) => get(`/v1/us/safety/${town()}`),
    ({ town }) => get(`/v1/us/safety/${town()}`),
    ({ town }) => get(`/v1/us/explain/${town()}`),
    ({ town }) => get(`/v1/us/history/${town()}`),
    ({ any, some }) =>
      get(
        `/v1/places?${query({ q: any(), kind: some(["city", "county", "neighborhood", "x"]), limit: some(["3", "0"]) })}`,
      ),
    ({ some }) => get(`/v1/places?${query({ grade: some(GRADES), sort: some(SORTS), format: some(["csv", "json"]) })}`),
    ({ any, some }) => get(`/v1/us/places?${query({ q: any(), state: some(STATES), limit: some(["2", "1000"]) })}`),
    ({ some }) => get(`/v1/us/places?${query({ state: some(STATES), grade: some(GRADES), sort: some(SORTS) })}`),
    ({ any, zip, some, point }) =>
      get(`/v1/locate?${some([query({ name: any() }), query({ zip: zip() }), query(point())])}`),
    ({ city, county, count: few }) => post("/v1/safety/batch", { cities: few(city), counties: few(county) }),
    ({ plain, count: few }) => post("/v1/safety/batch", { cities: few(plain) }),
    ({ plain, count: few, some }) =>
      post(some(["/v1/explain/batch", "/v1/history/batch"]), { cities: few(plain), counties: few(plain) }),
    ({ place, count: few }) => post("/v1/us/safety/batch", { places: few(place) }),
    ({ zip, point, count: few }) => post("/v1/locate/batch", { queries: [...few(() => ({ zip: zip() })), point()] }),
    ({ some }) =>
      get(some(["/v1/stats", "/v1/us/stats", "/v1/us/states", "/v1/us/stats?x=1", "/v1/safety/Irvine?state=NV"])),
    ({ some, city, town }) =>
      refused(some([`/v1/safety/${city()}`, `/v1/us/safety/${town()}`, "/v1/nothing", "/v1/us"]), some),
  ];
  return Array.from({ length: count }, (_, index) => {
    const kind = kinds[index % kinds.length];
    if (kind === undefined) throw new RangeError("no kind");
    return kind(picker(names, random));
  });
}

export function documentRequests(): readonly Ask[] {
  const paths = [
    "/openapi.json",
    "/openapi.yaml",
    "/robots.txt",
    "/llms.txt",
    "/sitemap.xml",
    "/feed.xml",
    "/healthz",
    "/nothing",
  ];
  return paths.map((path) => ({ path }));
}

/** The list of tools, then calls of each. */
export function toolRequests(paths: readonly string[], count: number, seed: number): readonly Ask[] {
  const random = seeded(seed + 1);
  const { plain, place, any, zip, some, count: few } = picker(namesIn(paths), random);
  const elsewhere = () => {
    const { state, city } = place();
    return { name: city, state };
  };
  const calls: readonly (() => readonly [string, object])[] = [
    () => ["city", { name: plain() }],
    () => ["city", elsewhere()],
    () => ["county", { name: plain() }],
    () => ["explain_city", { name: plain() }],
    () => ["explain_city", { ...elsewhere(), full: true }],
    () => ["explain_county", { name: plain() }],
    () => ["history", elsewhere()],
    () => ["county_history", { name: plain() }],
    () => ["dataset", {}],
    () => ["find_place", { q: any() }],
    () => ["locate", some([{ name: any() }, { zip: zip() }])],
    () => ["compare", { places: few(plain) }],
    () => ["compare", { places: few(any) }],
    () => ["compare", { places: few(any), state: some(STATES) }],
    () => ["no_such_tool", {}],
  ];
  return [
    tool("tools/list", {}),
    ...Array.from({ length: count }, (_, index) => {
      const [name, args] = calls[index % calls.length]?.() ?? ["", {}];
      return tool("tools/call", { name, arguments: args });
    }),
  ];
}

function tool(method: string, params: object): Ask {
  return {
    path: "/mcp",
    method: "POST",
    hasKey: true,
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": "2025-06-18",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  };
}

type Picker = ReturnType<typeof picker>;

function picker(names: Names, random: Random) {
  const some = <Value>(values: readonly Value[]): Value => {
    const value = values[Math.floor(random() * values.length)];
    if (value === undefined) throw new RangeError("nothing to pick from");
    return value;
  };
  const spelled = (list: readonly string[]) => {
    const name = some(random() < 0.1 || list.length === 0 ? ABSENT : list);
    return (random() < 0.4 ? titled : some(SPELLINGS))(name, random);
  };
  const plain = () => spelled(random() < 0.7 ? names.cities : names.counties);
  const place = () => {
    const [state, city] = some(names.towns);
    return { state: random() < 0.1 ? some(STATES) : state, city: spelled([city]) };
  };
  return {
    some,
    plain,
    place,
    /** Of any kind, also with its state. */
    any() {
      const [state, city] = some(names.towns);
      return some([plain, () => spelled(names.parts), () => spelled([city]), () => `${titled(city)}, ${state}`])();
    },
    city: () => encodeURIComponent(spelled(names.cities)),
    county: () => encodeURIComponent(spelled(names.counties)),
    town() {
      const { state, city } = place();
      return `${encodeURIComponent(state || "TX")}/${encodeURIComponent(city)}`;
    },
    zip: () => (random() < 0.8 ? some(names.zips) : some(["00000", "9261", "10001", "92618-1234", "abc"])),
    point: () => ({ lat: (32 + 10 * random()).toFixed(3), lon: (-124 + 10 * random()).toFixed(3) }),
    count: <Value>(make: () => Value) => Array.from({ length: 1 + Math.floor(random() * 4) }, make),
  };
}

/** From the addresses of pages: `/explore/city/los-angeles`, `/us/tx/austin`. */
function namesIn(paths: readonly string[]): Names {
  const after = (start: string) =>
    paths.filter((path) => path.startsWith(start)).map((path) => words(path.slice(start.length)));
  return {
    cities: after("/explore/city/"),
    counties: after("/explore/county/"),
    parts: after("/explore/place/"),
    zips: after("/explore/zip/"),
    towns: paths.flatMap((path) => {
      const [, state, city] = /^\/us\/([a-z]{2})\/([^/]+)$/.exec(path) ?? [];
      return state === undefined || city === undefined ? [] : [[state.toUpperCase(), words(city)] as const];
    }),
  };
}

function words(slug: string): string {
  return decodeURIComponent(slug).replaceAll("-", " ");
}

function titled(name: string): string {
  return name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

function get(path: string): Ask {
  return { path, hasKey: true };
}

function post(path: string, body: object): Ask {
  return {
    path,
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    hasKey: true,
  };
}

function query(parameters: Readonly<Record<string, string>>): string {
  return String(new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== "")));
}

/** A request that is refused, or nearly. */
function refused(path: string, some: Picker["some"]): Ask {
  return some<Ask>([
    { path },
    { path, headers: { "X-API-Key": "sk_live_wrong" } },
    { path, method: "DELETE", hasKey: true },
    { path, method: "HEAD", hasKey: true },
    { path: `${path}?unknown=1`, hasKey: true },
    { path: `${path}%ff`, hasKey: true },
    { path: `${path}${"x".repeat(300)}`, hasKey: true },
    { path: "/v1/places?limit=x&q=%ff&q=2", hasKey: true },
    { path: "/v1/places?near=1,2&cursor=abc", hasKey: true },
    { path: "/v1/locate", hasKey: true },
    { path: "/v1/locate?zip=1&name=x", hasKey: true },
    { ...post("/v1/safety/batch", {}), body: "{" },
    post("/v1/safety/batch", { cities: [1, null, "x".repeat(200)] }),
    post("/v1/explain/batch", { cities: "Irvine", towns: [] }),
    post("/v1/us/safety/batch", { places: [{ state: "ZZ", city: "Austin" }, { city: 4 }] }),
    post("/v1/locate/batch", { queries: [{ zip: "1" }, {}] }),
  ]);
}

/** Other numbers for each seed. */
function seeded(seed: number): Random {
  const random = randomNumbers();
  for (let skipped = 0; skipped < seed * 1_000; skipped++) random();
  return random;
}
