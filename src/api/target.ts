import type { RequestKind } from "../access/decision.ts";
import type { Atlas, ReadyAnswer } from "../snapshot/atlas.ts";
import type { Input, Operation, ReadOperation } from "./operation.ts";
import { NO_INPUT } from "./operation.ts";
import { OPERATIONS } from "./operations.ts";
import { nameInPath, pathOf, requestTextOf, searchOf } from "./path.ts";
import type { Refusal } from "./problem-answer.ts";
import { recentAnswer } from "./recent-answers.ts";
import { createRouter } from "./route.ts";

export const UNKNOWN_PATH = "/v1/*";

/** What a request is after. `pattern` tells it apart in logs and metrics without any text of its sender. */
interface Aim {
  readonly kind: RequestKind;
  /** Path template of the operation, or `UNKNOWN_PATH`. */
  readonly pattern: string;
}

/** With the answer to an admitted request, or what makes it: the operation and its input, or the body of a batch. */
export type Target = Aim &
  (
    | { readonly is: "answer"; readonly answer: ReadyAnswer }
    | { readonly is: "refusal"; readonly refusal: Refusal }
    | { readonly is: "read"; readonly operation: ReadOperation; readonly input: Input }
    | { readonly is: "batch" }
  );

const routeOf = createRouter(OPERATIONS);

/**
 * Finds the target by method and URL. Nothing here depends on the key, so it may run before admission, which needs the
 * kind; the rest is done after.
 */
export function targetOf(method: string, url: string, atlas: Atlas): Target {
  const path = pathOf(url);
  const verb = method === "HEAD" ? "GET" : method;
  if (verb === "GET") {
    const ready = readyTargetsOf(atlas).get(path);
    if (ready !== undefined) return ready;
    const recent = recentAnswer(atlas, requestTextOf(url));
    if (recent !== undefined) return recent;
  }
  const match = routeOf(path);
  if (match === null) return unknownPath();
  const { route, segment } = match;
  const operation = route.operations.find((one) => one.method === verb);
  if (operation === undefined) return wrongMethod(route.path, route.allow);
  const aim = aimOf(operation);
  if (operation.method === "POST") return { ...aim, is: "batch" };
  const name = nameInPath(segment);
  if (!name.ok) return { ...aim, is: "refusal", refusal: name.refusal };
  return { ...aim, is: "read", operation, input: { ...NO_INPUT, name: name.name, search: searchOf(url) } };
}

/** Targets by the whole path as most write it: one look-up from what came in to what goes out. */
const readyTargets = new WeakMap<Atlas, ReadonlyMap<string, Target>>();

function readyTargetsOf(atlas: Atlas): ReadonlyMap<string, Target> {
  const known = readyTargets.get(atlas);
  if (known !== undefined) return known;
  const targets = new Map<string, Target>();
  for (const operation of OPERATIONS) {
    if (operation.method !== "GET") continue;
    const aim = aimOf(operation);
    for (const [path, answer] of operation.readyAnswers(atlas)) targets.set(path, { ...aim, is: "answer", answer });
  }
  readyTargets.set(atlas, targets);
  return targets;
}

function aimOf({ kind, path }: Operation): Aim {
  return { kind, pattern: path };
}

function wrongMethod(pattern: string, allow: string): Target {
  const detail = `This path answers ${allow.replace(", ", " and ")} only.`;
  const refusal: Refusal = { code: "method_not_allowed", detail, headers: { Allow: allow } };
  return { kind: "other", pattern, is: "refusal", refusal };
}

function unknownPath(): Target {
  const detail = `The paths of this version are ${OPERATIONS.map(({ path }) => path).join(", ")}.`;
  return { kind: "other", pattern: UNKNOWN_PATH, is: "refusal", refusal: { code: "path_unknown", detail } };
}
