import { InputError } from "./errors.ts";
import type { BatchProblem } from "./types.ts";

/** The number of names that the plan allows, if a batch was refused for exceeding it. */
export function batchLimitOf(error: unknown): number | undefined {
  if (!(error instanceof InputError) || error.problem.code !== "batch_too_large") return undefined;
  return "limit" in error.problem ? error.problem.limit : undefined;
}

/** Converts JSON pointers into one request's names to pointers into all names. */
export function withPointersMovedBy(offset: number, error: unknown): unknown {
  if (offset === 0 || !(error instanceof InputError) || !isBatchProblem(error.problem)) return error;
  const errors = error.problem.errors?.map((fault) => ({
    ...fault,
    pointer: fault.pointer.replace(
      /^(\/\w+\/)(\d+)/,
      (_, list: string, index: string) => list + (Number(index) + offset),
    ),
  }));
  return errors === undefined ? error : new InputError({ ...error.problem, errors });
}

function isBatchProblem(problem: InputError["problem"]): problem is BatchProblem {
  return "errors" in problem && (problem.errors ?? []).every((fault) => "pointer" in fault);
}
