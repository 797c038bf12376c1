import { aliasesOf } from "../domain/alias.ts";
import { familyOf } from "../domain/grade.ts";
import { cityKeys, foldCityName, foldCountyName } from "../domain/name.ts";
import type { DatasetStatistics } from "../domain/record.ts";
import type { AbsentCity, AbsentCounty, Snapshot, SnapshotCity, SnapshotCounty } from "../domain/snapshot.ts";
import { BatchAnswers } from "./batch-answers.ts";
import { namesOf } from "./names.ts";
import { PlaceTable } from "./place-table.ts";
import { type ReadyAnswer, readyAnswer } from "./ready-answer.ts";
import { type SnapshotSource, sourceOf } from "./source.ts";

export type { ReadyAnswer };

/** Index of prepared answers for one snapshot. Immutable: a new snapshot gets a new atlas. */
export interface Atlas {
  /** Version of the snapshot. */
  readonly version: string;
  /** The whole snapshot, loaded on first use. Lookups do not need it. */
  readonly snapshot: Snapshot;
  /** The snapshot's `lastUpdated` as an HTTP date. */
  readonly lastModified: string;
  readonly statistics: DatasetStatistics;
  /** Answer of `GET /v1/stats`. */
  readonly stats: ReadyAnswer;
  /** `{"found":false,"data":null}` (contract 2.5), shared by all names that are not found. */
  readonly notFound: ReadyAnswer;
  /**
   * Lookup answer for a canonical name or alias, or for a county's name with or without "County": its UTF-8 is the first
   * `length` bytes of `name`. Much faster than a name in any spelling.
   */
  publishedCityAnswer(name: DataView, length: number): ReadyAnswer | undefined;
  publishedCountyAnswer(name: DataView, length: number): ReadyAnswer | undefined;
  /** Lookup answer for a name in any spelling; `notFound` if there is none. */
  cityAnswer(name: string): ReadyAnswer;
  countyAnswer(name: string): ReadyAnswer;
  /** The answer with this value as its JSON. */
  ready(value: unknown): ReadyAnswer;
  /** The answer with this text, which is JSON. */
  readyJson(json: string): ReadyAnswer;
  /** JSON of the answer to a batch (contract 2.3), in UTF-8. Copy it before the next call, which overwrites it. */
  batchAnswer(names: readonly string[]): Buffer<ArrayBuffer>;
  /** The same from a body in the simplest form, with at most `most` names; null if it must be parsed as JSON. */
  plainBatchAnswer(body: Uint8Array, most: number): Buffer<ArrayBuffer> | null;
  /** The city or county for a name in any spelling. */
  findCity(name: string): SnapshotCity | undefined;
  findCounty(name: string): SnapshotCounty | undefined;
  /** The city or county without a record for a name in any spelling. */
  findAbsentCity(name: string): AbsentCity | undefined;
  findAbsentCounty(name: string): AbsentCounty | undefined;
}

/** @throws RangeError if two places of the snapshot have the same normalized name. */
export function createAtlas(snapshot: Snapshot): Atlas {
  return createAtlasFrom(sourceOf(snapshot));
}

/**
 * Reads each place once and keeps only its answer. The whole snapshot is loaded on first use. @throws RangeError if two
 * places have the same normalized name, and the error of a source that cannot be read.
 */
export function createAtlasFrom(source: SnapshotSource): Atlas {
  const { version, lastUpdated, absent, absentCounties } = source.head;
  const readyJson = (json: string) => readyAnswer(version, json);
  const ready = (value: unknown) => readyJson(JSON.stringify(value));
  const notFound = ready({ found: false, data: null });
  const gradeDistribution = { A: 0, B: 0, C: 0, D: 0, F: 0 };

  const cities = new PlaceTable();
  for (const city of source.cities()) {
    const { record } = city;
    gradeDistribution[familyOf(record.grade)] += 1;
    const names = namesOf(city);
    const keys = names.flatMap((name) => cityKeys(name, record.county));
    cities.add(ready({ found: true, data: record }), names, keys);
  }
  const counties = new PlaceTable();
  for (const { record } of source.counties()) {
    const names = [record.county, record.county.replace(/ County$/, "")];
    counties.add(ready({ found: true, data: record }), names, [foldCountyName(record.county)]);
  }
  const statistics: DatasetStatistics = {
    cities: cities.size,
    counties: counties.size,
    data_year: source.head.dataYear,
    last_updated: lastUpdated,
    grade_distribution: gradeDistribution,
  };

  const snapshot = onFirstUse(source.keepWhole());
  const findCity = (name: string) => {
    const position = cities.position(foldCityName(name));
    return position === undefined ? undefined : snapshot().cities[position];
  };
  const findCounty = (name: string) => {
    const position = counties.position(foldCountyName(name));
    return position === undefined ? undefined : snapshot().counties[position];
  };
  const batches = onFirstUse(() => new BatchAnswers(snapshot().cities, findCity));
  const absentCitiesByKey = onFirstUse(() => new Map(absent.flatMap(keysOfAbsentCity)));
  const absentCountiesByKey = onFirstUse(
    () => new Map(absentCounties.map((county) => [foldCountyName(county.county), county])),
  );

  return {
    version,
    get snapshot() {
      return snapshot();
    },
    lastModified: new Date(lastUpdated).toUTCString(),
    statistics,
    stats: ready(statistics),
    notFound,
    publishedCityAnswer: (name, length) => cities.publishedAnswer(name, length),
    publishedCountyAnswer: (name, length) => counties.publishedAnswer(name, length),
    cityAnswer: (name) => cities.answer(foldCityName(name)) ?? notFound,
    countyAnswer: (name) => counties.answer(foldCountyName(name)) ?? notFound,
    ready,
    readyJson,
    batchAnswer: (names) => batches().answer(names),
    plainBatchAnswer: (body, most) => batches().plainAnswer(body, most),
    findCity,
    findCounty,
    findAbsentCity: (name) => absentCitiesByKey().get(foldCityName(name)),
    findAbsentCounty: (name) => absentCountiesByKey().get(foldCountyName(name)),
  };
}

/** A function that makes a value with its first call, and then returns that value and keeps nothing else. */
function onFirstUse<Value extends object>(make: () => Value): () => Value {
  let state: { readonly make: () => Value } | { readonly value: Value } = { make };
  return () => {
    if ("make" in state) state = { value: state.make() };
    return state.value;
  };
}

function keysOfAbsentCity(city: AbsentCity): readonly (readonly [key: string, city: AbsentCity])[] {
  return [city.city, ...aliasesOf(city.city)].flatMap((name) =>
    cityKeys(name, city.county).map((key) => [key, city] as const),
  );
}
