import { join } from "node:path";
import { readGeography } from "../src/dataset/geography/file.ts";
import type { Snapshot, SnapshotCity } from "../src/domain/snapshot.ts";
import { DATA_DIR } from "../src/main/paths.ts";
import { sealDataset, writeAtomically } from "../src/places/file.ts";
import { SEED } from "./requests.ts";
import { randomNumbers } from "./statistics.ts";

/** A resource of the load: its raw path segment and the exact body of the answer. */
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

/** The answer to a batch (contract 2.3) for these names; unknown names have `found: false`. */
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
 * A snapshot with the real cities and synthetic ones, `count` in total: as if it had every incorporated place of the
 * country. A synthetic city has the figures of a real one and a made-up name of the same form, so that paths and answers
 * are as long as the real ones.
 */
export async function writeSyntheticSnapshot(snapshot: Snapshot, count: number, path: string): Promise<Snapshot> {
  const random = randomNumbers(SEED);
  const names = new Set(snapshot.cities.map(({ record }) => record.city));
  const added = Array.from({ length: count - snapshot.cities.length }, (_, index): SnapshotCity => {
    const model = snapshot.cities[index % snapshot.cities.length];
    if (!model) throw new RangeError("the snapshot has no cities");
    const city = newNameLike(model.record.city, names, random);
    names.add(city);
    return { ...model, record: { ...model.record, city }, aliases: [] };
  });
  const { version: _, ...content } = snapshot;
  const geography = await readGeography(join(DATA_DIR, "geography.json.br"));
  const { records, text } = sealDataset({ ...content, cities: [...snapshot.cities, ...added] }, geography);
  await writeAtomically(path, text);
  return records;
}

/** A name that is not in `names`, with random letters in place of those of `model`. */
function newNameLike(model: string, names: ReadonlySet<string>, random: () => number): string {
  const letterFrom = (first: string) => String.fromCharCode(first.charCodeAt(0) + Math.floor(26 * random()));
  for (;;) {
    const name = model.replaceAll(/[a-z]/g, () => letterFrom("a")).replaceAll(/[A-Z]/g, () => letterFrom("A"));
    if (!names.has(name)) return name;
  }
}

/** Clients write a space either way (contract 4.1); each way is used for half of the names. */
function placeOf(name: string, index: number, data: unknown): Place {
  const encoded = encodeURIComponent(name);
  const segment = index % 2 === 0 ? encoded : encoded.replaceAll("%20", "+");
  return { name, segment, body: JSON.stringify({ found: true, data }) };
}
