import type { LocateAnswer, Location, Place, PlacesResult } from "../domain/place.ts";
import type { LocateQuery, PlacesQuery } from "../domain/place-query.ts";
import type { Snapshot } from "../domain/snapshot.ts";
import { createAreas } from "./areas.ts";
import { Borders } from "./borders.ts";
import { createCatalog, type KnownName } from "./catalog.ts";
import type { GeographyTables } from "./geography-tables.ts";
import { createPlaceList } from "./list.ts";
import { createLocator } from "./locator.ts";
import { createNameIndex } from "./name-index.ts";
import { type SuggestionSources, suggest } from "./suggest.ts";

/** Locations and names of places, joined with the records of their dataset. Immutable. */
export interface Geography extends Pick<GeographyTables, "sources" | "zips"> {
  readonly borders: Borders;
  /** One page of matching places. Its running time is bounded for any query. */
  find(query: PlacesQuery): PlacesResult;
  /** Where a point, a ZIP code, or a name is, and which record applies. */
  locate(query: LocateQuery): LocateAnswer;
  /** The neighborhoods and communities with their locations, even if other places share a name. */
  readonly names: readonly KnownName[];
  locateNamed(known: KnownName): Location;
  /** Every place, by name. */
  readonly places: readonly Place[];
}

export function createGeography(tables: GeographyTables, records: Snapshot): Geography {
  const { sources, zips } = tables;
  const catalog = createCatalog(tables, records);
  const borders = new Borders(tables);
  const named = createNameIndex(catalog);
  const { places, findPlaces } = createPlaceList(catalog, named, zips, records.version);
  const locator = createLocator(tables, catalog, createAreas(borders), named);
  const suggestions: SuggestionSources = {
    search(q, limit) {
      const result = findPlaces({ q, limit });
      return result.ok ? result.page.places : [];
    },
    isInState: (latitude, longitude) => locator.locate({ latitude, longitude }) !== null,
  };
  return {
    sources,
    zips,
    borders,
    places,
    find: findPlaces,
    names: catalog.names,
    locateNamed: locator.locateNamed,
    locate: (query) => locator.locate(query) ?? { found: false, data: null, ...suggest(query, suggestions) },
  };
}
