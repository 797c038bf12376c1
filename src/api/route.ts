import type { RequestKind } from "../access/decision.ts";
import type { Operation } from "./operation.ts";
import { OPERATIONS } from "./operations.ts";
import { pathOf } from "./path.ts";
import type { Refused } from "./problem.ts";

interface PathOperations {
  readonly path: string;
  readonly operations: readonly Operation[];
  /** Its methods, in the format of the header `Allow`. */
  readonly allow: string;
}

/** Where a request goes. Logs and metrics use `pattern`, which contains no client text. */
export interface Route {
  /** Path template of the operations, or `UNKNOWN_PATH`. */
  readonly pattern: string;
  /** null for an unknown path. */
  readonly found: PathOperations | null;
  /** The parameter's segment, still encoded; "" if the path has none. */
  readonly segment: string;
}

const UNKNOWN_PATH = "/v1/*";
export const NO_ROUTE: Route = { pattern: UNKNOWN_PATH, found: null, segment: "" };

const byPath = Map.groupBy<string, Operation>(OPERATIONS, ({ path }) => path);
const paths = [...byPath].map(([path, operations]): PathOperations => {
  return { path, operations, allow: operations.map(methodsOf).join(", ") };
});
const literals = new Map(paths.filter((one) => !isTemplate(one)).map((one) => [one.path, one]));
const templates = new Map(paths.filter(isTemplate).map((one) => [splitPath(one.path).parent, one]));

/** Only a path's last segment can be a parameter. A literal one comes first: `batch` is not a city (decisions 1). */
export function routeOf(url: string): Route {
  const path = pathOf(url);
  // A trailing slash is the same resource (decisions 1).
  const trimmed = path.endsWith("/") ? path.slice(0, -1) : path;
  const literal = literals.get(trimmed);
  if (literal !== undefined) return { pattern: literal.path, found: literal, segment: "" };
  const { parent, segment } = splitPath(trimmed);
  const template = templates.get(parent);
  return template === undefined || segment === "" ? NO_ROUTE : { pattern: template.path, found: template, segment };
}

export function kindOf(route: Route, method: string): RequestKind {
  const found = operationOf(route, method);
  return found.ok ? found.operation.kind : "other";
}

/** The operation of a method; `GET` also handles `HEAD`. */
export function operationOf(
  { found }: Route,
  method: string,
): { readonly ok: true; readonly operation: Operation } | Refused {
  if (found === null) {
    const detail = `The paths of this version are ${[...byPath.keys()].join(", ")}.`;
    return { ok: false, refusal: { code: "path_unknown", detail } };
  }
  const verb = method === "HEAD" ? "GET" : method;
  const operation = found.operations.find((one) => one.method === verb);
  if (operation !== undefined) return { ok: true, operation };
  const detail = `This path supports only ${found.allow.replace(", ", " and ")}.`;
  return { ok: false, refusal: { code: "method_not_allowed", detail, headers: { Allow: found.allow } } };
}

function splitPath(path: string): { readonly parent: string; readonly segment: string } {
  const slash = path.lastIndexOf("/");
  return { parent: path.slice(0, slash), segment: path.slice(slash + 1) };
}

function isTemplate({ path }: PathOperations): boolean {
  return path.endsWith("}");
}

function methodsOf({ method }: Operation): string {
  return method === "GET" ? "GET, HEAD" : method;
}
