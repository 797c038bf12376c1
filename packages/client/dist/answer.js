export function isLookUp(value) {
    return isObject(value) && "found" in value && "data" in value && value.found === (value.data !== null);
}
export function isBatchOf(count) {
    return (value) => isObject(value) && "results" in value && Array.isArray(value.results) && value.results.length === count;
}
export function isPageOf(value) {
    return isObject(value) && "next" in value && "places" in value && Array.isArray(value.places);
}
export function isStatistics(value) {
    return isObject(value) && "grade_distribution" in value;
}
export function isStates(value) {
    return isObject(value) && "states" in value && Array.isArray(value.states);
}
function isObject(value) {
    return typeof value === "object" && value !== null;
}
