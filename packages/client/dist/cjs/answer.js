"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.isLookUp = isLookUp;
exports.isBatchOf = isBatchOf;
exports.isPageOf = isPageOf;
exports.isStatistics = isStatistics;
exports.isStates = isStates;
function isLookUp(value) {
    return isObject(value) && "found" in value && "data" in value && value.found === (value.data !== null);
}
function isBatchOf(count) {
    return (value) => isObject(value) && "results" in value && Array.isArray(value.results) && value.results.length === count;
}
function isPageOf(value) {
    return isObject(value) && "next" in value && "places" in value && Array.isArray(value.places);
}
function isStatistics(value) {
    return isObject(value) && "grade_distribution" in value;
}
function isStates(value) {
    return isObject(value) && "states" in value && Array.isArray(value.states);
}
function isObject(value) {
    return typeof value === "object" && value !== null;
}
