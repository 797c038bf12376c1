import type { LocateAnswer, LocateQuery, PlacesQuery, PlacesResult } from "../domain/place.ts";

/** Where places are and what they are called, joined with the records of one snapshot. It never changes. */
export interface Geography {
  /** One page of the places that match. Its work is bounded, whatever is asked. */
  findPlaces(query: PlacesQuery): PlacesResult;
  /** Where a point, a ZIP code or a name lies, and which record applies. */
  locate(query: LocateQuery): LocateAnswer;
}
