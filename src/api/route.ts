import type { Operation } from "./operation.ts";

/** A path of the API with its operations, one per method. */
export interface Route {
  readonly path: string;
  readonly operations: readonly Operation[];
  /** Its methods, in the format of the header `Allow`. */
  readonly allow: string;
}

export interface RouteMatch {
  readonly route: Route;
  /** The parameter's segment, still encoded; "" if the path has none. */
  readonly segment: string;
}

/**
 * Finds the route of a path. Only the last segment of a path can be a parameter. A literal segment takes precedence over a
 * parameter: `/v1/safety/batch` is not a city (decisions 1).
 */
export function createRouter(operations: readonly Operation[]): (path: string) => RouteMatch | null {
  const byPath = Map.groupBy(operations, ({ path }) => path);
  const routes = [...byPath].map(([path, group]): Route => {
    return { path, operations: group, allow: group.map(methodsOf).join(", ") };
  });
  const literals = new Map(routes.filter((route) => !isTemplate(route)).map((route) => [route.path, route]));
  const templates = new Map(routes.filter(isTemplate).map((route) => [splitPath(route.path).parent, route]));

  return (path) => {
    // A trailing slash is the same resource (decisions 1).
    const trimmed = path.endsWith("/") ? path.slice(0, -1) : path;
    const literal = literals.get(trimmed);
    if (literal !== undefined) return { route: literal, segment: "" };
    const { parent, segment } = splitPath(trimmed);
    const template = templates.get(parent);
    return template === undefined || segment === "" ? null : { route: template, segment };
  };
}

/** The last segment, and what precedes its slash. */
function splitPath(path: string): { readonly parent: string; readonly segment: string } {
  const slash = path.lastIndexOf("/");
  return { parent: path.slice(0, slash), segment: path.slice(slash + 1) };
}

function isTemplate({ path }: Route): boolean {
  return path.endsWith("}");
}

function methodsOf({ method }: Operation): string {
  return method === "GET" ? "GET, HEAD" : method;
}
