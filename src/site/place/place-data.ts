import { oncePer } from "../../base/once-per.ts";
import { NO_TEXT, type Typed } from "../../base/text.ts";
import type { Snapshot } from "../../domain/snapshot.ts";
import { sourceOf } from "../../editions/edition.ts";
import type { GeoPoint } from "../../gazetteer/distance.ts";
import type { KnownName } from "../../lookup/catalog.ts";
import type { Geography } from "../../lookup/locate.ts";
import type { NationPlaceEntry } from "../../lookup/nation-names.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import type { StateEntry, StatePlaces } from "../../lookup/state-places.ts";
import { type Address, type DataOf, datasetOf, movedTo, type NationAddress } from "../http/page.ts";
import { MAP_SOURCE } from "../map/map.tsx";
import { groundOf } from "../map/map-shapes.ts";
import { URLS, urlIn, urlOf } from "../ui/urls.ts";
import { placeUrl } from "../view/addresses.ts";
import { type PlaceRow, placeRow } from "../view/columns.tsx";
import { nationView } from "../view/nation-views.ts";
import { stateView } from "../view/views.ts";
import { type LocatedTown, type NearParts, nearTo } from "./nearby.tsx";

/** What a page of a city or county is made from. */
export type PlaceData<Kind extends StateEntry = StateEntry> = DataOf<ReturnType<typeof loadPlace>> & {
  readonly place: Kind;
};

/** The place of the path. Another spelling of its name leads to its own URL. */
export function loadPlace(find: (places: StatePlaces, slug: Typed) => StateEntry | undefined) {
  return async (at: Address) => {
    const { places, params } = at;
    const { slug = NO_TEXT } = params;
    const place = find(places, slug);
    if (place === undefined) return null;
    const { path, county } = stateView(place, places.records);
    if (!path.endsWith(`/${slug}`)) return movedTo(path);
    const geography = await places.geography();
    const { rows, bySize } = rowsOf(places.records);
    const { population } = "record" in place ? place.record : place;
    return {
      data: {
        places,
        nations: at.editions.nations,
        place,
        // The graded cities of a county, including those of its page.
        neighbors: rows.filter((row) => row.county === county),
        near: nearParts(places, geography, place),
        // With a similar population, including itself.
        alike: rowsOfSize(bySize, population ?? 0),
        geography,
        dataset: datasetOf(at),
      },
    };
  };
}

const townsOf = oncePer((snapshot: Snapshot): readonly LocatedTown[] =>
  snapshot.cities.map((city) => {
    const { latitude, longitude } = city;
    return { latitude, longitude, town: stateView(city, snapshot) };
  }),
);

/** The graded cities as rows of tables, in the order of the dataset and the largest first. */
const rowsOf = oncePer((snapshot: Snapshot) => {
  const rows = townsOf(snapshot).map(({ town }) => placeRow(town));
  return { rows, bySize: largestFirst(rows) };
});

/** The points of graded cities by GEOID. */
export const pointsOf = oncePer(
  ({ cities }: Snapshot): ReadonlyMap<string, GeoPoint> => new Map(cities.map((city) => [city.geoid, city])),
);

/** The graded cities around a city; null for a county, and without a point. */
export function nearParts({ records }: StatePlaces, geography: Geography, place: StateEntry): NearParts | null {
  const view = stateView(place, records);
  const { id, kind, name, county } = view;
  const point =
    kind === "county"
      ? undefined
      : (pointsOf(records).get(id) ??
        geography.places.find((one) => one.kind === "city" && one.name === name && one.county === county));
  return nearTo(view, point, townsOf(records), {
    source: `${sourceOf(records.edition, records.dataYear)}. ${MAP_SOURCE}`,
    ground: groundOf(geography),
  });
}

/** How many other cities the table of similar size shows. */
const ALIKE = 8;

export function largestFirst(rows: readonly PlaceRow[]): readonly PlaceRow[] {
  return rows.toSorted((a, b) => (b.population ?? 0) - (a.population ?? 0));
}

/** The places with a similar population, largest first, of those sorted so. */
export function rowsOfSize(sorted: readonly PlaceRow[], population: number): readonly PlaceRow[] {
  const smaller = sorted.findIndex((row) => (row.population ?? 0) <= population);
  const at = smaller < 0 ? sorted.length : smaller;
  const start = Math.max(0, Math.min(at - ALIKE / 2, sorted.length - ALIKE - 1));
  return sorted.slice(start, start + ALIKE + 1);
}

/** The neighborhoods and communities by the URL of their pages. */
const namesByUrl = oncePer(({ edition }: Snapshot) =>
  oncePer(
    ({ names }: Geography): ReadonlyMap<string, KnownName> =>
      new Map(names.map((known) => [placeUrl(edition, known.place), known])),
  ),
);

export async function loadNamedPlace({ places, params, services: { baseUrl } }: Address) {
  const current = await places.geography();
  const url = urlIn(places.records.edition, urlOf(URLS.explorePlace, { slug: params["slug"] ?? "" }));
  const known = namesByUrl(places.records)(current).get(url);
  return known ? { data: { known, location: current.locateNamed(known), places, baseUrl } } : null;
}

export async function loadZip({ places, params, services: { baseUrl } }: Address) {
  const { zip = "" } = params;
  const { sources, zips, locate } = await places.geography();
  const answer = locate({ zip });
  if (!answer.found) return null;
  const postalName = zips.find((known) => known.zip === zip)?.postalName ?? "";
  return { data: { zip, postalName, location: answer.data, sources, places, baseUrl } };
}

const townsOfNation = oncePer((places: NationPlaces): readonly LocatedTown[] =>
  places.entries.flatMap((entry) => {
    const town = nationView(entry, places.nation);
    const point = pointOfGeoid(places, town.id);
    return point === undefined ? [] : [{ ...point, town }];
  }),
);

function pointOfGeoid({ gazetteer }: NationPlaces, geoid: string): GeoPoint | undefined {
  const row = gazetteer.ofGeoid(geoid);
  return row === undefined ? undefined : gazetteer.pointOf(row);
}

/** The graded places around one; null for a department of several places, which has no point. */
export function nationNear(place: NationPlaceEntry, { places: nation }: NationAddress): NearParts | null {
  const view = nationView(place, nation.nation);
  return nearTo(view, pointOfGeoid(nation, view.id), townsOfNation(nation), {
    source: `${nation.edition.trendSource}; U.S. Census Bureau, Gazetteer 2025`,
  });
}
