import { oncePer } from "../../domain/once-per.ts";
import type { AbsentCity, AbsentCounty, SnapshotCity, SnapshotCounty } from "../../domain/snapshot.ts";
import type { KnownName } from "../../places/catalog.ts";
import type { Geography } from "../../places/geography.ts";
import type { Places } from "../../places/places.ts";
import type { Dataset } from "../http/page.ts";
import { type Address, datasetOf, type Loaded, movedTo } from "../http/page.ts";
import { URLS, urlOf } from "../ui/urls.ts";
import type { NamedView, ZipView } from "./located-page.tsx";
import { type PlaceRow, placeRow } from "./place-columns.tsx";
import { cityUrl, countyUrl, placeUrl } from "./place-url.ts";

/** A city or county of the dataset. */
type KnownPlace = SnapshotCity | SnapshotCounty | AbsentCity | AbsentCounty;

export interface PlaceData<Kind extends KnownPlace = KnownPlace> {
  readonly places: Places;
  readonly place: Kind;
  /** The graded cities of its county, including itself. */
  readonly neighbors: readonly PlaceRow[];
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
    const { places, params } = at;
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
        place,
        neighbors: rows.filter(({ county }) => county === own.county),
        alike: rowsOfSize(rows, own.population ?? 0),
        geography,
        dataset: datasetOf(at),
      },
    };
  };
}

/** How many other cities the table of similar size shows. */
const ALIKE = 8;

/** The cities with a similar population, largest first. */
function rowsOfSize(rows: readonly PlaceRow[], population: number): readonly PlaceRow[] {
  const sorted = rows.toSorted((a, b) => (b.population ?? 0) - (a.population ?? 0));
  const at = sorted.findIndex((row) => (row.population ?? 0) <= population);
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
