import { hash } from "node:crypto";
import { aliasesOf } from "../domain/alias.ts";
import { familyOf } from "../domain/grade.ts";
import { cityKeys, foldCityName, foldCountyName } from "../domain/name.ts";
import type { DatasetStatistics } from "../domain/record.ts";
import type { AbsentCity, AbsentCounty, Snapshot, SnapshotCity, SnapshotCounty } from "../domain/snapshot.ts";
import { BatchAnswers } from "./batch-answers.ts";
import { namesOf } from "./names.ts";

/** A resource's JSON, created once. */
export interface ReadyAnswer {
  /** The JSON text of the whole answer. */
  readonly body: string;
  /** Strong entity tag with its quotes (RFC 9110 section 8.8.3), of the dataset's version and the body. */
  readonly etag: string;
}

export type AnsweredName = readonly [name: string, answer: ReadyAnswer];

/** Index of prepared answers for one snapshot. Immutable: a new snapshot gets a new atlas. */
export interface Atlas {
  readonly snapshot: Snapshot;
  /** The snapshot's `lastUpdated` as an HTTP date. */
  readonly lastModified: string;
  readonly statistics: DatasetStatistics;
  /** Answer of `GET /v1/stats`. */
  readonly stats: ReadyAnswer;
  /** `{"found":false,"data":null}` (contract 2.5), shared by all names that are not found. */
  readonly notFound: ReadyAnswer;
  /** Canonical names and aliases with their lookup answers; counties with and without "County". */
  cityNames(): Iterable<AnsweredName>;
  countyNames(): Iterable<AnsweredName>;
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

interface Entry<Place> {
  readonly place: Place;
  readonly answer: ReadyAnswer;
}

/** @throws RangeError if two places of the snapshot have the same normalized name. */
export function createAtlas(snapshot: Snapshot): Atlas {
  const readyJson = (json: string) => readyAnswer(snapshot.version, json);
  const ready = (value: unknown) => readyJson(JSON.stringify(value));
  const statistics = statisticsOf(snapshot);
  const notFound = ready({ found: false, data: null });

  const cities = new Map<string, Entry<SnapshotCity>>();
  for (const city of snapshot.cities) {
    const answer = ready({ found: true, data: city.record });
    const keys = namesOf(city).flatMap((name) => cityKeys(name, city.record.county));
    index(cities, keys, { place: city, answer });
  }

  const counties = new Map<string, Entry<SnapshotCounty>>();
  for (const county of snapshot.counties) {
    const name = county.record.county;
    const answer = ready({ found: true, data: county.record });
    index(counties, [foldCountyName(name)], { place: county, answer });
  }

  const absentCities = new Map(
    snapshot.absent.flatMap((city) =>
      [city.city, ...aliasesOf(city.city)].flatMap((name) =>
        cityKeys(name, city.county).map((key) => [key, city] as const),
      ),
    ),
  );
  const absentCounties = new Map(snapshot.absentCounties.map((county) => [foldCountyName(county.county), county]));

  function* cityNames(): Iterable<AnsweredName> {
    for (const { place, answer } of new Set(cities.values())) for (const name of namesOf(place)) yield [name, answer];
  }

  function* countyNames(): Iterable<AnsweredName> {
    for (const { place, answer } of counties.values()) {
      const name = place.record.county;
      yield [name, answer];
      yield [name.replace(/ County$/, ""), answer];
    }
  }

  const findCity = (name: string) => cities.get(foldCityName(name))?.place;
  const batches = new BatchAnswers(snapshot.cities, findCity);

  return {
    snapshot,
    lastModified: new Date(snapshot.lastUpdated).toUTCString(),
    statistics,
    stats: ready(statistics),
    notFound,
    cityNames,
    countyNames,
    cityAnswer: (name) => cities.get(foldCityName(name))?.answer ?? notFound,
    countyAnswer: (name) => counties.get(foldCountyName(name))?.answer ?? notFound,
    ready,
    readyJson,
    batchAnswer: (names) => batches.answer(names),
    plainBatchAnswer: (body, most) => batches.plainAnswer(body, most),
    findCity,
    findCounty: (name) => counties.get(foldCountyName(name))?.place,
    findAbsentCity: (name) => absentCities.get(foldCityName(name)),
    findAbsentCounty: (name) => absentCounties.get(foldCountyName(name)),
  };
}

function readyAnswer(version: string, body: string): ReadyAnswer {
  return { body, etag: `"${hash("sha256", `${version}\n${body}`, "base64url").slice(0, 22)}"` };
}

function index<Place>(map: Map<string, Entry<Place>>, keys: readonly string[], entry: Entry<Place>): void {
  for (const key of keys) {
    const holder = map.get(key);
    if (holder !== undefined && holder !== entry) throw new RangeError(`two places have the name "${key}"`);
    map.set(key, entry);
  }
}

function statisticsOf(snapshot: Snapshot): DatasetStatistics {
  const distribution = { A: 0, B: 0, C: 0, D: 0, F: 0 };
  for (const city of snapshot.cities) distribution[familyOf(city.record.grade)] += 1;
  return {
    cities: snapshot.cities.length,
    counties: snapshot.counties.length,
    data_year: snapshot.dataYear,
    last_updated: snapshot.lastUpdated,
    grade_distribution: distribution,
  };
}
