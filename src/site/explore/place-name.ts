import type { PlaceRecord } from "../../domain/record.ts";
import type { Snapshot } from "../../domain/snapshot.ts";

export function placeNameOf(record: PlaceRecord): string {
  return "city" in record ? record.city : record.county;
}

/** `Orange` for `Orange County`. */
export function shortCounty(name: string): string {
  return name.replace(/ County$/, "");
}

export function countyNames({ counties, absentCounties }: Snapshot): readonly string[] {
  return [...counties.map(({ record }) => record.county), ...absentCounties.map(({ county }) => county)].toSorted();
}
