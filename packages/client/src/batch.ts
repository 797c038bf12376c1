import { InputError } from "./errors.ts";
import type { BatchProblem } from "./types.ts";

/** How many names the plan allows, where a batch was refused for having more. */
export function batchLimitOf(error: unknown): number | undefined {
  if (!(error instanceof InputError) || error.problem.code !== "batch_too_large") return undefined;
  return "limit" in error.problem ? error.problem.limit : undefined;
}

/** Pointers into a part of the names become pointers into all of them: `/cities/0` of the second part is not the first. */
export function withPointersMovedBy(offset: number, error: unknown): unknown {
  if (offset === 0 || !(error instanceof InputError) || !isBatchProblem(error.problem)) return error;
  const errors = error.problem.errors?.map((fault) => ({
    ...fault,
    pointer: fault.pointer.replace(/^\/cities\/(\d+)/, (_, index: string) => `/cities/${Number(index) + offset}`),
  }));
  return errors === undefined ? error : new InputError({ ...error.problem, errors });
}

function isBatchProblem(problem: InputError["problem"]): problem is BatchProblem {
  return "errors" in problem && (problem.errors ?? []).every((fault) => "pointer" in fault);
}
