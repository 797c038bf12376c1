import type { Operation } from "./operation.ts";

/** A path of the API with its operations, one per method. */
export interface Route {
  readonly path: string;
  readonly segments: readonly string[];
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
 * Finds the route of a path. A literal segment takes precedence over a parameter: `/v1/safety/batch` is not a city
 * (decisions 1).
 */
export function createRouter(operations: readonly Operation[]): (path: string) => RouteMatch | null {
  const byPath = Map.groupBy(operations, ({ path }) => path);
  const routes = [...byPath].map(([path, group]): Route => {
    return { path, segments: segmentsOf(path), operations: group, allow: group.map(methodsOf).join(", ") };
  });
  routes.sort((one, other) => Number(isTemplate(one)) - Number(isTemplate(other)));
  const byLength = Map.groupBy(routes, ({ segments }) => segments.length);

  return (path) => {
    const segments = segmentsOf(path);
    if (segments.includes("")) return null;
    const route = byLength.get(segments.length)?.find((one) => matches(one, segments));
    return route === undefined ? null : { route, segment: isTemplate(route) ? (segments.at(-1) ?? "") : "" };
  };
}

/** A trailing slash is the same resource (decisions 1). */
function segmentsOf(path: string): readonly string[] {
  return path.slice(1, path.endsWith("/") ? -1 : undefined).split("/");
}

function matches(route: Route, segments: readonly string[]): boolean {
  return route.segments.every((expected, index) => expected.startsWith("{") || expected === segments[index]);
}

function isTemplate({ path }: Route): boolean {
  return path.endsWith("}");
}

function methodsOf({ method }: Operation): string {
  return method === "GET" ? "GET, HEAD" : method;
}
