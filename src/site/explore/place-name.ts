import type { Snapshot } from "../../domain/snapshot.ts";

export type NamedPlace = { readonly city: string } | { readonly county: string };

export function placeNameOf(place: NamedPlace): string {
  return "city" in place ? place.city : place.county;
}

/** `Orange` for `Orange County`. */
export function shortCounty(name: string): string {
  return name.replace(/ County$/, "");
}

export function countyNames({ counties, absentCounties }: Snapshot): readonly string[] {
  return [...counties.map(({ record }) => record.county), ...absentCounties.map(({ county }) => county)].toSorted();
}
