"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.isLookUp = isLookUp;
exports.isBatchOf = isBatchOf;
exports.isPlacesPage = isPlacesPage;
exports.isStatistics = isStatistics;
function isLookUp(value) {
    return isObject(value) && "found" in value && "data" in value && value.found === (value.data !== null);
}
function isBatchOf(count) {
    return (value) => isObject(value) && "results" in value && Array.isArray(value.results) && value.results.length === count;
}
function isPlacesPage(value) {
    return isObject(value) && "next" in value && "places" in value && Array.isArray(value.places);
}
function isStatistics(value) {
    return isObject(value) && "grade_distribution" in value;
}
function isObject(value) {
    return typeof value === "object" && value !== null;
}
