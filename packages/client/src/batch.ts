import { InputError } from "./errors.ts";

/** How many names the plan allows, where a batch was refused for having more. */
export function batchLimitOf(error: unknown): number | undefined {
  if (!(error instanceof InputError) || error.problem.code !== "batch_too_large") return undefined;
  return "limit" in error.problem ? error.problem.limit : undefined;
}

/** Pointers into a part of the names become pointers into all of them: `/cities/0` of the second part is not the first. */
export function withPointersMovedBy(offset: number, error: unknown): unknown {
  if (offset === 0 || !(error instanceof InputError) || !("errors" in error.problem)) return error;
  const errors = error.errors.map((fault) => ({
    ...fault,
    pointer: fault.pointer.replace(/^\/cities\/(\d+)/, (_, index: string) => `/cities/${Number(index) + offset}`),
  }));
  const moved = { ...error.problem, errors };
  return new InputError(moved);
}
