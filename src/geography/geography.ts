import type { LocateAnswer, LocateQuery, PlacesQuery, PlacesResult } from "../domain/place.ts";
import type { Snapshot } from "../domain/snapshot.ts";
import { createBoundaryIndex } from "./boundary-index.ts";
import { createCatalog } from "./catalog.ts";
import type { GeographyFile } from "./file.ts";
import { createLocator } from "./locator.ts";
import { createPlaceList } from "./places.ts";

/** Where places are and what they are called, joined with the records of one snapshot. It never changes. */
export interface Geography {
  /** The file that it was made of, for maps, pages and downloads. */
  readonly file: GeographyFile;
  /** One page of the places that match. Its work is bounded, whatever is asked. */
  findPlaces(query: PlacesQuery): PlacesResult;
  /** Where a point, a ZIP code or a name lies, and which record applies. */
  locate(query: LocateQuery): LocateAnswer;
}

export function createGeography(file: GeographyFile, snapshot: Snapshot): Geography {
  const catalog = createCatalog(file, snapshot);
  return {
    file,
    findPlaces: createPlaceList(catalog, file.zips, `${file.version} ${snapshot.version}`),
    locate: createLocator(file, catalog, createBoundaryIndex(file.boundaries)),
  };
}
