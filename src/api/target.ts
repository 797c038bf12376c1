import type { RequestKind } from "../access/decision.ts";
import type { AnsweredName, Atlas, ReadyAnswer } from "../snapshot/atlas.ts";
import { nameInPath, segmentsFor } from "./path.ts";
import type { Refusal } from "./problem-answer.ts";

/** The paths of version 1 (contract 4 and 9, and `explain` beside them), as logs, metrics and the OpenAPI document name them. */
export const PATHS = {
  city: "/v1/safety/{city}",
  county: "/v1/safety/county/{name}",
  batch: "/v1/safety/batch",
  stats: "/v1/stats",
  explain: "/v1/explain/{city}",
} as const satisfies Record<Exclude<RequestKind, "other"> | "explain", string>;

/** Look-ups of one resource. An explanation is counted as a look-up of its city: it is the same place, told longer. */
const KINDS = { city: "city", county: "county", stats: "stats", explain: "city" } as const satisfies Partial<
  Record<keyof typeof PATHS, RequestKind>
>;

const UNKNOWN_PATH = "/v1/*";
const CITY_START = "/v1/safety/";
const COUNTY_START = "/v1/safety/county/";

/** What a request is after. `pattern` tells it apart in logs without any text of its sender. */
interface Aim {
  readonly kind: RequestKind;
  readonly pattern: (typeof PATHS)[keyof typeof PATHS] | typeof UNKNOWN_PATH;
}

/** With the answer to an admitted request, or `batch` when its body decides. */
export type Target = Aim &
  (
    | { readonly is: "answer"; readonly answer: ReadyAnswer }
    | { readonly is: "refusal"; readonly refusal: Refusal }
    | { readonly is: "batch" }
  );

/**
 * Finds the target by method and path. Nothing here depends on the key, so it may run before admission, which needs
 * the kind; the rest is told after.
 */
export function targetOf(method: string, path: string, atlas: Atlas): Target {
  const reads = method === "GET" || method === "HEAD";
  if (reads) {
    const ready = readyTargetsOf(atlas).get(path);
    if (ready !== undefined) return ready;
  }
  const segments = segmentsOf(path);
  if (segments.length === 1 && segments[0] === "stats") {
    return reads ? answered("stats", atlas.stats) : wrongMethod(PATHS.stats, "GET, HEAD");
  }
  const [root, second, third] = segments;
  if (root === "explain" && second !== undefined && third === undefined) {
    return reads ? named("explain", second, atlas.explainAnswer) : wrongMethod(PATHS.explain, "GET, HEAD");
  }
  if (root !== "safety" || second === undefined || segments.length > 3) return unknownPath();
  if (third !== undefined) return second === "county" ? countyTarget(reads, third, atlas) : unknownPath();
  if (second === "batch") {
    return method === "POST" ? { kind: "batch", pattern: PATHS.batch, is: "batch" } : wrongMethod(PATHS.batch, "POST");
  }
  return reads ? named("city", second, atlas.cityAnswer) : wrongMethod(PATHS.city, "GET, HEAD");
}

function countyTarget(reads: boolean, segment: string, atlas: Atlas): Target {
  return reads ? named("county", segment, atlas.countyAnswer) : wrongMethod(PATHS.county, "GET, HEAD");
}

/** Targets by the whole path as most write it: one look-up from what came in to what goes out. */
const readyTargets = new WeakMap<Atlas, ReadonlyMap<string, Target>>();

function readyTargetsOf(atlas: Atlas): ReadonlyMap<string, Target> {
  const known = readyTargets.get(atlas);
  if (known !== undefined) return known;
  const targets = new Map<string, Target>([["/v1/stats", answered("stats", atlas.stats)]]);
  const add = (start: string, read: ReadName, names: Iterable<AnsweredName>) => {
    for (const [name, answer] of names) {
      const target = answered(read, answer);
      for (const segment of segmentsFor(name)) targets.set(start + segment, target);
    }
  };
  add(CITY_START, "city", atlas.cityNames());
  add(COUNTY_START, "county", atlas.countyNames());
  readyTargets.set(atlas, targets);
  return targets;
}

/** The segments after `/v1/`; none for a path with an empty one. A slash at the end is the same resource. */
function segmentsOf(path: string): readonly string[] {
  if (!path.startsWith("/v1/")) return [];
  const segments = path.slice("/v1/".length, path.endsWith("/") ? -1 : undefined).split("/");
  return segments.includes("") ? [] : segments;
}

type ReadName = keyof typeof KINDS;

function named(read: ReadName, segment: string, find: (name: string) => ReadyAnswer): Target {
  const decoded = nameInPath(segment);
  return decoded.ok
    ? answered(read, find(decoded.name))
    : { kind: KINDS[read], pattern: PATHS[read], is: "refusal", refusal: decoded.refusal };
}

function answered(read: ReadName, answer: ReadyAnswer): Target {
  return { kind: KINDS[read], pattern: PATHS[read], is: "answer", answer };
}

function wrongMethod(pattern: Target["pattern"], allow: string): Target {
  const detail = `This path answers ${allow.replace(", ", " and ")} only.`;
  const refusal: Refusal = { code: "method_not_allowed", detail, headers: { Allow: allow } };
  return { kind: "other", pattern, is: "refusal", refusal };
}

function unknownPath(): Target {
  const detail = `The paths of this version are ${Object.values(PATHS).join(", ")}.`;
  return {
    kind: "other",
    pattern: UNKNOWN_PATH,
    is: "refusal",
    refusal: { code: "path_unknown", detail },
  };
}
