import type { RequestKind } from "../access/decision.ts";
import { explainCity, explainCounty } from "../domain/explain.ts";
import { historyOfCity, historyOfCounty } from "../domain/history.ts";
import { besideNationOf } from "../domain/nation-entry.ts";
import type { Trend } from "../domain/snapshot.ts";
import type { Places } from "../places/places.ts";
import { type NameList, namesIn } from "./batch-names.ts";
import { NATION_OPERATIONS } from "./nation-operations.ts";
import {
  answerEach,
  type Batch,
  type Operation,
  operationsOf,
  pathParametersOf,
  type ReadOperation,
} from "./operation.ts";
import { pathOf } from "./path.ts";
import type { Refused } from "./problem.ts";

const { lookUp, computed, search, batch } = operationsOf(({ california }) => california);

const explanationOfCity = computed({
  id: "explainCity",
  path: "/v1/explain/{city}",
  kind: "explain",
  find: (places, name) => places.city(name)?.entry,
  dataOf: (city, { records }, { unitedStates }) => ({
    ...explainCity(city, records.state.trend),
    nation: besideNationOf(unitedStates.ofGeoid(city.geoid)),
  }),
  describe: async () => (await import("./operations/explain.ts")).explainCity,
});
const explanationOfCounty = computed({
  id: "explainCounty",
  path: "/v1/explain/county/{name}",
  kind: "explain",
  find: (places, name) => places.county(name)?.entry,
  dataOf: withState(explainCounty),
  describe: async () => (await import("./operations/explain.ts")).explainCounty,
});
const historyOfOneCity = computed({
  id: "getHistory",
  path: "/v1/history/{city}",
  kind: "history",
  find: cityWithYears,
  dataOf: withState(historyOfCity),
  describe: async () => (await import("./operations/history.ts")).getHistory,
});
const historyOfOneCounty = computed({
  id: "getCountyHistory",
  path: "/v1/history/county/{name}",
  kind: "history",
  find: countyWithYears,
  dataOf: withState(historyOfCounty),
  describe: async () => (await import("./operations/history.ts")).getCountyHistory,
});

/** Routing, the OpenAPI document, reference pages, try-it forms, tools, and fuzz tests come from this table. */
export const OPERATIONS = [
  lookUp({
    id: "getCity",
    path: "/v1/safety/{city}",
    kind: "city",
    find: (places, name) => places.city(name)?.answer,
    describe: async () => (await import("./operations/safety.ts")).getCity,
  }),
  lookUp({
    id: "getCounty",
    path: "/v1/safety/county/{name}",
    kind: "county",
    find: (places, name) => places.county(name)?.answer,
    describe: async () => (await import("./operations/safety.ts")).getCounty,
  }),
  batch({
    id: "lookUpBatch",
    path: "/v1/safety/batch",
    kind: "batch",
    lists: ["cities"],
    read: (body, by) => namesIn(body, by, ["cities"]),
    answer: ({ california }, { cities = [] }, turn) => turn(() => california.batch(cities)),
    describe: async () => (await import("./operations/safety.ts")).lookUpBatch,
  }),
  lookUp({
    id: "getStatistics",
    path: "/v1/stats",
    kind: "stats",
    find: (places) => places.stats,
    describe: async () => (await import("./operations/safety.ts")).getStatistics,
  }),
  explanationOfCity,
  explanationOfCounty,
  batch({
    id: "explainBatch",
    path: "/v1/explain/batch",
    kind: "explain",
    ...ofEach({ cities: explanationOfCity, counties: explanationOfCounty }),
    describe: async () => (await import("./operations/explain.ts")).explainBatch,
  }),
  historyOfOneCity,
  historyOfOneCounty,
  batch({
    id: "historyBatch",
    path: "/v1/history/batch",
    kind: "history",
    ...ofEach({ cities: historyOfOneCity, counties: historyOfOneCounty }),
    describe: async () => (await import("./operations/history.ts")).historyBatch,
  }),
  search({
    id: "findPlaces",
    path: "/v1/places",
    kind: "places",
    finder: async () => (await import("./place-answers.ts")).places,
    describe: async () => (await import("./operations/find-places.ts")).findPlaces,
  }),
  search({
    id: "locate",
    path: "/v1/locate",
    kind: "locate",
    finder: async () => (await import("./place-answers.ts")).location,
    describe: async () => (await import("./operations/locate.ts")).locate,
  }),
  batch({
    id: "locateBatch",
    path: "/v1/locate/batch",
    kind: "locate",
    lists: ["queries"],
    read: async (body, by) => (await import("./batch-queries.ts")).queriesIn(body, by),
    async answer({ california }, { queries = [] }, turn) {
      const { locateAll } = await import("./batch-queries.ts");
      return locateAll(queries, await california.geography(), turn);
    },
    describe: async () => (await import("./operations/locate.ts")).locateBatch,
  }),
  ...NATION_OPERATIONS,
] as const satisfies readonly Operation[];

/** A batch with an item for each city and county, in the order of the lists. The plan counts both. */
function ofEach(each: Readonly<Record<NameList, ReadOperation>>): Pick<Batch, "lists" | "read" | "answer"> {
  const lists = ["cities", "counties"] as const;
  return {
    lists,
    read: (body, by) => namesIn(body, by, lists),
    answer: (editions, given, turn) => answerEach(each, given, editions, turn),
  };
}

function withState<Place>(dataOf: (place: Place, state: Trend) => unknown): (place: Place, places: Places) => unknown {
  return (place, { records }) => dataOf(place, records.state.trend);
}

/** Includes absent places that have their own figures in some year. */
function cityWithYears(places: Places, name: string) {
  const absent = places.absentCity(name);
  return places.city(name)?.entry ?? (absent?.trend ? absent : undefined);
}

function countyWithYears(places: Places, name: string) {
  return places.county(name)?.entry ?? places.absentCounty(name);
}

type FoundOperation = { readonly ok: true; readonly operation: Operation } | Refused;

export interface Route {
  /** Path template of the operation, or `UNKNOWN_PATH`. Contains no client text, so logs and metrics use it. */
  readonly pattern: string;
  readonly kind: RequestKind;
  readonly found: FoundOperation;
  /** The segments of the path's parameters, still encoded. */
  readonly segments: readonly string[];
}

/** What a path answers, by method. */
interface PathOperations {
  readonly pattern: string;
  readonly byMethod: ReadonlyMap<string, FoundOperation>;
  readonly otherwise: Refused;
}

export const UNKNOWN_PATH = "/v1/*";

type Router = (url: string, method: string) => Route;

export const routeOf: Router = createRouter(OPERATIONS);

/** Only a path's last segments can be parameters. */
function createRouter(operations: readonly Operation[]): Router {
  const byPath = Map.groupBy(operations, ({ path }) => path);
  const unknownPath: PathOperations = {
    pattern: UNKNOWN_PATH,
    byMethod: new Map(),
    otherwise: {
      ok: false,
      refusal: { code: "path_unknown", detail: "This version has no such path. /docs lists the endpoints." },
    },
  };
  /** By path before its parameters, and by their number: `/v1/stats` of none, `/v1/safety` of one. */
  const paths: Map<string, PathOperations>[] = [];
  for (const [path, own] of byPath) {
    const count = pathParametersOf({ path }).length;
    while (paths.length <= count) paths.push(new Map());
    paths[count]?.set(path.replace(/\/\{.*/, ""), operationsAt(path, own));
  }
  return (url, method) => {
    const path = pathOf(url);
    // A trailing slash is the same resource (decisions 1).
    let rest = path.endsWith("/") ? path.slice(0, -1) : path;
    const segments: string[] = [];
    let at: PathOperations | undefined;
    // A literal path comes first: `batch` is not a city (decisions 1).
    for (const ofCount of paths) {
      at = ofCount.get(rest);
      if (at !== undefined) break;
      const slash = rest.lastIndexOf("/");
      const segment = rest.slice(slash + 1);
      if (segment === "") break;
      segments.unshift(segment);
      rest = rest.slice(0, slash);
    }
    const { pattern, byMethod, otherwise } = at ?? unknownPath;
    const found = byMethod.get(method) ?? otherwise;
    return { pattern, kind: found.ok ? found.operation.kind : "other", found, segments };
  };
}

/** `GET` also handles `HEAD`. */
function operationsAt(pattern: string, operations: readonly Operation[]): PathOperations {
  const found = operations.flatMap((operation) => {
    const methods = operation.method === "GET" ? ["GET", "HEAD"] : [operation.method];
    return methods.map((method) => [method, { ok: true, operation }] as const);
  });
  const byMethod = new Map<string, FoundOperation>(found);
  const allow = [...byMethod.keys()].join(", ");
  const detail = `This path supports only ${allow.replace(", ", " and ")}.`;
  return {
    pattern,
    byMethod,
    otherwise: { ok: false, refusal: { code: "method_not_allowed", detail, headers: { Allow: allow } } },
  };
}
