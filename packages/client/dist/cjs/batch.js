"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.batchLimitOf = batchLimitOf;
exports.withPointersMovedBy = withPointersMovedBy;
const errors_ts_1 = require("./errors.js");
function batchLimitOf(error) {
    if (!(error instanceof errors_ts_1.InputError) || error.problem.code !== "batch_too_large")
        return undefined;
    return "limit" in error.problem ? error.problem.limit : undefined;
}
function withPointersMovedBy(offset, error) {
    if (offset === 0 || !(error instanceof errors_ts_1.InputError) || !isBatchProblem(error.problem))
        return error;
    const errors = error.problem.errors?.map((fault) => ({
        ...fault,
        pointer: fault.pointer.replace(/^(\/\w+\/)(\d+)/, (_, list, index) => list + (Number(index) + offset)),
    }));
    return errors === undefined ? error : new errors_ts_1.InputError({ ...error.problem, errors });
}
function isBatchProblem(problem) {
    return "errors" in problem && (problem.errors ?? []).every((fault) => "pointer" in fault);
}
