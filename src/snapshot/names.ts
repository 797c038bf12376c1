import type { SnapshotCity } from "../domain/snapshot.ts";

/** The canonical name of a city and its aliases. */
export function namesOf(city: SnapshotCity): readonly string[] {
  return [city.record.city, ...city.aliases];
}
