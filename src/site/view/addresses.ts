import { oncePer } from "../../base/once-per.ts";
import { ownText, type Typed } from "../../base/text.ts";
import type { Nation } from "../../domain/nation.ts";
import type { Place } from "../../domain/place.ts";
import type { Snapshot } from "../../domain/snapshot.ts";
import type { StateEdition } from "../../editions/edition.ts";
import type { StateCode } from "../../editions/us-states.ts";
import { foldsOf } from "../../gazetteer/fold.ts";
import { nameSlug } from "../../gazetteer/legal-names.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import { URLS, urlIn, urlOf, withQuery } from "../ui/urls.ts";

export type CityOrCounty = { readonly city: string } | { readonly county: string };

export function placeNameOf(place: CityOrCounty): string {
  return "city" in place ? place.city : place.county;
}

/** The contract's places are known without their state. */
export function fullNameIn({ path, abbreviation }: StateEdition, name: string): string {
  return path === "" ? name : `${name}, ${abbreviation}`;
}

/** `Orange` for `Orange County`. */
export function shortCounty(name: string): string {
  return name.replace(/ County$/, "");
}

export function countyNames({ counties, absentCounties }: Snapshot): readonly string[] {
  return [...counties.map(({ record }) => record.county), ...absentCounties.map(({ county }) => county)].toSorted();
}

/** A city's slug in a URL: its normalized name in ASCII, with words joined by hyphens. */
function citySlug(edition: StateEdition, name: string): string {
  return slug(foldsOf(edition).city(ownText(name)));
}

function countySlug(edition: StateEdition, name: string): string {
  return slug(foldsOf(edition).county(ownText(name)));
}

export function cityUrl(edition: StateEdition, name: string): string {
  return urlIn(edition, urlOf(URLS.exploreCity, { slug: citySlug(edition, name) }));
}

export function countyUrl(edition: StateEdition, name: string): string {
  return urlIn(edition, urlOf(URLS.exploreCounty, { slug: countySlug(edition, name) }));
}

/** Slug of a neighborhood or community: its name followed by its city, or by its county if it has no city. */
export function placeUrl(
  edition: StateEdition,
  { name, within, county }: Pick<Place, "name" | "within" | "county">,
): string {
  const where = compareSlug(edition, within === null ? { county } : { city: within });
  return urlIn(edition, urlOf(URLS.explorePlace, { slug: `${citySlug(edition, name)}-${where}` }));
}

export function zipUrl(edition: StateEdition, zip: string): string {
  return urlIn(edition, urlOf(URLS.exploreZip, { zip }));
}

/** A place in the URL of a comparison: a city by its slug, a county by its slug with the word "county" after it. */
export function compareSlug(edition: StateEdition, place: CityOrCounty): Typed {
  return ownText("city" in place ? citySlug(edition, place.city) : `${countySlug(edition, place.county)}-county`);
}

export function slugsOf(places: readonly { readonly slug: string }[]): readonly string[] {
  return places.map(({ slug }) => slug);
}

export function compareUrl(slugs: readonly string[], path: string): string {
  return withQuery(path, { place: slugs });
}

function slug(folded: string): string {
  return folded.replaceAll(" ", "-");
}

interface Town {
  readonly state: StateCode;
  readonly name: string;
  readonly county: string | null;
  /** Of a place that the edition has nothing of. */
  readonly shortestName?: readonly string[];
}

export function stateUrl(state: StateCode): string {
  return urlOf(URLS.nationState, { state: state.toLowerCase() });
}

/** The page of what the departments of a county police. */
export function areaUrl(state: StateCode, county: string): string {
  return urlOf(URLS.nationArea, { state: state.toLowerCase(), county: nameSlug(county) });
}

/** The name of a place in its state, with its county if the state has several places of the name. */
function namesInState(place: Town, nation: Nation): readonly string[] {
  if (place.shortestName !== undefined) return place.shortestName;
  const isShared = (sharedNames(nation).get(`${place.state} ${place.name}`) ?? 1) > 1;
  return isShared && place.county !== null ? [place.name, place.county] : [place.name];
}

/** "Austin, TX"; "Hamilton Township, Mercer County, NJ". */
export function nationFullName(place: Town, nation: Nation): string {
  return [...namesInState(place, nation), place.state].join(", ");
}

export function nationPlaceUrl(place: Town, nation: Nation): string {
  return `${URLS.nation}/${nationCompareSlug(place, nation)}`;
}

/** "Travis County and 2 more": the counties of a place, the one with most residents first; null if none is known. */
export function countiesText([first, ...others]: readonly string[]): string | null {
  if (first === undefined) return null;
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

const sharedNames = oncePer((nation: Nation): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { state, name } of [...nation.places, ...nation.absent]) {
    counts.set(`${state} ${name}`, (counts.get(`${state} ${name}`) ?? 0) + 1);
  }
  return counts;
});

/** A place in the URL of a comparison or a chart: "tx/austin". */
export function nationCompareSlug(place: Town, nation: Nation): Typed {
  const name = nameSlug(namesInState(place, nation).join(" "));
  return ownText(`${place.state.toLowerCase()}/${name}`);
}

/** So many places of a name are looked at, the best matches first. */
const NAMESAKES = 40;

/** The same of a typed name that only one place with a grade has, as it is written or by another name. */
export function nationSlugCalled({ nation, search }: NationPlaces, name: Typed): Typed | undefined {
  const meant = search()
    .best(name, NAMESAKES)
    .filter(({ match, data }) => (match === "exact" || match === "alias") && data !== null);
  const [only, ...others] = meant;
  return only === undefined || others.length > 0 ? undefined : nationCompareSlug({ ...only, name: only.city }, nation);
}
