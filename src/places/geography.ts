import type { LocateAnswer, Location, Place, PlacesResult } from "../domain/place.ts";
import type { LocateQuery, PlacesQuery } from "../domain/place-query.ts";
import type { Snapshot } from "../domain/snapshot.ts";
import { createBoundaryIndex } from "./areas.ts";
import { createCatalog, type KnownName } from "./catalog.ts";
import { createPlaceList } from "./list.ts";
import { createLocator } from "./locate.ts";
import { createNameIndex } from "./name-index.ts";
import type { PackedGeography } from "./packed-geography.ts";
import { type SuggestionSources, suggest } from "./suggest.ts";

/** Locations and names of places, joined with the records of one snapshot. Immutable. */
export interface Geography {
  /** The file that it was created from, for maps, pages, and downloads. */
  readonly file: PackedGeography;
  /** One page of matching places. Its running time is bounded for any query. */
  findPlaces(query: PlacesQuery): PlacesResult;
  /** Where a point, a ZIP code, or a name is, and which record applies. */
  locate(query: LocateQuery): LocateAnswer;
  /** The neighborhoods and communities with their locations, even if other places share a name. */
  readonly names: readonly KnownName[];
  locateNamed(known: KnownName): Location;
  /** Every place, by name. */
  readonly places: readonly Place[];
}

export function createGeography(file: PackedGeography, snapshot: Snapshot): Geography {
  const catalog = createCatalog(file, snapshot);
  const find = createNameIndex(catalog);
  const { places, findPlaces } = createPlaceList(catalog, find, file.zips, `${file.version} ${snapshot.version}`);
  const locator = createLocator(file, catalog, createBoundaryIndex(file.boundaries), find);
  const sources: SuggestionSources = {
    search(q, limit) {
      const result = findPlaces({ q, limit });
      return result.ok ? result.page.places : [];
    },
    isInState: (latitude, longitude) => locator.locate({ latitude, longitude }) !== null,
  };
  return {
    file,
    places,
    findPlaces,
    names: catalog.names,
    locateNamed: locator.locateNamed,
    locate: (query) => locator.locate(query) ?? { found: false, data: null, ...suggest(query, sources) },
  };
}
