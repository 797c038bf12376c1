import { InputError } from "./errors.js";
export function batchLimitOf(error) {
    if (!(error instanceof InputError) || error.problem.code !== "batch_too_large")
        return undefined;
    return "limit" in error.problem ? error.problem.limit : undefined;
}
export function withPointersMovedBy(offset, error) {
    if (offset === 0 || !(error instanceof InputError) || !isBatchProblem(error.problem))
        return error;
    const errors = error.problem.errors?.map((fault) => ({
        ...fault,
        pointer: fault.pointer.replace(/^(\/\w+\/)(\d+)/, (_, list, index) => list + (Number(index) + offset)),
    }));
    return errors === undefined ? error : new InputError({ ...error.problem, errors });
}
function isBatchProblem(problem) {
    return "errors" in problem && (problem.errors ?? []).every((fault) => "pointer" in fault);
}
