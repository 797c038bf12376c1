import { foldCityName, foldCountyName } from "../../domain/name.ts";
import { URLS, urlOf } from "../urls.ts";

/** The part of an address that names a city: its folded name, ASCII, words joined by hyphens. */
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

function slug(folded: string): string {
  return folded.replaceAll(" ", "-");
}
