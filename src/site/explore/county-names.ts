import type { Snapshot } from "../../domain/snapshot.ts";

/** Names of all counties, with and without a record, sorted. */
export function countyNames({ counties, absentCounties }: Snapshot): readonly string[] {
  return [...counties.map(({ record }) => record.county), ...absentCounties.map(({ county }) => county)].toSorted();
}
