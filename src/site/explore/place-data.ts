import { CALIFORNIA } from "../../domain/edition.ts";
import { oncePer } from "../../domain/once-per.ts";
import type { AbsentCity, AbsentCounty, SnapshotCity, SnapshotCounty } from "../../domain/snapshot.ts";
import type { KnownName } from "../../places/catalog.ts";
import type { GeoPoint } from "../../places/distance.ts";
import type { Geography } from "../../places/geography.ts";
import type { NationPlaces } from "../../places/nation-places.ts";
import type { Places } from "../../places/places.ts";
import type { Dataset } from "../http/page.ts";
import { type Address, datasetOf, type Loaded, movedTo } from "../http/page.ts";
import { gradedPlace } from "../ui/plate.tsx";
import { sourceLine } from "../ui/source-line.ts";
import { URLS, urlOf } from "../ui/urls.ts";
import type { NamedView, ZipView } from "./located-page.tsx";
import { MAP_SOURCE } from "./map.tsx";
import { groundOf } from "./map-shapes.ts";
import { type NearParts, nearRows } from "./nearby.tsx";
import { type PlaceRow, placeRow } from "./place-columns.tsx";
import { cityUrl, countyUrl, placeUrl } from "./place-url.ts";

/** A city or county of the dataset. */
type KnownPlace = SnapshotCity | SnapshotCounty | AbsentCity | AbsentCounty;

export interface PlaceData<Kind extends KnownPlace = KnownPlace> {
  readonly places: Places;
  readonly nation: NationPlaces;
  readonly place: Kind;
  /** The graded cities of a county, including those of its page. */
  readonly neighbors: readonly PlaceRow[];
  /** Of a city. */
  readonly near: NearParts | null;
  /** The graded cities with a similar population, including itself. */
  readonly alike: readonly PlaceRow[];
  readonly geography: Geography;
  readonly dataset: Dataset;
}

export const loadCity = loadPlace(({ places }, slug) => places.city(slug)?.entry ?? places.absentCity(slug));
export const loadCounty = loadPlace(({ places }, slug) => places.county(slug)?.entry ?? places.absentCounty(slug));

/** The place of the path. Another spelling of its name leads to its own URL. */
function loadPlace(find: (at: Address, slug: string) => KnownPlace | undefined) {
  return async (at: Address): Promise<Loaded<PlaceData>> => {
    const { places, nation, params } = at;
    const { slug = "" } = params;
    const place = find(at, slug);
    if (place === undefined) return null;
    const own = "record" in place ? place.record : place;
    const url = "city" in own ? cityUrl(own.city) : countyUrl(own.county);
    if (!url.endsWith(`/${slug}`)) return movedTo(url);
    const geography = await places.geography();
    const rows = places.records.cities.map(placeRow);
    return {
      data: {
        places,
        nation,
        place,
        neighbors: rows.filter(({ county }) => county === own.county),
        near: nearParts(places, geography, place),
        alike: rowsOfSize(rows, own.population ?? 0),
        geography,
        dataset: datasetOf(at),
      },
    };
  };
}

/** The graded cities around a city; null for a county, and without a point. */
export function nearParts({ records }: Places, geography: Geography, place: KnownPlace): NearParts | null {
  const own = "record" in place ? place.record : place;
  if (!("city" in own)) return null;
  const { city: name, county } = own;
  const point: GeoPoint | undefined =
    "latitude" in place
      ? place
      : geography.places.find((one) => one.kind === "city" && one.name === name && one.county === county);
  if (point === undefined) return null;
  const { latitude, longitude } = point;
  const towns = records.cities.filter((other) => other !== place);
  return {
    center: {
      ...{ name, href: cityUrl(name), latitude, longitude },
      graded: "record" in place ? gradedPlace(place) : null,
    },
    near: nearRows(
      point,
      towns.map((town) => ({ ...placeRow(town), latitude: town.latitude, longitude: town.longitude })),
    ),
    edition: CALIFORNIA,
    source: `${sourceLine(records.dataYear)}. ${MAP_SOURCE}`,
    ground: groundOf(geography),
  };
}

/** How many other cities the table of similar size shows. */
const ALIKE = 8;

/** The places with a similar population, largest first. */
export function rowsOfSize(rows: readonly PlaceRow[], population: number): readonly PlaceRow[] {
  const sorted = rows.toSorted((a, b) => (b.population ?? 0) - (a.population ?? 0));
  const smaller = sorted.findIndex((row) => (row.population ?? 0) <= population);
  const at = smaller < 0 ? sorted.length : smaller;
  const start = Math.max(0, Math.min(at - ALIKE / 2, sorted.length - ALIKE - 1));
  return sorted.slice(start, start + ALIKE + 1);
}

/** The neighborhoods and communities by the URL of their pages. */
const namesByUrl = oncePer(
  ({ names }: Geography): ReadonlyMap<string, KnownName> =>
    new Map(names.map((known) => [placeUrl(known.place), known])),
);

export async function loadNamedPlace({ places, params, services: { baseUrl } }: Address): Promise<Loaded<NamedView>> {
  const current = await places.geography();
  const known = namesByUrl(current).get(urlOf(URLS.explorePlace, { slug: params["slug"] ?? "" }));
  return known ? { data: { known, location: current.locateNamed(known), places, baseUrl } } : null;
}

export async function loadZip({ places, params, services: { baseUrl } }: Address): Promise<Loaded<ZipView>> {
  const { zip = "" } = params;
  const { sources, zips, locate } = await places.geography();
  const answer = locate({ zip });
  if (!answer.found) return null;
  const postalName = zips.find((known) => known.zip === zip)?.postalName ?? "";
  return { data: { zip, postalName, location: answer.data, sources, places, baseUrl } };
}
