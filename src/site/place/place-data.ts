import { oncePer } from "../../base/once-per.ts";
import type { Snapshot } from "../../domain/snapshot.ts";
import { joinedSources, sourceOf } from "../../editions/edition.ts";
import { fromSouth, type GeoPoint } from "../../gazetteer/distance.ts";
import type { Geography } from "../../lookup/geography.ts";
import type { NationPlaceEntry } from "../../lookup/nation-names.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import type { Places } from "../../lookup/served.ts";
import type { StateEntry, StatePlaces } from "../../lookup/state-places.ts";
import type { Address, EditionData, NationAddress } from "../http/page.ts";
import { nationLand, stateLand } from "../map/land.ts";
import { MAP_SOURCE } from "../map/map.tsx";
import { type PlaceRow, placeRow } from "../view/columns.tsx";
import { nationTown, nationView } from "../view/nation-views.ts";
import { isGraded } from "../view/place-view.ts";
import { stateView } from "../view/views.ts";
import { type LocatedTown, type NearParts, nearTo } from "./nearby.tsx";

/** What the page of a place is made from, in any edition. */
interface PlaceDataOf<Own extends Places, Place> extends EditionData<Own> {
  readonly place: Place;
  /** null without neighbors. */
  readonly near: NearParts | null;
}

export interface PlaceData<Place extends StateEntry = StateEntry> extends PlaceDataOf<StatePlaces, Place> {
  readonly nations: readonly NationPlaces[];
  /** The graded cities of a county, including those of its page. */
  readonly neighbors: readonly PlaceRow[];
  /** With a similar population, including itself. */
  readonly alike: readonly PlaceRow[];
  readonly geography: Geography;
}

export interface NationPlaceData<Place extends NationPlaceEntry = NationPlaceEntry>
  extends PlaceDataOf<NationPlaces, Place> {
  /** The page in the edition of its own state; null if that has none. */
  readonly ownPage: string | null;
}

const townsOf = oncePer((snapshot: Snapshot) =>
  fromSouth(
    snapshot.cities.map((city): LocatedTown => {
      const { geoid: id, latitude, longitude } = city;
      return { id, latitude, longitude, view: () => stateView(city, snapshot) };
    }),
  ),
);

/** The graded cities as rows of tables, in the order of the dataset and the largest first. */
export const rowsOf = oncePer((snapshot: Snapshot) => {
  const rows = snapshot.cities.map((city) => placeRow(stateView(city, snapshot)));
  return { rows, bySize: largestFirst(rows) };
});

/** The points of graded cities by GEOID. */
const pointsOf = oncePer(
  ({ cities }: Snapshot): ReadonlyMap<string, GeoPoint> => new Map(cities.map((city) => [city.geoid, city])),
);

/** The graded cities around a city; null for a county, and without a point. */
export async function stateNear(
  place: StateEntry,
  { places: { records, geography: read } }: Pick<Address, "places">,
): Promise<NearParts | null> {
  const geography = await read();
  const view = stateView(place, records);
  const { id, kind, name, county } = view;
  const point =
    kind === "county"
      ? undefined
      : (pointsOf(records).get(id) ??
        geography.places.find((one) => one.kind === "city" && one.name === name && one.county === county));
  return nearTo(view, point, townsOf(records), {
    sourceOf: () => `${sourceOf(records.edition, records.dataYear)}. ${MAP_SOURCE}`,
    land: stateLand(geography),
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

const townsOfNation = oncePer((places: NationPlaces) =>
  fromSouth(
    places.entries.flatMap((entry): LocatedTown[] => {
      const id = entry.geoid ?? "";
      const point = pointOfGeoid(places, id);
      return point === undefined ? [] : [{ ...point, id, view: () => nationTown(places, entry) }];
    }),
  ),
);

function pointOfGeoid({ gazetteer }: NationPlaces, geoid: string): GeoPoint | undefined {
  const row = gazetteer.ofGeoid(geoid);
  return row === undefined ? undefined : gazetteer.pointOf(row);
}

/** The graded places around one; null for a department of several places, which has no point. */
export function nationNear(
  place: NationPlaceEntry,
  { places: nation }: Pick<NationAddress, "places">,
): NearParts | null {
  const view = nationView(place, nation.nation);
  return nearTo(view, pointOfGeoid(nation, view.id), townsOfNation(nation), {
    sourceOf(towns) {
      const figures = joinedSources([...(isGraded(view) ? [view] : []), ...towns].map((one) => one.trendSource));
      return `${figures}; boundaries and points: U.S. Census Bureau`;
    },
    land: nationLand(nation.gazetteer),
  });
}
