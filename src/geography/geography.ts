import type { LocateAnswer, LocateQuery, Location, Place, PlacesQuery, PlacesResult } from "../domain/place.ts";
import type { Snapshot } from "../domain/snapshot.ts";
import { createBoundaryIndex } from "./boundary-index.ts";
import { createCatalog, type KnownName } from "./catalog.ts";
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
  /** The neighborhoods and communities, and where each lies, whoever else bears its name. */
  readonly names: readonly KnownName[];
  locateNamed(known: KnownName): Location;
  /** Every place, by name. */
  readonly places: readonly Place[];
}

export function createGeography(file: GeographyFile, snapshot: Snapshot): Geography {
  const catalog = createCatalog(file, snapshot);
  const { places, findPlaces } = createPlaceList(catalog, file.zips, `${file.version} ${snapshot.version}`);
  const locator = createLocator(file, catalog, createBoundaryIndex(file.boundaries));
  return { file, places, findPlaces, names: catalog.names, ...locator };
}
