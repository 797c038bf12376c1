import { CALIFORNIA } from "../../domain/edition.ts";
import { foldsOf } from "../../domain/name.ts";
import { oncePer } from "../../domain/once-per.ts";
import type { Place } from "../../domain/place.ts";
import type { SnapshotPlace } from "../../domain/snapshot.ts";
import { URLS, urlOf, withQuery } from "../ui/urls.ts";
import type { NamedPlace } from "./place-name.ts";

const { city: foldCityName, county: foldCountyName } = foldsOf(CALIFORNIA);

/** A city's slug in a URL: its normalized name in ASCII, with words joined by hyphens. */
function citySlug(name: string): string {
  return slug(foldCityName(name));
}

export function countySlug(name: string): string {
  return slug(foldCountyName(name));
}

export function cityUrl(name: string): string {
  return urlOf(URLS.exploreCity, { slug: citySlug(name) });
}

export const placePath = oncePer(({ record }: SnapshotPlace): string =>
  "city" in record ? cityUrl(record.city) : countyUrl(record.county),
);

export function countyUrl(name: string): string {
  return urlOf(URLS.exploreCounty, { slug: countySlug(name) });
}

/** Slug of a neighborhood or community: its name followed by its city, or by its county if it has no city. */
export function placeUrl({ name, within, county }: Pick<Place, "name" | "within" | "county">): string {
  return urlOf(URLS.explorePlace, {
    slug: `${slug(foldCityName(name))}-${within === null ? countyCompareSlug(county) : citySlug(within)}`,
  });
}

export function zipUrl(zip: string): string {
  return urlOf(URLS.exploreZip, { zip });
}

/** A place in the URL of a comparison: a city by its slug, a county by its slug with the word "county" after it. */
export function compareSlug(place: NamedPlace): string {
  return "city" in place ? citySlug(place.city) : countyCompareSlug(place.county);
}

function countyCompareSlug(county: string): string {
  return `${countySlug(county)}-county`;
}

export function slugsOf(places: readonly { readonly slug: string }[]): readonly string[] {
  return places.map(({ slug }) => slug);
}

export function compareUrl(slugs: readonly string[], path: string = URLS.compare): string {
  return withQuery(path, { place: slugs });
}

function slug(folded: string): string {
  return folded.replaceAll(" ", "-");
}
