import type { RequestKind } from "../access/decision.ts";
import { pathOf } from "../http/path.ts";
import type { Refused } from "../http/problem.ts";
import { type Operation, pathParametersOf } from "./operation.ts";
import { OPERATIONS } from "./operations.ts";

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
