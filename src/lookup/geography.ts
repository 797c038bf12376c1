import type { LocateAnswer, Place, Suggestions } from "../domain/place.ts";
import type { Snapshot } from "../domain/snapshot.ts";
import type { StateCode } from "../editions/us-states.ts";
import { Borders } from "../gazetteer/borders.ts";
import type { GeoPoint } from "../gazetteer/distance.ts";
import type { StateNames } from "../gazetteer/edition-names.ts";
import type { Gazetteer } from "../gazetteer/gazetteer.ts";
import type { GeographyTables } from "../gazetteer/tables.ts";
import { locateBy } from "./locate.ts";
import { type Catalog, createCatalog } from "./state-catalog.ts";
import { createStateHints } from "./state-hints.ts";
import { createStateLocator } from "./state-locator.ts";
import { createStateNames } from "./state-names.ts";
import { createPlaceSearch } from "./state-search.ts";

export type Geography = Awaited<ReturnType<typeof createGeography>>;

/** Locations and names of places, joined with the records of their dataset. Immutable. */
export async function createGeography(
  tables: GeographyTables,
  records: Snapshot,
  called: StateNames,
  gazetteer: Gazetteer,
) {
  const { sources, zips } = tables;
  const { edition } = records;
  const catalog = createCatalog(tables, records, called.aliasesOf);
  const borders = new Borders(tables);
  const names = createStateNames(catalog, zips, await called.tables(), edition);
  const { places, list, best } = createPlaceSearch(catalog, names, zips, records);
  const areasAt = areasIn(edition.abbreviation, borders, gazetteer);
  const { locatePoint, locateZip, locateName, locateNamed } = createStateLocator(tables, catalog, areasAt, names);
  const isInside = (point: GeoPoint) => locatePoint(point) !== null;
  const hints = createStateHints({ edition, names, places, search: best, isInside });
  const missed = (help: Suggestions): LocateAnswer => ({ found: false, data: null, ...help });
  let geoids: ReadonlyMap<string, string> | undefined;
  return {
    sources,
    zips,
    borders,
    /** Every place, by name. */
    places,
    /** The Census's GEOID of one of them; null for a neighborhood without a boundary. */
    geoidOf(place: Identity): string | null {
      geoids ??= geoidsOf(catalog);
      return geoids.get(identityOf(place)) ?? null;
    },
    /** One page of matching places. Its running time is bounded for any query. */
    list,
    /** The neighborhoods and communities with their locations, even if other places share a name. */
    names: catalog.names,
    locateNamed,
    /** Where a point, a ZIP code, or a name is, and which record applies. */
    locate: locateBy<LocateAnswer>({
      point: (point) => locatePoint(point) ?? missed(hints.ofPoint(point)),
      zip: (zip, name) => locateZip(zip) ?? missed(name === undefined ? hints.ofZip(zip) : hints.ofName(name)),
      name: (name) => locateName(name) ?? missed(hints.ofName(name)),
    }),
  };
}

type Identity = Pick<Place, "kind" | "name" | "within" | "county">;

function identityOf({ kind, name, within, county }: Identity): string {
  return [kind, name, within, county].join("\n");
}

function geoidsOf({ cities, counties, names }: Catalog): ReadonlyMap<string, string> {
  return new Map([
    ...[...cities.values()].map(({ place, geoid }) => [identityOf(place), geoid] as const),
    ...[...counties.values()].map(({ place, fips }) => [identityOf(place), fips] as const),
    ...names.flatMap(({ place, named: { geoid } }) => (geoid === null ? [] : [[identityOf(place), geoid] as const])),
  ]);
}

/**
 * The areas of a state that hold a point, by their GEOIDs: those of the gazetteer, and of the edition's own drawing those
 * that the gazetteer does not have, such as a community that the Census Bureau no longer lists.
 */
function areasIn(state: StateCode, borders: Borders, gazetteer: Gazetteer): (point: GeoPoint) => readonly string[] {
  const { cities, counties, communities } = borders.objects;
  const ownAt = borders.finder(
    [cities, counties, communities].flatMap(({ geometries }) =>
      geometries.filter(({ id }) => {
        const row = gazetteer.ofGeoid(String(id));
        return row === undefined || !gazetteer.hasOutline(row);
      }),
    ),
  );
  return (point) => {
    const where = gazetteer.locate(point, state);
    const rows = where === null ? [] : [where.municipality, where.countyRow, where.community];
    return [...ownAt(point), ...rows.flatMap((row) => (row === null ? [] : [gazetteer.geoidOf(row)]))];
  };
}
