// Checks only whether an answer comes from this service and not from another program at the same address. Fields are not
// checked: the service follows its OpenAPI document, from which the types are generated.

export type IsAnswer<Answer> = (value: unknown) => value is Answer;

export function isLookUp<Answer extends { readonly data: unknown }>(value: unknown): value is Answer {
  return isObject(value) && "found" in value && "data" in value && value.found === (value.data !== null);
}

/** A batch answer must have one item for each name or query sent. */
export function isBatchOf<Item>(count: number): IsAnswer<{ readonly results: readonly Item[] }> {
  return (value): value is { readonly results: readonly Item[] } =>
    isObject(value) && "results" in value && Array.isArray(value.results) && value.results.length === count;
}

/** One page of places; `next` is the cursor of the next page. */
interface PageOf<Place> {
  readonly places: readonly Place[];
  readonly next: string | null;
}

export function isPageOf<Place>(value: unknown): value is PageOf<Place> {
  return isObject(value) && "next" in value && "places" in value && Array.isArray(value.places);
}

export function isStatistics<Statistics>(value: unknown): value is Statistics {
  return isObject(value) && "grade_distribution" in value;
}

export function isStates<States>(value: unknown): value is States {
  return isObject(value) && "states" in value && Array.isArray(value.states);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
