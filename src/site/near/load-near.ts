import { z } from "zod";
import type { GeoPoint } from "../../gazetteer/distance.ts";
import { typedPoint } from "../../gazetteer/typed-point.ts";
import { zipIn } from "../../lookup/locate.ts";
import type { NationPlaceEntry } from "../../lookup/nation-names.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import { type NationAddress, queryOneOf, typedName } from "../http/page.ts";
import { nationAnswer, type PlaceAnswer } from "../search/place-answer.ts";
import { URLS, withQuery } from "../ui/urls.ts";
import { nationFullName } from "../view/addresses.ts";
import { nationView } from "../view/nation-views.ts";
import { isGraded, type PlaceView, type View } from "../view/place-view.ts";

/** Kilometers that can be chosen, and the one that is used by default. */
export const DISTANCES = [10, 30, 50, 100] as const;
const DEFAULT_KM = 30;
/** The least residents that can be chosen. */
export const LEAST = [10_000, 50_000, 100_000] as const;
export const NEAR_SORTS = { distance: "Distance", score: "Score", rate: "Rate", residents: "Residents" } as const;
type NearSort = keyof typeof NEAR_SORTS;

export const nearQuery = z.object({
  q: typedName,
  km: queryOneOf(DISTANCES.map(String)).transform((km) => Number(km) || DEFAULT_KM),
  least: queryOneOf(LEAST.map(String)).transform(Number),
  sort: queryOneOf(Object.keys(NEAR_SORTS)).transform((sort): NearSort => (isSort(sort) ? sort : "distance")),
});
export type NearQuery = z.infer<typeof nearQuery>;

function isSort(sort: string): sort is NearSort {
  return sort in NEAR_SORTS;
}

export interface NearPlace extends GeoPoint {
  readonly view: View;
  /** The one with most of its residents first. */
  readonly counties: readonly string[];
  readonly residents: number;
  readonly kilometers: number;
}

/** What the distances are from. */
export interface NearCenter extends GeoPoint {
  readonly name: string;
  /** A place of the edition; undefined for a ZIP code or a point. */
  readonly view: View | undefined;
}

export interface NearView {
  readonly places: NationPlaces;
  readonly query: NearQuery;
  readonly center: NearCenter | undefined;
  /** Namesakes, if the typed name has several. */
  readonly several: readonly PlaceAnswer[];
  readonly found: readonly NearPlace[];
}

/** `/us/near?q=Denver, CO&km=30`: the places around a place, a ZIP code, or a point. */
export function loadNear({ places }: NationAddress, query: NearQuery): { readonly data: NearView } {
  const { center, several } = centerOf(places, query);
  const found = center === undefined ? [] : placesAround(places, center, query);
  return { data: { places, query, center, several, found } };
}

const MOST_NAMESAKES = 12;

function centerOf(nation: NationPlaces, { q, km }: NearQuery): Pick<NearView, "center" | "several"> {
  const { gazetteer } = nation;
  const point = typedPoint(q);
  if (point !== null) return { center: { ...point, name: "this point", view: undefined }, several: [] };
  const zip = zipIn(q);
  if (zip !== undefined) {
    const at = gazetteer.zip(zip)?.point;
    return { center: at && { ...at, name: `ZIP code ${zip}`, view: undefined }, several: [] };
  }
  const matches = q.trim() === "" ? [] : nation.search().matches(q, MOST_NAMESAKES);
  const exact = matches.filter(({ match }) => match === "exact");
  const meant = exact.length > 0 ? exact : matches.filter(({ match }) => match === "alias");
  const [only, second] = meant;
  if (only !== undefined && second === undefined) return { center: placeCenter(nation, only.entry), several: [] };
  const { meaning } = matches.length > 0 ? { meaning: null } : gazetteer.address(q);
  if (meaning?.is === "one") return { center: placeCenter(nation, nation.ofRow(meaning.row).entry), several: [] };
  const several = (meant.length > 0 ? meant : matches).map(({ entry }) => {
    const name = nationFullName(entry, nation.nation);
    return { ...nationAnswer(entry, nation), href: withQuery(URLS.nationNear, { q: name, km: String(km) }) };
  });
  return { center: undefined, several: several.toSorted((a, b) => b.residents - a.residents) };
}

function placeCenter(nation: NationPlaces, entry: NationPlaceEntry): NearCenter | undefined {
  const row = entry.geoid === null ? undefined : nation.gazetteer.ofGeoid(entry.geoid);
  if (row === undefined) return undefined;
  return { ...nation.gazetteer.pointOf(row), name: entry.name, view: nationView(entry, nation.nation) };
}

/** The most places of a page. */
const MOST = 200;

function placesAround(nation: NationPlaces, center: NearCenter, { km, least, sort }: NearQuery): readonly NearPlace[] {
  const found = [...nation.gazetteer.near(center, km)].flatMap(([row, kilometers]): NearPlace[] => {
    const { entry } = nation.ofRow(row);
    const isListed = "record" in entry || entry.reason !== null;
    const residents = nation.residentsOf(entry);
    if (!isListed || residents < least || nation.gazetteer.place(row).kind === "county") return [];
    const [view, counties] = [nationView(entry, nation.nation), nation.countiesOf(entry)];
    return [{ ...nation.gazetteer.pointOf(row), view, counties, residents, kilometers }];
  });
  const value: Readonly<Record<NearSort, (place: NearPlace) => number>> = {
    distance: ({ kilometers }) => kilometers,
    score: ({ view }) => (isGraded(view) ? -view.record.safety_score : 1),
    rate: ({ view }) => (isGraded(view) ? view.record.crime_rate_per_1k : Number.MAX_VALUE),
    residents: ({ residents }) => -residents,
  };
  return found.toSorted((a, b) => value[sort](a) - value[sort](b)).slice(0, MOST);
}

export function gradedNear(found: readonly NearPlace[]): readonly PlaceView[] {
  return found.flatMap(({ view }) => (isGraded(view) ? [view] : []));
}
