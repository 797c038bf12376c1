import type { FoundPlace, LocateAnswer, Location, PageResult, Place } from "../domain/place.ts";
import type { LocateQuery, PlacesQuery } from "../domain/place-query.ts";
import type { Snapshot } from "../domain/snapshot.ts";
import { createAreas } from "./areas.ts";
import { Borders } from "./borders.ts";
import { createStateNames } from "./california/names.ts";
import { type Catalog, createCatalog, type KnownName } from "./catalog.ts";
import type { GeographyTables } from "./geography-tables.ts";
import { createPlaceList } from "./list.ts";
import { createLocator } from "./locator.ts";
import { type SuggestionSources, suggest } from "./suggest.ts";

/** Locations and names of places, joined with the records of their dataset. Immutable. */
export interface Geography extends Pick<GeographyTables, "sources" | "zips"> {
  readonly borders: Borders;
  /** One page of matching places. Its running time is bounded for any query. */
  find(query: PlacesQuery): PageResult<FoundPlace>;
  /** Where a point, a ZIP code, or a name is, and which record applies. */
  locate(query: LocateQuery): LocateAnswer;
  /** The neighborhoods and communities with their locations, even if other places share a name. */
  readonly names: readonly KnownName[];
  locateNamed(known: KnownName): Location;
  /** Every place, by name. */
  readonly places: readonly Place[];
  /** The Census's GEOID of one of them; null for a neighborhood without a boundary. */
  geoidOf(place: Place): string | null;
}

export function createGeography(tables: GeographyTables, records: Snapshot): Geography {
  const { sources, zips } = tables;
  const catalog = createCatalog(tables, records);
  const borders = new Borders(tables);
  const names = createStateNames(catalog, zips);
  const { places, findPlaces } = createPlaceList(catalog, names, zips, records.version);
  const locator = createLocator(tables, catalog, createAreas(borders), names);
  const suggestions: SuggestionSources = {
    names,
    places,
    search(q, limit) {
      const result = findPlaces({ q, limit });
      return result.ok ? result.page.places : [];
    },
    isInState: (latitude, longitude) => locator.locate({ latitude, longitude }) !== null,
  };
  let geoids: ReadonlyMap<Place, string> | undefined;
  return {
    sources,
    zips,
    borders,
    places,
    geoidOf(place) {
      geoids ??= geoidsOf(catalog);
      return geoids.get(place) ?? null;
    },
    find: findPlaces,
    names: catalog.names,
    locateNamed: locator.locateNamed,
    locate: (query) => locator.locate(query) ?? { found: false, data: null, ...suggest(query, suggestions) },
  };
}

function geoidsOf({ cities, counties, names }: Catalog): ReadonlyMap<Place, string> {
  return new Map([
    ...[...cities.values()].map(({ place, geoid }) => [place, geoid] as const),
    ...[...counties.values()].map(({ place, fips }) => [place, fips] as const),
    ...names.flatMap(({ place, named: { geoid } }) => (geoid === null ? [] : [[place, geoid] as const])),
  ]);
}
