import type { PlaceRecord } from "../../domain/record.ts";
import type { Snapshot } from "../../domain/snapshot.ts";

/** The name of a record's place. */
export function placeNameOf(record: PlaceRecord): string {
  return "city" in record ? record.city : record.county;
}

/** `Orange` for `Orange County`. */
export function shortCounty(name: string): string {
  return name.replace(/ County$/, "");
}

/** Names of all counties, with and without a record, sorted. */
export function countyNames({ counties, absentCounties }: Snapshot): readonly string[] {
  return [...counties.map(({ record }) => record.county), ...absentCounties.map(({ county }) => county)].toSorted();
}
