import type { Snapshot, SnapshotCity } from "../src/domain/snapshot.ts";
import { sealSnapshot, writeSnapshot } from "../src/snapshot/file.ts";

/** A resource that the load asks for: its raw path segment and the exact body of the answer. */
export interface Place {
  readonly name: string;
  readonly segment: string;
  readonly body: string;
}

export function cityPlaces({ cities }: Snapshot): readonly Place[] {
  return cities.map(({ record }, index) => placeOf(record.city, index, record));
}

export function countyPlaces({ counties }: Snapshot): readonly Place[] {
  return counties.map(({ record }, index) => placeOf(record.county, index, record));
}

/** Contract 2.3 over the names in their order; names that are no city are answered `found: false`. */
export function batchBody(snapshot: Snapshot, names: readonly string[]): string {
  const records = new Map(snapshot.cities.map(({ record }) => [record.city, record]));
  const results = names.map((city) => {
    const record = records.get(city);
    if (!record) return { city, found: false, data: null };
    const { safety_score, grade, grade_label, crime_rate_per_1k } = record;
    return { city, found: true, data: { safety_score, grade, grade_label, crime_rate_per_1k } };
  });
  return JSON.stringify({ results });
}

/**
 * A snapshot with synthetic cities beside the real ones, `count` in all: how the service would stand with every
 * incorporated place of the country. Names and figures of the added ones are made up.
 */
export async function writeSyntheticSnapshot(snapshot: Snapshot, count: number, path: string): Promise<Snapshot> {
  const added = Array.from({ length: count - snapshot.cities.length }, (_, index): SnapshotCity => {
    const model = snapshot.cities[index % snapshot.cities.length];
    if (!model) throw new RangeError("the snapshot has no cities");
    const city = `Synthetic ${model.record.city} ${index}`;
    return { ...model, record: { ...model.record, city }, aliases: [] };
  });
  const { version: _, ...content } = snapshot;
  const sealed = sealSnapshot({ ...content, cities: [...snapshot.cities, ...added] });
  await writeSnapshot(path, sealed);
  return sealed;
}

/** Clients write a space either way (contract 4.1); half of the names are asked for in each. */
function placeOf(name: string, index: number, data: unknown): Place {
  const encoded = encodeURIComponent(name);
  const segment = index % 2 === 0 ? encoded : encoded.replaceAll("%20", "+");
  return { name, segment, body: JSON.stringify({ found: true, data }) };
}
