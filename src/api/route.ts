import type { RequestKind } from "../access/decision.ts";
import type { Operation } from "./operation.ts";
import { OPERATIONS } from "./operations.ts";
import { pathOf } from "./path.ts";
import type { Refused } from "./problem.ts";

type FoundOperation = { readonly ok: true; readonly operation: Operation } | Refused;

/** Where a request goes. */
export interface Route {
  /** Path template of the operation, or `UNKNOWN_PATH`. Contains no client text, so logs and metrics use it. */
  readonly pattern: string;
  readonly kind: RequestKind;
  readonly found: FoundOperation;
  /** The parameter's segment, still encoded; "" if the path has none. */
  readonly segment: string;
}

/** What a path answers, by method. */
interface PathOperations {
  readonly pattern: string;
  readonly byMethod: ReadonlyMap<string, FoundOperation>;
  readonly otherwise: Refused;
}

export const UNKNOWN_PATH = "/v1/*";

const byPath = Map.groupBy<string, Operation>(OPERATIONS, ({ path }) => path);
const unknownPath: PathOperations = {
  pattern: UNKNOWN_PATH,
  byMethod: new Map(),
  otherwise: {
    ok: false,
    refusal: { code: "path_unknown", detail: `The paths of this version are ${[...byPath.keys()].join(", ")}.` },
  },
};
/** By path without its parameter: `/v1/stats`, `/v1/safety/`. Only a path's last segment can be a parameter. */
const paths = new Map([...byPath].map(([path, own]) => [path.replace(/\{\w+\}$/, ""), operationsAt(path, own)]));

export function routeOf(url: string, method: string): Route {
  const path = pathOf(url);
  // A trailing slash is the same resource (decisions 1).
  const trimmed = path.endsWith("/") ? path.slice(0, -1) : path;
  const start = trimmed.lastIndexOf("/") + 1;
  const last = trimmed.slice(start);
  // A literal path comes first: `batch` is not a city (decisions 1).
  const literal = last === "" ? unknownPath : paths.get(trimmed);
  const { pattern, byMethod, otherwise } = literal ?? paths.get(trimmed.slice(0, start)) ?? unknownPath;
  const found = byMethod.get(method) ?? otherwise;
  const segment = literal === undefined ? last : "";
  return { pattern, kind: found.ok ? found.operation.kind : "other", found, segment };
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
