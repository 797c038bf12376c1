import { foldCityName, foldCountyName } from "../../domain/name.ts";
import type { Place } from "../../domain/place.ts";
import type { Geography } from "../../places/geography.ts";
import { URLS, urlOf } from "../urls.ts";

/** A city's slug in a URL: its normalized name in ASCII, with words joined by hyphens. */
export function citySlug(name: string): string {
  return slug(foldCityName(name));
}

export function countySlug(name: string): string {
  return slug(foldCountyName(name));
}

export function cityUrl(name: string): string {
  return urlOf(URLS.exploreCity, { slug: citySlug(name) });
}

export function countyUrl(name: string): string {
  return urlOf(URLS.exploreCounty, { slug: countySlug(name) });
}

/** Slug of a neighborhood or community: its name followed by its city, or by its county if it has no city. */
export function placeUrl({ name, within, county }: Pick<Place, "name" | "within" | "county">): string {
  return urlOf(URLS.explorePlace, {
    slug: `${slug(foldCityName(name))}-${within === null ? `${countySlug(county)}-county` : citySlug(within)}`,
  });
}

export function zipUrl(zip: string): string {
  return urlOf(URLS.exploreZip, { zip });
}

/** URLs of the pages of all neighborhoods, communities, and ZIP codes. */
export function locatedPaths({ names, zips }: Geography): readonly string[] {
  return [...new Set(names.map(({ place }) => placeUrl(place))), ...zips.map(({ zip }) => zipUrl(zip))];
}

function slug(folded: string): string {
  return folded.replaceAll(" ", "-");
}
