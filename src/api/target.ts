import type { RequestKind } from "../access/decision.ts";
import type { Places, PrebuiltAnswer } from "../places/places.ts";
import type { Input, Operation, ReadOperation } from "./operation.ts";
import { NO_INPUT } from "./operation.ts";
import { OPERATIONS } from "./operations.ts";
import { nameInPath, pathOf, requestTextOf, searchOf } from "./path.ts";
import type { Refusal } from "./problem-answer.ts";
import { recentAnswer } from "./recent-answers.ts";
import { createRouter } from "./route.ts";

export const UNKNOWN_PATH = "/v1/*";

/** The subject of a request. Logs and metrics use its `pattern`, which contains no client text. */
interface RequestSubject {
  readonly kind: RequestKind;
  /** Path template of the operation, or `UNKNOWN_PATH`. */
  readonly pattern: string;
}

/** The answer to an admitted request, the operation and its input, or a batch whose body is still to be read. */
export type Target = RequestSubject &
  (
    | { readonly action: "answer"; readonly answer: PrebuiltAnswer }
    | { readonly action: "refuse"; readonly refusal: Refusal }
    | { readonly action: "read"; readonly operation: ReadOperation; readonly input: Input }
    | { readonly action: "batch" }
  );

const routeOf = createRouter(OPERATIONS);

/**
 * Finds the target from method and URL. It does not depend on the key, so it can run before admission, which needs the
 * kind of request.
 */
export function targetOf(method: string, url: string, places: Places): Target {
  const verb = method === "HEAD" ? "GET" : method;
  const requestText = requestTextOf(url);
  const recent = verb === "GET" ? recentAnswer(places, requestText) : undefined;
  if (recent !== undefined) return recent;
  const match = routeOf(pathOf(requestText));
  if (match === null) return unknownPath();
  const { route, segment } = match;
  const operation = route.operations.find((one) => one.method === verb);
  if (operation === undefined) return wrongMethod(route.path, route.allow);
  const subject = subjectOf(operation);
  if (operation.method === "POST") return { ...subject, action: "batch" };
  const name = nameInPath(segment);
  if (!name.ok) return { ...subject, action: "refuse", refusal: name.refusal };
  return {
    ...subject,
    action: "read",
    operation,
    input: { ...NO_INPUT, name: name.name, search: searchOf(requestText) },
  };
}

function subjectOf({ kind, path }: Operation): RequestSubject {
  return { kind, pattern: path };
}

function wrongMethod(pattern: string, allow: string): Target {
  const detail = `This path supports only ${allow.replace(", ", " and ")}.`;
  const refusal: Refusal = { code: "method_not_allowed", detail, headers: { Allow: allow } };
  return { kind: "other", pattern, action: "refuse", refusal };
}

function unknownPath(): Target {
  const detail = `The paths of this version are ${OPERATIONS.map(({ path }) => path).join(", ")}.`;
  return { kind: "other", pattern: UNKNOWN_PATH, action: "refuse", refusal: { code: "path_unknown", detail } };
}
