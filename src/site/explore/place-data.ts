import { oncePer } from "../../domain/once-per.ts";
import type { AbsentCity, AbsentCounty, SnapshotCity, SnapshotCounty } from "../../domain/snapshot.ts";
import type { KnownName } from "../../places/catalog.ts";
import type { Geography } from "../../places/geography.ts";
import type { Places } from "../../places/places.ts";
import type { Dataset } from "../page.ts";
import { type Address, datasetOf, type Loaded, movedTo } from "../page.ts";
import { URLS, urlOf } from "../urls.ts";
import type { namedPlacePage, zipPage } from "./located-page.tsx";
import { type PlaceRow, placeRows } from "./place-columns.tsx";
import { citySlug, cityUrl, countySlug, countyUrl, placeUrl } from "./place-url.ts";

interface CityData {
  readonly places: Places;
  readonly city: SnapshotCity | AbsentCity;
  /** The graded cities of its county, including itself. */
  readonly neighbors: readonly PlaceRow[];
  /** Cities with a similar population, including itself. */
  readonly alike: readonly PlaceRow[];
  readonly boundaries: Geography["borders"];
  readonly dataset: Dataset;
}

/** The city of the path. Another spelling of its name leads to its own URL. */
export async function loadCity(at: Address): Promise<Loaded<CityData>> {
  const { places, params } = at;
  const { slug = "" } = params;
  const city = places.city(slug)?.entry ?? places.absentCity(slug);
  if (city === undefined) return null;
  const { city: name, county, population } = "record" in city ? city.record : city;
  if (slug !== citySlug(name)) return movedTo(cityUrl(name));
  const rows = placeRows(places.records).city;
  const neighbors = rows.filter((row) => row.county === county);
  const { borders: boundaries } = await places.geography();
  const alike = rowsOfSize(rows, population ?? 0);
  return { data: { places, city, neighbors, alike, boundaries, dataset: datasetOf(at) } };
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

interface CountyData {
  readonly places: Places;
  readonly county: SnapshotCounty | AbsentCounty;
  /** Its graded cities. */
  readonly rows: readonly PlaceRow[];
  readonly boundaries: Geography["borders"];
  readonly dataset: Dataset;
}

export async function loadCounty(at: Address): Promise<Loaded<CountyData>> {
  const { places, params } = at;
  const { slug = "" } = params;
  const county = places.county(slug)?.entry ?? places.absentCounty(slug);
  if (county === undefined) return null;
  const { county: name } = "record" in county ? county.record : county;
  if (slug !== countySlug(name)) return movedTo(countyUrl(name));
  const rows = placeRows(places.records).city.filter((row) => row.county === name);
  const { borders: boundaries } = await places.geography();
  return { data: { places, county, rows, boundaries, dataset: datasetOf(at) } };
}

/** The neighborhoods and communities by the URL of their pages. */
const namesByUrl = oncePer(
  ({ names }: Geography): ReadonlyMap<string, KnownName> =>
    new Map(names.map((known) => [placeUrl(known.place), known])),
);

export async function loadNamedPlace({
  places,
  params,
  reading: { baseUrl },
}: Address): Promise<Loaded<Parameters<typeof namedPlacePage>[0]>> {
  const current = await places.geography();
  const known = namesByUrl(current).get(urlOf(URLS.explorePlace, { slug: params["slug"] ?? "" }));
  return known ? { data: { known, location: current.locateNamed(known), places, baseUrl } } : null;
}

export async function loadZip({
  places,
  params,
  reading: { baseUrl },
}: Address): Promise<Loaded<Parameters<typeof zipPage>[0]>> {
  const { zip = "" } = params;
  const { sources, zips, locate } = await places.geography();
  const answer = locate({ zip });
  if (!answer.found) return null;
  const postalName = zips.find((known) => known.zip === zip)?.postalName ?? "";
  return { data: { zip, postalName, location: answer.data, sources, places, baseUrl } };
}
