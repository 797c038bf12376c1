"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.isLookUp = isLookUp;
exports.isBatchOf = isBatchOf;
exports.isStatistics = isStatistics;
function isLookUp(value) {
    return isObject(value) && "found" in value && "data" in value && value.found === (value.data !== null);
}
/** One item for each name that was asked for, or it is no answer. */
function isBatchOf(count) {
    return (value) => isObject(value) && "results" in value && Array.isArray(value.results) && value.results.length === count;
}
function isStatistics(value) {
    return isObject(value) && "grade_distribution" in value;
}
function isObject(value) {
    return typeof value === "object" && value !== null;
}
