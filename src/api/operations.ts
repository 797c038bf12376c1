import type { RequestKind } from "../access/decision.ts";
import type { StateEdition } from "../domain/edition.ts";
import { explainCity, explainCounty } from "../domain/explain.ts";
import { historyOfCity, historyOfCounty } from "../domain/history.ts";
import { EDITIONS, STATE_EDITION_NAMES } from "../editions/table.ts";
import type { Places } from "../figures/dataset.ts";
import { besideNationOf } from "../figures/entries.ts";
import type { Editions } from "../figures/open.ts";
import { pathOf } from "../http/path.ts";
import type { Refused } from "../http/problem.ts";
import { type NameList, namesIn } from "./batch-names.ts";
import { NATION_OPERATIONS } from "./nation-operations.ts";
import { AT_ONCE, answerEach, type Operation, operationsOf, pathParametersOf } from "./operation.ts";
import type { STATE_DESCRIPTIONS } from "./operations/state.ts";

/** Routing, the OpenAPI document, reference pages, try-it forms, tools, and fuzz tests come from this table. */
export const OPERATIONS: readonly Operation[] = [
  ...STATE_EDITION_NAMES.flatMap((name) => stateOperations(EDITIONS[name], (editions) => editions[name])),
  ...NATION_OPERATIONS,
];

/** The operations on the cities and counties of a state, with its own yardstick. */
export function stateOperations(edition: StateEdition, dataset: (editions: Editions) => Places): readonly Operation[] {
  const { lookUp, computed, search, batch } = operationsOf({
    edition,
    dataset,
    describe: async (id: keyof typeof STATE_DESCRIPTIONS) =>
      (await import("./operations/state.ts")).STATE_DESCRIPTIONS[id](edition),
  });
  /** A lookup of a city, one of a county, and a batch with an item for each name; the plan counts both lists. */
  const ofBoth = <City, County>(
    kind: "explain" | "history",
    cities: Pick<Parameters<typeof computed<City>>[0], "id" | "find" | "dataOf" | "beside">,
    counties: Pick<Parameters<typeof computed<County>>[0], "id" | "find" | "dataOf">,
    id: keyof typeof STATE_DESCRIPTIONS,
  ) => {
    const each = {
      cities: computed({ ...cities, path: `/${kind}/{city}`, kind }),
      counties: computed({ ...counties, path: `/${kind}/county/{name}`, kind }),
    };
    const lists = ["cities", "counties"] as const;
    return [
      each.cities,
      each.counties,
      batch({
        id,
        path: `/${kind}/batch`,
        kind,
        lists,
        read: (body, by) => namesIn(body, by, lists),
        answer(_, { cities: names = [], counties: others = [] }, turn, editions) {
          const asked = (list: NameList, name: string) => async () =>
            turn(() => each[list].answer(editions, { path: [name], search: "" }, AT_ONCE));
          return answerEach([
            ...names.map((city) => ({ named: { city }, answer: asked("cities", city) })),
            ...others.map((county) => ({ named: { county }, answer: asked("counties", county) })),
          ]);
        },
      }),
    ];
  };
  return [
    lookUp({
      id: "getCity",
      path: "/safety/{city}",
      kind: "city",
      find: (places, name) => places.city(name)?.answer,
    }),
    lookUp({
      id: "getCounty",
      path: "/safety/county/{name}",
      kind: "county",
      find: (places, name) => places.county(name)?.answer,
    }),
    batch({
      id: "lookUpBatch",
      path: "/safety/batch",
      kind: "batch",
      lists: ["cities"],
      read: (body, by) => namesIn(body, by, ["cities"]),
      answer: (places, { cities = [] }, turn) => turn(() => places.batch(cities)),
    }),
    lookUp({
      id: "getStatistics",
      path: "/stats",
      kind: "stats",
      find: (places) => places.stats,
    }),
    ...ofBoth(
      "explain",
      {
        id: "explainCity",
        find: (places, name) => places.city(name)?.entry,
        dataOf: (city, { records }, { unitedStates }) => ({
          ...explainCity(city, records),
          nation: besideNationOf(unitedStates.ofGeoid(city.geoid)),
        }),
        beside: ({ unitedStates }) => unitedStates,
      },
      {
        id: "explainCounty",
        find: (places, name) => places.county(name)?.entry,
        dataOf: (county, { records }) => explainCounty(county, records),
      },
      "explainBatch",
    ),
    ...ofBoth(
      "history",
      { id: "getHistory", find: cityWithYears, dataOf: (city, { records }) => historyOfCity(city, records) },
      {
        id: "getCountyHistory",
        find: countyWithYears,
        dataOf: (county, { records }) => historyOfCounty(county, records),
      },
      "historyBatch",
    ),
    search({
      id: "findPlaces",
      path: "/places",
      kind: "places",
      finder: async () => (await import("./place-answers.ts")).places,
    }),
    search({
      id: "locate",
      path: "/locate",
      kind: "locate",
      finder: async () => (await import("./place-answers.ts")).location,
    }),
    batch({
      id: "locateBatch",
      path: "/locate/batch",
      kind: "locate",
      lists: ["queries"],
      read: async (body, by) => (await import("./batch-queries.ts")).queriesIn(body, by),
      async answer(places, { queries = [] }, turn) {
        const { locateAll } = await import("./batch-queries.ts");
        return locateAll(queries, await places.geography(), turn);
      },
    }),
  ];
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
export function createRouter(operations: readonly Operation[]): Router {
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
