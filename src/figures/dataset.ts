import { Lazy } from "../base/lazy.ts";
import { DATASET_REMEDY, DatasetFileError } from "../base/sealed-file.ts";
import { ownText, type Typed, typed } from "../base/text.ts";
import type { StateEdition } from "../domain/edition.ts";
import { gradeDistribution } from "../domain/grade.ts";
import type { BatchData, CityRecord, DatasetStatistics } from "../domain/record.ts";
import type { Snapshot, SnapshotCity, SnapshotCounty } from "../domain/snapshot.ts";
import { type Folds, foldsOf } from "../gazetteer/fold.ts";
import type { StateNames } from "../gazetteer/name-index.ts";
import type { GeographyTables } from "../gazetteer/tables.ts";
import type { Geography } from "../lookup/locate.ts";
import { answerMaker, type PrebuiltAnswer } from "./answers.ts";
import type { DatasetFile } from "./file.ts";

interface Known<Entry> {
  readonly entry: Entry;
  readonly answer: PrebuiltAnswer;
}

export type Places = ReturnType<typeof createPlaces>;

/**
 * The places of one dataset with their answers. Immutable: a new dataset gets new places. @throws DatasetFileError for
 * the dataset of another state, RangeError if two places have the same normalized name.
 */
export function createPlaces(file: DatasetFile, edition: StateEdition, called: StateNames) {
  const records: Snapshot = { ...file.records, edition };
  if (!records.counties.every(({ fips }) => fips.startsWith(edition.fips))) {
    const why = `the dataset is of another state than ${edition.name}: its counties' codes do not begin with ${edition.fips}`;
    throw new DatasetFileError(`${why}; ${DATASET_REMEDY}`);
  }
  const folds = foldsOf(edition);
  const keysOf = (name: string, county: string) => folds.cityKeys(ownText(name), ownText(county));
  const answers = answerMaker(records);
  const { answer } = answers;
  let decode: (() => GeographyTables) | undefined = file.geography;
  const geography = new Lazy(async () => {
    const { createGeography } = await import("../lookup/locate.ts");
    const tables = decode?.();
    if (tables === undefined) throw new Error("the geography was already decoded");
    // From here on, nothing refers to the bytes of the file.
    decode = undefined;
    return createGeography(tables, records, called);
  });
  const known = <Entry extends SnapshotCity | SnapshotCounty>(entry: Entry): Known<Entry> => {
    return { entry, answer: answer({ found: true, data: entry.record }) };
  };
  const cities = byName(records.cities.map(known), ({ entry }) => {
    const names = namesOf(entry);
    return [...names, ...names.flatMap((name) => keysOf(name, entry.record.county))];
  });
  const counties = byName(records.counties.map(known), ({ entry }) => countyNames(entry.record.county, folds));
  const absentCities = byName(records.absent, ({ city, county }) => [
    city,
    ...[city, ...called.aliasesOf(city)].flatMap((name) => keysOf(name, county)),
  ]);
  const absentCounties = byName(records.absentCounties, ({ county }) => countyNames(county, folds));
  const city = (name: Typed) => cities.get(name) ?? cities.get(folds.city(name));
  const statistics = statisticsOf(records);
  return {
    ...answers,
    records,
    statistics,
    stats: answer(statistics),
    /** The city or county for a name in any spelling. */
    city,
    county: (name: Typed) => counties.get(name) ?? counties.get(folds.county(name)),
    /** The city or county without a record for a name in any spelling. */
    absentCity: (name: Typed) => absentCities.get(folds.city(name)),
    absentCounty: (name: Typed) => absentCounties.get(folds.county(name)),
    /** The same for a name as records and absences bear it, which is not folded. */
    published: {
      city: (name: string) => cities.get(name),
      county: (name: string) => counties.get(name),
      absentCity: (name: string) => absentCities.get(name),
      absentCounty: (name: string) => absentCounties.get(name),
    },
    /** JSON of the answer to a batch (contract 2.3), in UTF-8. */
    batch: batchAnswers(records.cities, (name) => city(name)?.entry),
    /** The locations of places, decoded on first use. Lookups do not need them. */
    geography: (): Promise<Geography> => geography.get(),
    get usesGeography() {
      return geography.isUsed;
    },
  };
}

/** A county's name with and without the word "County", and its normalized form. */
function countyNames(county: string, folds: Folds): readonly string[] {
  return [county, county.replace(/ County$/, ""), folds.county(ownText(county))];
}

/** The canonical name of a city and its aliases. */
function namesOf({ record, aliases }: SnapshotCity): readonly string[] {
  return [record.city, ...aliases];
}

function byName<Place>(
  places: readonly Place[],
  names: (place: Place) => readonly string[],
): ReadonlyMap<string, Place> {
  const index = new Map<string, Place>();
  for (const place of places) {
    for (const name of names(place)) {
      if ((index.get(name) ?? place) !== place) throw new RangeError(`two places have the name "${name}"`);
      index.set(name, place);
    }
  }
  return index;
}

function statisticsOf({ cities, counties, dataYear, lastUpdated }: Snapshot): DatasetStatistics {
  return {
    cities: cities.length,
    counties: counties.length,
    data_year: dataYear,
    last_updated: lastUpdated,
    grade_distribution: gradeDistribution(cities),
  };
}

const NOT_FOUND = '"found":false,"data":null}';

const OPENING = Buffer.from('{"results":[');
const CLOSING = Buffer.from("]}");

/**
 * Writes answers to batches (contract 2.3) from items prepared for each published name: several times faster than
 * `JSON.stringify`, and as bytes, so that an answer is copied once. Each `city` is the string of the request.
 */
function batchAnswers(
  cities: readonly SnapshotCity[],
  find: (name: Typed) => SnapshotCity | undefined,
): (names: readonly string[]) => Buffer<ArrayBuffer> {
  const items = new Map<string, Uint8Array>();
  const rests = new Map<SnapshotCity, string>();
  for (const city of cities) {
    const rest = `"found":true,"data":${JSON.stringify(dataOf(city.record))}}`;
    rests.set(city, rest);
    for (const name of namesOf(city)) items.set(name, itemOf(name, rest));
  }
  const itemFor = (name: string) => {
    const text = typed(name);
    const city = typeof text === "string" ? find(text) : undefined;
    return itemOf(name, (city && rests.get(city)) ?? NOT_FOUND);
  };
  return (names) => {
    const [first, ...others] = names.map((name) => items.get(name) ?? itemFor(name));
    const list = first === undefined ? [] : [first.subarray(1), ...others];
    return Buffer.concat([OPENING, ...list, CLOSING]);
  };
}

/** With a comma before it, which the first item of an answer loses. */
function itemOf(name: string, rest: string): Uint8Array {
  return Buffer.from(`,{"city":${JSON.stringify(name)},${rest}`);
}

function dataOf({ safety_score, grade, grade_label, crime_rate_per_1k }: CityRecord): BatchData {
  return { safety_score, grade, grade_label, crime_rate_per_1k };
}
