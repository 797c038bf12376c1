import type { BatchItem, DatasetStatistics, Place } from "./types.ts";

// Enough to tell an answer of the service from what else may stand at the same address. Its fields are not checked: the
// service keeps to its document, from which the types are made.

export type IsAnswer<Answer> = (value: unknown) => value is Answer;

interface LookUp<PlaceRecord> {
  readonly data: PlaceRecord | null;
}

export function isLookUp<PlaceRecord>(value: unknown): value is LookUp<PlaceRecord> {
  return isObject(value) && "found" in value && "data" in value && value.found === (value.data !== null);
}

/** One item for each name that was asked for, or it is no answer. */
export function isBatchOf(count: number): IsAnswer<{ readonly results: readonly BatchItem[] }> {
  return (value): value is { readonly results: readonly BatchItem[] } =>
    isObject(value) && "results" in value && Array.isArray(value.results) && value.results.length === count;
}

/** One request's share of the places; `next` is the cursor of the rest. */
export interface PlacesPage {
  readonly places: readonly Place[];
  readonly next: string | null;
}

export function isPlacesPage(value: unknown): value is PlacesPage {
  return isObject(value) && "next" in value && "places" in value && Array.isArray(value.places);
}

export function isStatistics(value: unknown): value is DatasetStatistics {
  return isObject(value) && "grade_distribution" in value;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
